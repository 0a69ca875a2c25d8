import type { Correction } from '@placard/contract/corrections';
import { walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { issueInvoice } from '../billing/issue-invoice.ts';
import { newKey, PaymentWorld } from '../payments/testing/payment-world.ts';

let world: PaymentWorld;
let advertiser: TestUser;

beforeAll(async () => {
  world = await PaymentWorld.open();
});
afterAll(async () => {
  await world.api.close();
});
beforeEach(async () => {
  await world.newPublishers();
  advertiser = await world.api.user({ roles: ['advertiser'] });
});

type Body = {
  accountId?: number;
  balance?: string;
  amount?: number;
  reason?: string;
  correctsNumber?: number;
};

async function correct(body: Body, user = world.operator, headers = newKey()) {
  const whole = { accountId: advertiser.accountId, balance: 'wallet', reason: 'Shown twice', ...body };
  return await world.api.call('POST', '/operator/corrections', { token: user.token, body: whole, headers });
}
async function decide(id: number, action: 'approve' | 'reject', user = world.secondOperator) {
  const path = `/operator/corrections/${id}/decision`;
  return await world.api.call('POST', path, { token: user.token, body: { action }, headers: newKey() });
}
const shown = (answer: { data: unknown }) => answer.data as Correction;
const JANUARY_1 = { periodFrom: '2026-01-01', periodTo: '2026-01-01' };

async function wallet(of = advertiser): Promise<number> {
  return ((await world.get('/advertiser/wallet/balance', of)).data as { balance: number }).balance;
}

/** An invoice of the advertiser with 19 % tax within. */
async function invoiceOf(cents: number, of = advertiser): Promise<number> {
  const { db } = world.api.deps;
  await db
    .updateTable('network_settings')
    .set({ seller_country: 'DE', tax_rates: JSON.stringify([{ country: 'DE', rateBp: 1_900 }]) })
    .execute();
  const { number } = await db.transaction().execute(
    async (trx) =>
      await issueInvoice(
        trx,
        {
          advertiserId: of.accountId,
          amountCents: BigInt(cents),
          of: { kind: 'month', month: '2026-02-01', lines: [{ text: () => 'Autumn', cents }], notes: [] },
        },
        world.api.now,
      ),
  );
  return number;
}

const documents = async (of = advertiser) =>
  await world.api.deps.db
    .selectFrom('invoice')
    .select(['kind', 'series', 'series_number', 'amount_cents', 'tax_cents', 'corrects_number'])
    .where('advertiser_id', '=', of.accountId)
    .where('correction_id', 'is not', null)
    .orderBy('number')
    .execute();

describe('a wallet', () => {
  it('is credited and debited to the cent, with the reason where its owner looks, and never below zero', async () => {
    expect(shown(await correct({ amount: 10.01 }))).toMatchObject({ status: 'booked', amount: 10.01 });
    expect(shown(await correct({ amount: -10, reason: 'Booked by mistake' }))).toMatchObject({ amount: -10 });
    expect((await correct({ amount: -0.02 })).error?.code).toBe('insufficient_funds');
    expect(await wallet()).toBe(0.01);
    expect((await correct({ amount: -0.01 })).status).toBe(200);
    expect(await wallet()).toBe(0);
    const { items } = (await world.get('/advertiser/wallet/transactions', advertiser)).data as {
      items: { kind: string; amount: number; description: string }[];
    };
    expect(items.map(({ kind, amount, description }) => [kind, amount, description])).toEqual([
      ['adjustment', -0.01, 'Shown twice'],
      ['adjustment', -10, 'Booked by mistake'],
      ['adjustment', 10.01, 'Shown twice'],
    ]);
    expect(await world.ledgerSum()).toBe(0n);
  });

  it('has a document of each in the series of corrections, and none of what was refused', async () => {
    await correct({ amount: 10 });
    await correct({ amount: -50 });
    await correct({ amount: -4 });
    const base = { series: 'COR', tax_cents: null, corrects_number: null };
    expect(await documents()).toEqual([
      { ...base, kind: 'credit_note', series_number: 1, amount_cents: -1_000n },
      { ...base, kind: 'debit_note', series_number: 2, amount_cents: 400n },
    ]);
  });

  it('with the same key is corrected once, also when ten come together', async () => {
    const headers = newKey();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => await correct({ amount: 3 }, world.operator, headers)),
    );
    expect(new Set(answers.map((answer) => shown(answer).id)).size).toBe(1);
    expect(await wallet()).toBe(3);
    expect((await correct({ amount: 4 }, world.operator, headers)).error?.code).toBe('conflict_idempotency');
  });

  it('holds two debits at once: one of them finds too little', async () => {
    await correct({ amount: 5 });
    const answers = await Promise.all([correct({ amount: -3 }), correct({ amount: -3 })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await wallet()).toBe(2);
  });

  it('is told at the bell and by mail, and stands in the audit log with before and after', async () => {
    const { id } = shown(await correct({ amount: 7 }));
    const { items } = (await world.get('/notices', advertiser)).data as {
      items: { kind: string; data: unknown }[];
    };
    expect(items[0]).toMatchObject({ kind: 'wallet.credit', data: { amount: 7, reason: 'Shown twice' } });
    const mail = await world.api.deps.db
      .selectFrom('mail_outbox')
      .select(['subject', 'body_text'])
      .where('to_email', '=', advertiser.email)
      .executeTakeFirstOrThrow();
    expect(mail.subject).toBe('USD 7.00 was credited to your wallet');
    expect(mail.body_text).toContain('Reason: Shown twice');
    const audit = await world.api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_user_id', 'detail'])
      .where('subject_kind', '=', 'correction')
      .where('subject_id', '=', id)
      .execute();
    expect(audit).toMatchObject([
      {
        action: 'correction.book',
        actor_user_id: world.operator.id,
        detail: { balanceMicros: { before: '0', after: '7000000' }, reason: 'Shown twice' },
      },
    ]);
  });
});

