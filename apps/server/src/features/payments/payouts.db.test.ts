import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { availableOf, pendingOf, walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { exportPayouts } from './export-payouts.ts';
import { BANK, idOf, PAYMENT, PAYPAL, PaymentWorld } from './testing/payment-world.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
});
beforeEach(async () => {
  await world.newPublishers();
});
afterAll(async () => {
  await world.api.close();
});

/** What must never be seen outside an export. */
const SECRETS = [
  '532013000777',
  '021000021',
  'DE89370400440532013000',
  'DE89 3704',
  'COBADEFF',
  'Kaiserplatz',
  'ada.private',
];

describe('payment history', () => {
  it('is searched, filtered by status, year and month of the account’s calendar, sorted and paged', async () => {
    world.publisher = await world.api.user({ roles: ['publisher'], timeZone: 'America/New_York' });
    await world.earn(1_000);
    const [bank, paypal] = [idOf(await world.create()), idOf(await world.create(PAYPAL, 'Wallet'))];
    const ids: number[] = [];
    // The first hour of the year in UTC is still the year before in New York.
    for (const [at, amount, profile] of [
      ['2025-06-02T12:00:00Z', 70, bank],
      ['2026-01-01T01:00:00Z', 60, paypal],
      ['2026-03-01T12:00:00Z', 80, bank],
    ] as const) {
      world.api.now = new Date(at);
      ids.push(idOf(await world.withdraw(amount, profile)));
    }
    await world.goOn('2026-03-01T12:00:00Z');
    await world.act(ids[0] ?? 0, 'reject', 'Wrong holder');
    type List = { items: { id: number }[]; total: number; years: number[] };
    const list = async (query: string, user = world.publisher) =>
      (await world.get(`${PAYMENT}/history?${query}`, user)).data as List;
    const found = async (query: string) => (await list(query)).items.map((item) => ids.indexOf(item.id));
    expect(await found('')).toEqual([2, 1, 0]);
    expect(await found('sort=amount')).toEqual([1, 0, 2]);
    expect(await found('year=2025')).toEqual([1, 0]);
    expect(await found('year=2025&month=12')).toEqual([1]);
    expect(await found('month=3')).toEqual([2]);
    expect(await found('status=rejected')).toEqual([0]);
    expect(await found('search=paypal')).toEqual([1]);
    expect(await found('search=bank%20transfer')).toEqual([2, 0]);
    expect(await found('search=wrong%20holder')).toEqual([0]);
    expect(await found(`search=PO-${ids[2]}`)).toEqual([2]);
    const page = await list('pageSize=2&page=2');
    expect([page.items.length, page.total, page.years]).toEqual([1, 3, [2026, 2025]]);
    // However it is narrowed, the total is that of what is found.
    const totals = [
      'search=paypal',
      'year=2025',
      'month=3',
      'status=rejected',
      'search=po&year=2026&month=3',
    ];
    expect(await Promise.all(totals.map(async (query) => (await list(query)).total))).toEqual([
      1, 2, 1, 1, 1,
    ]);
    for (const query of ['', 'month=3', 'year=2026']) {
      expect(await list(query, world.stranger)).toEqual({ items: [], total: 0, more: false, years: [] });
    }
    expect((await world.get(`${PAYMENT}/history?month=13`)).status).toBe(422);
  });

  it('ends a year and a month at midnight of the account’s calendar', async () => {
    world.publisher = await world.api.user({ roles: ['publisher'], timeZone: 'America/New_York' });
    await world.earn(1_000);
    const profile = idOf(await world.create());
    const midnights = ['2024-01-01T05:00:00.000Z', '2025-01-01T05:00:00.000Z', '2025-04-01T04:00:00.000Z'];
    const ids: number[] = [];
    for (const midnight of midnights) {
      for (const ms of [-1, 0]) {
        await world.goOn(new Date(Date.parse(midnight) + ms).toISOString());
        ids.push(idOf(await world.withdraw(60, profile)));
      }
    }
    const list = async (query: string) =>
      (await world.get(`${PAYMENT}/history?sort=paymentId&${query}`)).data as {
        items: { id: number }[];
        years: number[];
      };
    const found = async (query: string) => (await list(query)).items.map((item) => ids.indexOf(item.id));
    expect([await found('year=2023'), await found('year=2024'), await found('year=2025')]).toEqual([
      [0],
      [1, 2],
      [3, 4, 5],
    ]);
    expect([
      await found('month=12'),
      await found('month=1'),
      await found('month=3'),
      await found('month=4'),
    ]).toEqual([[0, 2], [1, 3], [4], [5]]);
    expect((await list('')).years).toEqual([2025, 2024, 2023]);
    const { db } = world.api.deps;
    const at = async (id: number, requested: string) =>
      await db
        .updateTable('payout')
        .set({ requested_at: new Date(requested) })
        .where('id', '=', id)
        .execute();
    // A year without any between two others is none, nor is that of the moment after its last, whatever others have.
    for (const index of [1, 2, 4, 5]) await at(ids[index] ?? 0, '2022-06-01T00:00:00Z');
    await at(await world.asked(60, world.stranger), '2024-06-01T00:00:00Z');
    expect((await list('')).years).toEqual([2025, 2023, 2022]);
  });

  it('says nothing of where money went to an operator who looks at the account', async () => {
    await world.asked(60);
    const looks = `/operator/accounts/${world.publisher.accountId}/looks`;
    const begun = await world.send('POST', looks, { reason: 'Ticket 4711' }, world.operator);
    const { token } = begun.data as { token: string };
    const shown = async (user: { token: string }) =>
      (await world.get(`${PAYMENT}/history`, { ...world.publisher, ...user })).data;
    const item = { amount: 60, status: 'pending' };
    expect(await shown({ token })).toMatchObject({ items: [{ ...item, destination: '••••' }] });
    expect(await shown(world.publisher)).toMatchObject({
      items: [{ ...item, destination: 'First Bank •••• 3000' }],
    });
  });
});

