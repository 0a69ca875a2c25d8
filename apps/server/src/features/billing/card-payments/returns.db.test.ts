import type { Dispute } from '@placard/contract/billing';
import { walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { postTransaction } from '../../../ledger/post-transaction.ts';
import { pdfText } from '../../../pdf/testing/pdf-text.ts';
import { instantIn } from '../../../texts/worded.ts';
import { CardWorld, type DepositAnswer, type SummaryAnswer } from './testing/card-world.ts';

type Refunded = DepositAnswer & {
  refundable: number;
  refunds: { amount: number; status: string; origin: string; failure: string | null; uncovered: number }[];
};

let world: CardWorld;

beforeAll(async () => {
  world = await CardWorld.open();
});
beforeEach(async () => {
  await world.newAdvertisers();
});
afterAll(async () => {
  expect(await world.drift()).toEqual({ sum: 0n, differing: 0 });
  expect(await world.undocumented()).toBe(0n);
  await world.close();
});

async function shown(id: number): Promise<Refunded> {
  const list = await world.get('/operator/deposits?pageSize=200', world.operator);
  const found = (list.data as { items: Refunded[] }).items.find((item) => item.id === id);
  if (found === undefined) throw new Error(`deposit ${id} is not listed`);
  return found;
}

async function adjustments(): Promise<bigint> {
  const { balance_micros: balance } = await world.api.deps.db
    .selectFrom('ledger_account')
    .select('balance_micros')
    .where('kind', '=', 'adjustments')
    .executeTakeFirstOrThrow();
  return balance;
}

/** What the operator reads of a deposit's disputes, and what the advertiser reads of it. */
async function contested(id: number): Promise<Dispute[][]> {
  const deposit = (await world.get(`/operator/deposits/${id}`, world.operator)).data as {
    reference: string;
    disputes: Dispute[];
  };
  const { disputes } = (await world.get('/advertiser/billing')).data as { disputes: Dispute[] };
  return [deposit.disputes, disputes.filter(({ reference }) => reference === deposit.reference)];
}

/** The day to answer by, as mails to the operator write it. */
const written = (at: string) => instantIn(new Date(at), 'UTC')('en');

/** What the operator was mailed last. */
async function lastMail(): Promise<{ subject: string; text: string; way: string | null }> {
  return await world.api.deps.db
    .selectFrom('mail_outbox')
    .select(['subject', 'body_text as text', 'way'])
    .where('to_email', '=', world.operator.email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** What the operator's notices of a kind carry, oldest first. */
async function notices(kind: string): Promise<Record<string, unknown>[]> {
  const { items } = (await world.get('/notices?limit=100', world.operator)).data as {
    items: { kind: string; data: Record<string, unknown> }[];
  };
  return items
    .filter((item) => item.kind === kind)
    .map(({ data }) => data)
    .toReversed();
}

/** Takes dollars from the wallet, standing for ads that were shown. */
async function spend(dollars: number): Promise<void> {
  const amountMicros = -BigInt(dollars) * 1_000_000n;
  const entries = adjustmentEntries({ account: walletOf(world.advertiser.accountId), amountMicros });
  await world.api.deps.db.transaction().execute(async (trx) => {
    await postTransaction(trx, {
      kind: 'adjustment',
      reference: `test:${world.advertiser.accountId}`,
      entries,
    });
  });
}

type Document = SummaryAnswer['invoices'][number];

/** The advertiser's, oldest first. */
async function documents(): Promise<Document[]> {
  return (await world.summary()).invoices.toReversed();
}
const kindsOf = (list: readonly Document[]) => list.map(({ kind, amount }) => [kind, amount]);

describe('the document of a refund', () => {
  it('is issued when the gateway has taken it on, once, under the next number, and says what went back', async () => {
    const { id, reference } = await world.paid(100);
    await world.refund(id, 30.5);
    expect(kindsOf(await documents())).toEqual([['deposit', 100]]);
    await Promise.all([world.work(), world.work()]);
    await world.work();
    const [receipt, refund, ...more] = await documents();
    expect([refund?.kind, refund?.amount, more]).toEqual(['refund', -30.5, []]);
    expect(refund?.number).toBe((receipt?.number ?? 0) + 1);
    const answer = await world.get(`/advertiser/invoices/${refund?.number}/pdf`);
    const said = pdfText(answer.raw);
    expect(said).toContain(`Refund receipt ${refund?.label}`);
    expect(said.join(' ')).toContain(`Refund of deposit ${reference}, receipt ${receipt?.label}`);
    expect(said.filter((piece) => piece === 'USD -30.50')).toHaveLength(2);
    expect(said.join(' ')).not.toContain('The wallet held');
    const other = await world.get(`/advertiser/invoices/${refund?.number}/pdf`, world.stranger);
    expect(other.status).toBe(404);
  });

  it('is taken back by another one when the money comes back; a refund that was refused has none', async () => {
    const failed = await world.paid(70);
    await world.refund(failed.id, 20);
    await world.work();
    world.stripe.returns.failRefund([...world.stripe.state.refunds.values()].at(-1)?.id ?? '');
    await world.deliverAll(world.stripe.state.events.slice(-1));
    await world.deliverAll(world.stripe.state.events.slice(-1));
    expect(kindsOf(await documents())).toEqual([
      ['deposit', 70],
      ['refund', -20],
      ['refund_return', 20],
    ]);
    const refused = await world.paid(50);
    world.stripe.returns.openDispute(world.intentOf(refused.reference).id, 'warning_needs_response');
    await world.refund(refused.id, 20);
    await world.work();
    expect(kindsOf(await documents()).slice(3)).toEqual([['deposit', 50]]);
  });

  it('of a dispute says all of it, also what the wallet did not hold', async () => {
    const { reference } = await world.paid(100);
    await spend(40);
    const dispute = world.stripe.returns.openDispute(world.intentOf(reference).id);
    await world.deliverAll(world.stripe.state.events.slice(-1));
    const [, refund] = await documents();
    expect(refund).toMatchObject({ kind: 'refund', amount: -100 });
    const said = pdfText((await world.get(`/advertiser/invoices/${refund?.number}/pdf`)).raw).join(' ');
    expect(said).toContain('Taken back by the bank of the payer');
    expect(said).toContain('The wallet held USD 60.00 of it');
    world.stripe.returns.closeDispute(dispute.id, 'won');
    await world.deliverAll(world.stripe.state.events.slice(-1));
    expect(kindsOf(await documents()).slice(1)).toEqual([
      ['refund', -100],
      ['refund_return', 100],
    ]);
  });

  it('of a transfer comes with it, and all numbers follow each other without a gap', async () => {
    const asked = await world.post('/advertiser/deposits', { amount: 40, gateway: 'manual' });
    const { id } = asked.data as DepositAnswer;
    await world.post(`/operator/deposits/${id}/confirm`, {}, world.operator);
    expect((await world.refund(id, 41)).status).toBe(422);
    await world.refund(id, 10);
    expect(kindsOf(await documents())).toEqual([
      ['deposit', 40],
      ['refund', -10],
    ]);
    const numbers = await world.api.deps.db
      .selectFrom('invoice')
      .select('number')
      .orderBy('number')
      .execute();
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
  });
});

describe('a refund by the operator', () => {
  it('leaves the wallet at once and the gateway once, in parts, never more than was deposited', async () => {
    const { id, reference } = await world.paid(100);
    const asked = await world.refund(id, 30.5);
    expect(asked.data).toMatchObject({ refunded: 30.5, refundable: 69.5, refunds: [{ status: 'pending' }] });
    expect(await world.balance()).toBe(69.5);
    await Promise.all([world.work(), world.work()]);
    expect((await shown(id)).refunds).toMatchObject([
      { amount: 30.5, status: 'completed', origin: 'operator' },
    ]);
    const sent = () =>
      [...world.stripe.state.refunds.values()].filter(
        (refund) => refund.payment_intent === world.intentOf(reference).id,
      );
    expect(sent().map((refund) => refund.amount)).toEqual([3_050]);
    const tooMuch = await world.refund(id, 69.51);
    expect([tooMuch.status, tooMuch.error?.issues?.[0]?.message]).toEqual([
      422,
      'The amount is too large: USD 69.50 of this deposit are left',
    ]);
    expect((await world.refund(id, 69.5)).status).toBe(200);
    await world.work();
    expect(sent().map((refund) => refund.amount)).toEqual([3_050, 6_950]);
    expect(await world.balance()).toBe(0);
    expect(await world.mails()).toEqual([
      'Your deposit of USD 100.00 has arrived',
      'USD 30.50 of your deposit was refunded',
      'USD 69.50 of your deposit was refunded',
    ]);
    const kinds = (await world.get('/advertiser/wallet/transactions')).data as { items: { kind: string }[] };
    expect(kinds.items.map((item) => item.kind)).toEqual(['refund', 'refund', 'deposit']);
  });

  it('is made once for its key, and ten at once never give more than there is', async () => {
    const { id } = await world.paid(100);
    const twice = await Promise.all([
      world.refund(id, 40, 'double click', 'one-key'),
      world.refund(id, 40, 'double click', 'one-key'),
    ]);
    expect(twice.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await world.balance()).toBe(60);
    const many = await Promise.all(Array.from({ length: 10 }, async () => await world.refund(id, 25)));
    expect(many.filter((answer) => answer.status === 200)).toHaveLength(2);
    expect(await world.balance()).toBe(10);
    await world.work();
    expect((await shown(id)).refunds.map((refund) => refund.status)).toEqual(Array(3).fill('completed'));
  });

  it('is held by what the wallet holds', async () => {
    const { id } = await world.paid(50);
    await spend(40);
    const tooMuch = await world.refund(id, 10.01);
    expect([tooMuch.status, tooMuch.error?.code]).toEqual([409, 'insufficient_funds']);
    expect((await shown(id)).refundable).toBe(10);
    expect((await world.refund(id, 10)).status).toBe(200);
    expect(await world.balance()).toBe(0);
  });

  it('comes back into the wallet where the gateway refuses it, or its bank does later', async () => {
    const refused = await world.paid(50);
    world.stripe.returns.openDispute(world.intentOf(refused.reference).id, 'warning_needs_response');
    await world.refund(refused.id, 20);
    expect(await world.balance()).toBe(30);
    await world.work();
    expect((await shown(refused.id)).refunds).toMatchObject([
      { status: 'returned', failure: 'The charge has been charged back.' },
    ]);
    expect(await world.balance()).toBe(50);

    const failed = await world.paid(70);
    await world.refund(failed.id, 70);
    await world.work();
    expect(await world.balance()).toBe(50);
    const sent = [...world.stripe.state.refunds.values()].at(-1);
    world.stripe.returns.failRefund(sent?.id ?? '');
    const event = world.stripe.state.events.at(-1);
    if (event === undefined) throw new Error('nothing was told');
    await Promise.all([world.deliver(event), world.deliver(event), world.deliver(event)]);
    expect(await world.balance()).toBe(120);
    expect(await shown(failed.id)).toMatchObject({ refundable: 70, refunded: 0 });
  });

  it('is sent once where the answer is lost, also after the gateway forgot its key', async () => {
    const { id, reference } = await world.paid(50);
    await world.refund(id, 20);
    world.stripe.troubles.push({ call: /POST .*refunds/, how: 'lost_answer', times: 2 });
    await world.work();
    expect((await shown(id)).refunds).toMatchObject([{ status: 'pending' }]);
    world.stripe.forgetKeys();
    world.later(3_600_000);
    await world.work();
    expect((await shown(id)).refunds).toMatchObject([{ status: 'completed' }]);
    const { id: payment } = world.intentOf(reference);
    const sent = [...world.stripe.state.refunds.values()].filter((each) => each.payment_intent === payment);
    expect(sent).toHaveLength(1);
    expect(await world.balance()).toBe(30);
  });

  it('of a transfer is done with: the operator sends it back', async () => {
    const asked = await world.post('/advertiser/deposits', { amount: 40, gateway: 'manual' });
    const { id } = asked.data as DepositAnswer;
    expect((await world.refund(id, 10)).error?.code).toBe('conflict_status');
    await world.post(`/operator/deposits/${id}/confirm`, {}, world.operator);
    expect((await world.refund(id, 10)).data).toMatchObject({ refunds: [{ status: 'completed' }] });
    expect(await world.balance()).toBe(30);
    expect((await world.refund(2_000_000_000, 10)).status).toBe(404);
    const noReason = await world.refund(id, 10, ' ');
    expect(noReason.error?.issues?.[0]?.code).toBe('reason_required');
    const audit = await world.api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_user_id'])
      .where('subject_kind', '=', 'deposit')
      .where('subject_id', '=', id)
      .where('action', '=', 'deposit.refund')
      .execute();
    expect(audit).toEqual([{ action: 'deposit.refund', actor_user_id: world.operator.id }]);
  });
});

describe('what happens at the gateway without us', () => {
  it('a refund there is booked once, in whatever order its events come', async () => {
    const { id, reference } = await world.paid(100);
    world.stripe.returns.refund(world.intentOf(reference).id, 2_500);
    const events = world.stripe.state.events.slice(-2);
    await Promise.all([...events, ...events].map(async (event) => await world.deliver(event)));
    await world.deliverAll(events.toReversed());
    expect(await world.balance()).toBe(75);
    expect((await shown(id)).refunds).toMatchObject([{ amount: 25, origin: 'gateway', uncovered: 0 }]);
    expect(await world.loggedReturns(id)).toEqual(['deposit.refund']);
    expect((await world.mails(world.operator)).at(-1)).toBe(
      `USD 25.00 of deposit ${reference} was refunded at the card gateway`,
    );
    expect((await world.mails()).slice(1)).toEqual(['USD 25.00 of your deposit was refunded']);
  });

  it('a dispute takes what the wallet holds and the rest from adjustments; won, both get it back', async () => {
    const spent = await world.paid(100);
    await spend(40);
    expect(await world.balance()).toBe(60);
    const before = await adjustments();
    const dispute = world.stripe.returns.openDispute(world.intentOf(spent.reference).id);
    const opened = world.stripe.state.events.at(-1);
    if (opened === undefined) throw new Error('nothing was told');
    await Promise.all([world.deliver(opened), world.deliver(opened)]);
    expect(await world.balance()).toBe(0);
    expect((await shown(spent.id)).refunds.at(-1)).toMatchObject({
      origin: 'dispute',
      amount: 100,
      uncovered: 40,
    });
    expect((await adjustments()) - before).toBe(-40_000_000n);
    expect(await world.loggedReturns(spent.id)).toEqual(['deposit.dispute']);
    const told = {
      ...{ reference: spent.reference, amount: 100, reason: 'fraudulent', openedAt: expect.any(String) },
      dueAt: new Date((dispute.evidence_details.due_by ?? 0) * 1_000).toISOString(),
    };
    const taken = { ...told, stage: 'answer_due', fromWallet: 60, uncovered: 40 };
    expect(await contested(spent.id)).toEqual([[taken], [taken]]);
    const mail = await lastMail();
    expect(mail.way).toMatch(/^\/operator\/deposits\/\d+$/);
    expect(mail.subject).toBe(`USD 100.00 of deposit ${spent.reference} was disputed`);
    expect(mail.text).toContain('USD 40.00 was booked against adjustments');
    expect(mail.text).toContain(
      `Answer by ${told.dueAt === null ? '' : written(told.dueAt)}, at the card gateway`,
    );
    expect((await notices('deposit.take_back')).at(-1)).toMatchObject({
      ...{ amount: 100, uncovered: 40, origin: 'dispute', advertiser: world.advertiser.email },
      reference: spent.reference,
      dueAt: told.dueAt,
      task: 'answer',
    });
    world.stripe.returns.closeDispute(dispute.id, 'won');
    await world.deliverAll(world.stripe.state.events.slice(-1));
    await world.deliverAll(world.stripe.state.events.slice(-1));
    expect(await world.balance()).toBe(60);
    const won = { ...told, stage: 'won', fromWallet: 0, uncovered: 0 };
    expect(await contested(spent.id)).toEqual([[won], [won]]);
    expect(await adjustments()).toBe(before);
    expect((await world.mails()).slice(1)).toEqual(['USD 60.00 is back in your wallet']);
    // An old event that comes late takes nothing again.
    await world.deliver(opened);
    expect(await world.balance()).toBe(60);
  });

  it('an inquiry takes nothing, and the operator is told of it once, with the day and what to do', async () => {
    const { id, reference } = await world.paid(100);
    const inquiry = world.stripe.returns.openDispute(world.intentOf(reference).id, 'warning_needs_response');
    const [event] = world.stripe.state.events.slice(-1);
    if (event === undefined) throw new Error('nothing was told');
    await Promise.all([world.deliver(event), world.deliver(event)]);
    world.stripe.state.tell('charge.dispute.updated', inquiry);
    await world.deliverAll(world.stripe.state.events.slice(-1));
    const dueAt = new Date((inquiry.evidence_details.due_by ?? 0) * 1_000).toISOString();
    const subject = `The bank asks about USD 100.00 of deposit ${reference}`;
    expect((await world.mails(world.operator)).filter((each) => each === subject)).toHaveLength(1);
    expect((await lastMail()).text).toContain(`Answer by ${written(dueAt)}, at the card gateway`);
    expect((await notices('deposit.inquire')).filter((each) => each.reference === reference)).toEqual([
      expect.objectContaining({ amount: 100, dueAt, task: 'answer' }),
    ]);
    expect(await world.mails()).toEqual(['Your deposit of USD 100.00 has arrived']);
    expect(await world.balance()).toBe(100);
    expect((await shown(id)).refunds).toEqual([]);
    const [ofDeposit] = await contested(id);
    expect(ofDeposit).toMatchObject([{ stage: 'inquiry', amount: 100, fromWallet: 0, uncovered: 0 }]);
  });

  it('an inquiry that is heard of after its day is late, one that was answered tells nobody', async () => {
    const late = await world.paid(100);
    world.stripe.returns.openDispute(world.intentOf(late.reference).id, 'warning_needs_response');
    world.later(8 * 86_400_000);
    await world.deliverAll(world.stripe.state.events.slice(-1));
    expect((await lastMail()).text).toContain('The day to answer has passed.');
    const answered = await world.paid(50);
    world.stripe.returns.openDispute(world.intentOf(answered.reference).id, 'warning_under_review');
    await world.deliverAll(world.stripe.state.events.slice(-1));
    expect(await world.mails(world.operator)).not.toContain(
      `The bank asks about USD 50.00 of deposit ${answered.reference}`,
    );
  });
});
