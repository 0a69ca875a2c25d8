import type { CorrectableDocument } from '@placard/contract/corrections';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { CardWorld } from '../billing/card-payments/testing/card-world.ts';

let world: CardWorld;
/** Another than who refunds: calls of one account wait for each other. */
let corrector: TestUser;
let depositId: number;
let receipt: number;

beforeAll(async () => {
  world = await CardWorld.open();
  corrector = await world.api.user({ roles: ['operator'] });
});
beforeEach(async () => {
  await world.newAdvertisers();
  const card = await world.saveCard('4242');
  depositId = (await world.payBy(card.id, 100)).deposit.id;
  receipt = (await listed()).number;
});
afterAll(async () => {
  expect(await world.drift()).toEqual({ sum: 0n, differing: 0 });
  await world.close();
});

async function listed(): Promise<CorrectableDocument> {
  const path = `/operator/corrections/documents?accountId=${world.advertiser.accountId}`;
  const { items } = (await world.get(path, world.operator)).data as { items: CorrectableDocument[] };
  const [document, ...others] = items;
  if (document === undefined || others.length > 0) throw new Error('one receipt was expected');
  return document;
}

async function credit(amount: number) {
  const body = { accountId: world.advertiser.accountId, balance: 'wallet', amount, reason: 'By hand' };
  const whole = { ...body, correctsNumber: receipt };
  const { status, error } = await world.post('/operator/corrections', whole, corrector);
  return error?.issues?.[0]?.code ?? error?.code ?? status;
}

async function refund(amount: number) {
  const { status, error } = await world.refund(depositId, amount);
  return error?.issues?.[0]?.code ?? error?.code ?? status;
}

const deposit = async () =>
  (await world.get(`/operator/deposits/${depositId}`, world.operator)).data as {
    refundable: number;
    refunded: number;
  };

describe('of a receipt', () => {
  it('what was refunded of its deposit is not credited by hand as well, also while it is on its way', async () => {
    expect(await refund(60)).toBe(200);
    expect((await listed()).corrected).toBe(-60);
    expect(await credit(40.01)).toBe('document_corrected');
    await world.work();
    expect(await credit(40.01)).toBe('document_corrected');
    expect(await credit(40)).toBe(200);
    expect((await listed()).corrected).toBe(-100);
    expect(await credit(0.01)).toBe('document_corrected');
  });

  it('what was credited by hand is not refunded as well', async () => {
    expect(await credit(30)).toBe(200);
    expect(await deposit()).toMatchObject({ refundable: 70, refunded: 0 });
    const { error } = await world.refund(depositId, 70.01);
    expect(error?.issues?.[0]?.message).toBe('The amount is too large: USD 70.00 of this deposit are left');
    expect(await refund(70)).toBe(200);
    expect(await deposit()).toMatchObject({ refundable: 0, refunded: 70 });
    expect(await refund(0.01)).toBe('amount_too_large');
  });

  it('what was debited makes nothing more to refund, and frees what was credited', async () => {
    expect(await credit(-20)).toBe(200);
    await credit(50);
    expect(await credit(-50)).toBe(200);
    // Not a receipt's: it only fills the wallet.
    const body = { accountId: world.advertiser.accountId, balance: 'wallet', amount: 100, reason: 'A gift' };
    await world.post('/operator/corrections', body, world.operator);
    expect(await refund(100.01)).toBe('amount_too_large');
    expect(await refund(100)).toBe(200);
  });

  it('a refund that came back is there to be credited again', async () => {
    const { reference } = (await world.get(`/operator/deposits/${depositId}`, world.operator)).data as {
      reference: string;
    };
    world.stripe.returns.openDispute(world.intentOf(reference).id, 'warning_needs_response');
    expect(await refund(100)).toBe(200);
    expect(await credit(1)).toBe('document_corrected');
    await world.work();
    expect((await listed()).corrected).toBe(0);
    expect(await credit(100)).toBe(200);
    expect(await refund(1)).toBe('amount_too_large');
  });

  it('a refund and a credit at once are not both the whole of it', async () => {
    const wallet = `select from ledger_account where kind = 'advertiser_wallet' and owner_id = ${world.advertiser.accountId} for update`;
    const both = async () => await Promise.all([refund(100), credit(100)]);
    const { waited, result: answers } = await whileHeld(world.api.pool, wallet, both, 2);
    expect(waited).toBe(true);
    expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
    expect(['amount_too_large', 'document_corrected']).toContain(answers.find((answer) => answer !== 200));
    expect((await listed()).corrected).toBe(-100);
  });

  it('ten of each at once are never more than it says', async () => {
    const both = async () => await Promise.all([refund(10), credit(10)]);
    const answers = (await Promise.all(Array.from({ length: 10 }, both))).flat();
    expect(answers.filter((answer) => answer === 200)).toHaveLength(10);
    expect((await listed()).corrected).toBe(-100);
  });
});