describe('corrections of earnings', () => {
  it('are a publisher’s own, newest first, page by page', async () => {
    const correct = async (dollars: number, user = world.publisher) => await world.earn(dollars, user);
    await correct(1);
    await correct(99, world.stranger);
    await correct(-0.5);
    await correct(2);
    // A withdrawal corrects nothing.
    await world.earn(100);
    await world.withdraw(60, idOf(await world.create()));
    type Page = { items: { id: string; amount: number; kind: string }[]; next: string | null };
    const page = async (query: string) => (await world.get(`${PAYMENT}/corrections?${query}`)).data as Page;
    const whole = await page('limit=4');
    expect(whole.items.map(({ amount, kind }) => [amount, kind])).toEqual(
      [100, 2, -0.5, 1].map((amount) => [amount, 'adjustment']),
    );
    expect(whole.next).toBeNull();
    const first = await page('limit=3');
    expect([first.items.length, first.next]).toEqual([3, first.items[2]?.id]);
    expect((await page(`limit=3&before=${first.next}`)).items).toEqual(whole.items.slice(3));
    expect((await page(`before=${whole.items[0]?.id}`)).items).toEqual(whole.items.slice(1));
  });

  it('say why, once for what was taken from both balances, and nothing of what the account has as an advertiser', async () => {
    const both = await world.api.user({ roles: ['publisher', 'advertiser'] });
    const id = both.accountId;
    const post = async (
      kind: 'adjustment' | 'spend_refund',
      entries: Parameters<typeof postTransaction>[1]['entries'],
      reason: string,
    ) =>
      await world.api.deps.db.transaction().execute(
        async (trx) =>
          await postTransaction(trx, {
            ...{ kind, entries, reference: `test:${reason}`, detail: { reason }, at: world.api.now },
          }),
      );
    await post(
      'adjustment',
      adjustmentEntries({ account: walletOf(id), amountMicros: 9_000_000n }),
      'Goodwill',
    );
    await post(
      'adjustment',
      adjustmentEntries({ account: pendingOf(id), amountMicros: 5_000_000n }),
      'Bonus',
    );
    await post(
      'adjustment',
      adjustmentEntries({ account: availableOf(id), amountMicros: 4_000_000n }),
      'More',
    );
    const refund = [
      { account: pendingOf(id), amountMicros: -2_000_000n },
      { account: availableOf(id), amountMicros: -1_500_000n },
      { account: walletOf(id), amountMicros: 3_500_000n },
    ];
    await post('spend_refund', refund, 'Shown to robots');
    expect((await world.get(`${PAYMENT}/corrections?limit=9`, both)).data).toMatchObject({
      items: [
        { kind: 'spend_refund', amount: -3.5, reason: 'Shown to robots' },
        { kind: 'adjustment', amount: 4, reason: 'More' },
        { kind: 'adjustment', amount: 5, reason: 'Bonus' },
      ],
      next: null,
    });
    expect((await world.get(PAYMENT, both)).data).toMatchObject({
      adjusted: 5.5,
      available: 2.5,
      pending: 3,
    });
  });
});