describe('earnings', () => {
  it('are corrected where they can be withdrawn, in the publisher’s list, and adding up', async () => {
    const accountId = world.publisher.accountId;
    await correct({ accountId, balance: 'earnings', amount: 20, reason: 'Month of proof' });
    await correct({ accountId, balance: 'earnings', amount: -0.5, reason: 'Paid twice' });
    expect((await correct({ accountId, balance: 'earnings', amount: -19.51 })).error?.code).toBe(
      'insufficient_funds',
    );
    expect(await world.summary()).toMatchObject({ available: 19.5, adjusted: 19.5, total: 0 });
    const { items, next } = (await world.get('/publisher/payment/corrections?limit=1')).data as {
      items: { amount: number; reason: string }[];
      next: string;
    };
    expect(items).toMatchObject([{ amount: -0.5, reason: 'Paid twice', kind: 'adjustment' }]);
    const rest = (await world.get(`/publisher/payment/corrections?limit=1&before=${next}`)).data;
    expect(rest).toMatchObject({ items: [{ amount: 20, reason: 'Month of proof' }], next: null });
    expect((await world.get('/publisher/payment/corrections', world.stranger)).data).toEqual({
      items: [],
      next: null,
    });
  });
});

describe('what is asked', () => {
  it('is a reason of 3 to 500 characters and whole cents, of an account that has such a balance', async () => {
    const faults = async (body: Body) => {
      const { status, error } = await correct({ amount: 1, ...body });
      return [status, error?.issues?.map(({ path, code }) => `${path} ${code}`) ?? error?.code];
    };
    expect(await faults({ reason: ' ab ' })).toEqual([422, ['reason reason_too_short']]);
    expect((await correct({ amount: 1, reason: 'abc' })).status).toBe(200);
    expect(await faults({ reason: 'a'.repeat(501) })).toEqual([422, ['reason text_longer_than']]);
    expect((await correct({ amount: 1, reason: 'a'.repeat(500) })).status).toBe(200);
    expect(await faults({ amount: 0 })).toEqual([422, ['amount amount_too_small']]);
    expect(await faults({ amount: 0.001 })).toEqual([422, ['amount amount_whole_cents']]);
    expect(await faults({ amount: -1_000_000.01 })).toEqual([422, ['amount amount_too_large']]);
    expect(await faults({ accountId: world.publisher.accountId })).toEqual([404, 'not_found']);
    expect(await faults({ balance: 'earnings' })).toEqual([404, 'not_found']);
    expect(await faults({ correctsNumber: 1_999_999 })).toEqual([
      422,
      ['correctsNumber document_not_correctable'],
    ]);
  });

  it('is never about the operator’s own account', async () => {
    const both = await world.api.user({ roles: ['advertiser', 'operator'] });
    expect((await correct({ accountId: both.accountId, amount: 1 }, both)).error?.code).toBe(
      'own_correction',
    );
    expect((await correct({ accountId: both.accountId, amount: 1 })).status).toBe(200);
    const { id } = shown(await correct({ accountId: both.accountId, amount: 5_000 }));
    for (const action of ['approve', 'reject'] as const) {
      expect((await decide(id, action, both)).error?.code).toBe('own_correction');
    }
    const body = { accountId: both.accountId, amount: 1, reason: 'Mine', ...JANUARY_1 };
    const refund = { token: both.token, body, headers: newKey() };
    const refused = await world.api.call('POST', '/operator/corrections/spend', refund);
    expect(refused.error?.code).toBe('own_correction');
  });
});

describe('a document that is corrected', () => {
  it('gives back its tax to the cent in however many steps, and never more than it says', async () => {
    const number = await invoiceOf(1_000);
    for (const amount of [3.33, 3.33, 3.33]) {
      expect((await correct({ amount, correctsNumber: number })).status).toBe(200);
    }
    const beyond = await correct({ amount: 0.02, correctsNumber: number });
    expect(beyond.error?.issues).toMatchObject([{ path: 'amount', code: 'document_corrected' }]);
    expect((await correct({ amount: 0.01, correctsNumber: number })).status).toBe(200);
    const issued = await documents();
    expect(issued.map((row) => row.amount_cents)).toEqual([-333n, -333n, -333n, -1n]);
    // 19 % within 10.00 are 1.60.
    expect(issued.reduce((sum, row) => sum + (row.tax_cents ?? 0n), 0n)).toBe(-160n);
    expect(issued.every((row) => row.corrects_number === number)).toBe(true);
  });

  it('is not credited twice by two at once', async () => {
    const number = await invoiceOf(1_000);
    const answers = await Promise.all([
      correct({ amount: 6, correctsNumber: number }),
      correct({ amount: 6, correctsNumber: number }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await wallet()).toBe(6);
  });

  it('is the account’s own, and of money that was paid, not of earnings', async () => {
    const number = await invoiceOf(1_000, world.stranger);
    expect((await correct({ amount: 1, correctsNumber: number })).status).toBe(422);
    const own = await invoiceOf(1_000);
    const body = {
      accountId: world.publisher.accountId,
      balance: 'earnings',
      amount: 1,
      correctsNumber: own,
    };
    expect((await correct(body)).status).toBe(422);
  });
});

describe('above the limit for one operator', () => {
  const LIMIT = 1_000;

  it('it waits for a second one, whichever way it goes; at the limit it does not', async () => {
    expect(shown(await correct({ amount: LIMIT })).status).toBe('booked');
    const asked = shown(await correct({ amount: -LIMIT - 0.01 }));
    expect(asked).toMatchObject({ status: 'pending', waitsForAnother: true, decidedBy: null });
    expect(await wallet()).toBe(LIMIT);
    expect((await decide(asked.id, 'approve', world.operator)).error?.code).toBe('correction_second');
    // What it takes is judged when it is booked.
    expect((await decide(asked.id, 'approve')).error?.code).toBe('insufficient_funds');
    await correct({ amount: 0.01 }, world.secondOperator);
    const booked = shown(await decide(asked.id, 'approve'));
    expect(booked).toMatchObject({ status: 'booked', decidedBy: 'Second Desk', waitsForAnother: false });
    expect(await wallet()).toBe(0);
    expect((await decide(asked.id, 'approve')).error?.code).toBe('conflict_status');
  });

  it('the limit is the one that it is booked under, should it be lowered meanwhile', async () => {
    const held = 'select from payout_settings for update';
    const limit = (micros: number) => `update payout_settings set approval_limit_micros = ${micros}`;
    const ask = async () => shown(await correct({ amount: 900 })).status;
    const lowered = await whileHeld(world.api.pool, held, ask, 1, limit(899_999_999));
    await world.api.pool.query(limit(LIMIT * 1e6));
    expect(lowered).toEqual({ waited: true, result: 'pending' });
  });

  it('a hundred approvals at once book it once', async () => {
    const { id } = shown(await correct({ amount: 2_000 }));
    const answers = await Promise.all(Array.from({ length: 100 }, async () => await decide(id, 'approve')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await wallet()).toBe(2_000);
  });

  it('it can be rejected by both, and is booked no more', async () => {
    for (const user of [world.operator, world.secondOperator]) {
      const { id } = shown(await correct({ amount: 5_000 }));
      expect(shown(await decide(id, 'reject', user)).status).toBe('rejected');
      expect((await decide(id, 'approve')).error?.code).toBe('conflict_status');
    }
    expect(await wallet()).toBe(0);
    expect(await documents()).toEqual([]);
  });

  it('the second is another person, who was an operator before', async () => {
    const { id } = shown(await correct({ amount: 5_000 }));
    world.api.now = new Date(world.api.now.getTime() + 1);
    const later = await world.api.user({ roles: ['operator'] });
    expect((await decide(id, 'approve', later)).error).toMatchObject({
      code: 'approver_new',
      reason: 'correction_approver_new',
    });
    const { db } = world.api.deps;
    const tie = { user_id: world.secondOperator.id, by_user_id: world.operator.id, kind: 'invite' as const };
    await db
      .insertInto('account_tie')
      .values({ ...tie, at: world.api.now })
      .execute();
    expect((await decide(id, 'approve')).error).toMatchObject({
      code: 'approver_tied',
      reason: 'correction_approver_tied',
    });
    await db.deleteFrom('account_tie').execute();
    expect((await decide(id, 'approve')).status).toBe(200);
  });
});

it('whoever asked is one of the two only as an operator who is active', async () => {
  const asker = await world.api.user({ roles: ['operator'] });
  const { id } = shown(await correct({ amount: 5_000 }, asker));
  const { db } = world.api.deps;
  const setStatus = async (status: 'active' | 'suspended') =>
    await db.updateTable('app_user').set({ status }).where('id', '=', asker.id).execute();
  const orphaned = { code: 'conflict_status', reason: 'correction_orphaned' };
  await setStatus('suspended');
  expect((await decide(id, 'approve')).error).toMatchObject(orphaned);
  await setStatus('active');
  await db.deleteFrom('user_role').where('user_id', '=', asker.id).execute();
  expect((await decide(id, 'approve')).error).toMatchObject(orphaned);
  expect(shown(await decide(id, 'reject')).status).toBe('rejected');
});

it('the list finds them by account and reason, with what waits', async () => {
  await correct({ amount: 1, reason: 'Lantern was dark' });
  const list = async (query: string) =>
    (await world.get(`/operator/corrections?${query}`, world.operator)).data as {
      items: Correction[];
      total: number;
      stats: { pending: number };
    };
  const { items, total } = await list('search=lantern');
  expect([total, items[0]?.reason, items[0]?.account.id]).toEqual([
    1,
    'Lantern was dark',
    advertiser.accountId,
  ]);
  const { id } = shown(await correct({ amount: 2_000 }));
  const waiting = await list('status=pending');
  expect(waiting.stats.pending).toBe(waiting.total);
  expect(waiting.items.map((item) => item.id)).toContain(id);
  const found = (await world.get(`/operator/corrections/accounts?search=${advertiser.email}`, world.operator))
    .data as { items: unknown[] };
  expect(found.items).toMatchObject([{ id: advertiser.accountId, wallet: 1, roles: ['advertiser'] }]);
});

it('the database holds what a correction is', async () => {
  const { db } = world.api.deps;
  const row = {
    ...{ kind: 'wallet' as const, account_id: advertiser.accountId, amount_micros: 10_000n, reason: 'abc' },
    ...{ approval_limit_micros: 0n, requested_by: world.operator.id, requested_at: world.api.now },
  };
  const insert = (change: object) =>
    db
      .insertInto('money_correction')
      .values({ ...row, ...change })
      .execute();
  await insert({});
  await expect(insert({ amount_micros: 0n })).rejects.toThrow(/amount_micros/);
  await expect(insert({ amount_micros: 10_001n })).rejects.toThrow(/money_correction_cents/);
  await expect(insert({ reason: 'ab' })).rejects.toThrow(/reason/);
  await expect(insert({ kind: 'spend' })).rejects.toThrow(/money_correction_period/);
  await expect(insert({ status: 'booked' })).rejects.toThrow(/money_correction_decided/);
  const { transactionId } = await db.transaction().execute(
    async (trx) =>
      await postTransaction(trx, {
        kind: 'adjustment',
        reference: 'test:held',
        entries: adjustmentEntries({ account: walletOf(advertiser.accountId), amountMicros: 1n }),
      }),
  );
  await expect(insert({ ledger_transaction_id: transactionId })).rejects.toThrow(/money_correction_decided/);
});

it('a refund is of a quarter at most, forwards', async () => {
  const ask = async (periodFrom: string, periodTo: string) => {
    const query = new URLSearchParams({ accountId: String(advertiser.accountId), periodFrom, periodTo });
    const { status, error } = await world.get(`/operator/corrections/spend?${query}`, world.operator);
    return [status, error?.issues?.[0]?.path, error?.issues?.[0]?.code];
  };
  expect(await ask('2026-01-01', '2026-01-01')).toEqual([200, undefined, undefined]);
  expect(await ask('2026-01-02', '2026-01-01')).toEqual([422, 'periodTo', 'end_date_before_start']);
  expect(await ask('2026-01-01', '2026-04-02')).toEqual([200, undefined, undefined]);
  expect(await ask('2026-01-01', '2026-04-03')).toEqual([422, 'periodTo', 'refund_too_long']);
});