describe('the operator’s queue', () => {
  it('finds, filters and sums', async () => {
    world.publisher = await world.api.user({
      roles: ['publisher'],
      email: 'earner@site.test',
      firstName: 'Grace',
      lastName: 'Hopper',
    });
    // Nothing waits of what other tests have asked for.
    await world.api.pool.query(`update payout set status = 'rejected'`);
    await world.earn(500);
    const profile = idOf(await world.create());
    type List = {
      items: { id: number; amount: number }[];
      total: number;
      stats: { pending: number; pendingAmount: number; processing: number; processingAmount: number };
    };
    const list = async (query: string) =>
      (await world.get(`/operator/payouts?${query}`, world.operator)).data as List;
    expect((await list('')).stats).toEqual({
      ...{ pending: 0, pendingAmount: 0, processing: 0, processingAmount: 0 },
    });
    for (const amount of [50, 70, 60]) await world.withdraw(amount, profile);
    const last = (await list('search=earner%40site&sort=-requestedAt')).items[0];
    await world.act(last?.id ?? 0, 'process');
    const after = await list('search=grace&sort=amount');
    expect(after.items.map((item) => item.amount)).toEqual([50, 60, 70]);
    expect(after.stats).toEqual({
      ...{ pending: 2, pendingAmount: 120, processing: 1, processingAmount: 60 },
    });
    expect((await list('search=grace&status=processing')).total).toBe(1);
    expect((await list('search=grace&method=paypal')).total).toBe(0);
    expect((await list('search=grace%20hopper')).total).toBe(3);
    const page = await list('search=grace&sort=amount&pageSize=2&page=2');
    expect([page.items.map((item) => item.amount), page.total]).toEqual([[70], 3]);
    await world.api.pool.query('update account set company = $2 where id = $1', [
      ...[world.publisher.accountId, 'Lighthouse Ltd'],
    ]);
    expect((await list('search=lighthouse')).total).toBe(3);
    await world.asked(80, world.stranger);
    const amountsOf = async (user: TestUser) =>
      (await list(`account=${user.accountId}&sort=-amount`)).items.map(({ amount }) => amount);
    expect([await amountsOf(world.publisher), await amountsOf(world.stranger)]).toEqual([[70, 60, 50], [80]]);
  });

  it('keeps equal ones in the order of their requests, whichever was written last', async () => {
    await world.earn(180);
    const profile = idOf(await world.create());
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push(idOf(await world.withdraw(60, profile)));
    await world.act(ids[0] ?? 0, 'process');
    const list = async (sort: string) => {
      const path = `/operator/payouts?account=${world.publisher.accountId}&sort=${sort}`;
      return ((await world.get(path, world.operator)).data as { items: { id: number }[] }).items;
    };
    expect((await list('amount')).map(({ id }) => id)).toEqual(ids);
    expect((await list('-amount')).map(({ id }) => id)).toEqual(ids.toReversed());
  });

  it('shows a single payout, if there is one', async () => {
    const [id, other] = [await world.asked(60), await world.asked(70)];
    const one = async (payout: number) => await world.get(`/operator/payouts/${payout}`, world.operator);
    expect((await one(id)).data).toMatchObject({ id, amount: 60, export: null });
    expect((await one(other)).data).toMatchObject({ id: other, amount: 70 });
    const missing = await one(2_000_000_000);
    expect([missing.status, missing.error?.code]).toEqual([404, 'not_found']);
  });

  it('exports whole details of what is in processing, and says so in the audit log', async () => {
    await world.earn(200);
    const bank = idOf(await world.withdraw(60.5, idOf(await world.create({ ...BANK, bankName: '=1+1' }))));
    const paypal = idOf(await world.withdraw(70, idOf(await world.create(PAYPAL))));
    expect((await world.exportBatch([bank])).error?.message).toBe(
      `PO-${bank} is pending now: only payouts in processing can be exported.`,
    );
    await world.act(bank, 'process');
    await world.act(paypal, 'process');
    expect((await world.exportBatch([bank, 2_000_000_000])).status).toBe(404);
    expect((await world.exportBatch([])).status).toBe(422);
    expect((await world.exportBatch([bank], world.publisher)).status).toBe(403);
    const answer = await world.exportBatch([paypal, bank, bank]);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const lines = answer.raw.toString().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toBe(
      `PO-${bank},Ada Byron,${world.publisher.email},60.50,USD,bank_transfer,Ada Byron,532013000777,'=1+1,COBADEFF,` +
        `021000021,DE89370400440532013000,"Kaiserplatz 99, Frankfurt",,${world.api.now.toISOString()},PAYOUTS-20260310-1,0.00`,
    );
    expect(lines[2]).toContain(',paypal,,,,,,,,ada.private@company.test,');
    const audit = await world.api.deps.db
      .selectFrom('audit_log')
      .select(['actor_user_id', 'detail'])
      .where('action', '=', 'payout.export')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(audit).toEqual([
      {
        actor_user_id: world.operator.id,
        detail: { payouts: [bank, paypal], format: 'csv', messageId: 'PAYOUTS-20260310-1' },
      },
    ]);
  });
});

it('nothing but the export ever holds bank details in clear text', async () => {
  await world.earn(300);
  const bank = await world.create();
  const paypal = await world.create(PAYPAL);
  const id = idOf(await world.withdraw(60, idOf(bank)));
  const asked = await world.withdraw(60, idOf(paypal));
  const texts = [bank, paypal, asked, await world.create({ ...BANK, iban: 'DE89 3704 0044 0532 0130 01' })];
  for (const path of ['', '/profiles', '/settings', '/history'])
    texts.push(await world.get(`${PAYMENT}${path}`));
  texts.push(await world.get('/operator/payouts', world.operator), await world.act(id, 'process'));
  texts.push(
    await world.get('/operator/audit', world.operator),
    await world.get('/operator/mails', world.operator),
  );
  for (const answer of texts) {
    for (const secret of SECRETS) expect(answer.raw.toString()).not.toContain(secret);
  }
  for (const table of [
    'audit_log',
    'payout',
    'payment_profile',
    'idempotency_key',
    'mail_outbox',
    'ledger_transaction',
  ]) {
    const { rows } = await sql<{
      text: string;
    }>`select row_to_json(t)::text as text from ${sql.table(table)} t`.execute(world.api.deps.db);
    for (const { text } of rows) for (const secret of SECRETS) expect(text).not.toContain(secret);
  }
});

it('a file for the bank that no key of the installation opens, or whose paying account none does, is refused and says so', async () => {
  const { deps } = world.api;
  await deps.db.updateTable('network_settings').set({ currency: 'EUR' }).execute();
  await world.changePayoutSettings({
    debtor: { accountName: 'Placard', iban: 'NL91ABNA0417164300', bic: '' },
  });
  const id = await world.payoutInProcessing(60);
  const secrets = createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 8));
  const refused = async () =>
    await exportPayouts({ ...deps, secrets }, world.operator.actor, { ids: [id], format: 'sepa' }).catch(
      (error: unknown) => (error instanceof Error ? error.message : error),
    );
  expect(await refused()).toMatch(/^The account that pays cannot be read/);
  expect((await world.exportBatch([id], world.operator, 'sepa')).status).toBe(200);
  expect(await refused()).toMatch(/^The file of PAYOUTS-\d{8}-\d+ cannot be read/);
});
