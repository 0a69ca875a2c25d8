import type { ClosedBooks, OpenBooks } from '@placard/contract/month-close';
import { createTestDatabase } from '@placard/db/testing/database';
import { walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { closeMonths } from '../../jobs/close-months.ts';
import { issueMonthInvoices } from '../../jobs/issue-invoices.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { settleAvailable } from '../../settlement/settle-available.ts';
import { bodyOf, makeWorld, shipBatch, type World } from '../../settlement/testing/world.ts';
import { readLines } from './month-lines.ts';
import { readOpenMonths } from './month-states.ts';

const FEBRUARY_9 = Date.UTC(2026, 1, 9, 12);
const FEBRUARY_END = new Date('2026-03-01T00:00:00Z');

let api: TestApi;
let pool: Pool;
let operator: TestUser;
let network: World;

beforeAll(async () => {
  api = await createTestApi();
  pool = api.pool;
  operator = await api.user({ roles: ['operator'] });
  network = await makeWorld(api.deps.db, {
    advertisers: [
      {
        ...{ timeZone: 'UTC', walletMicros: 0n },
        campaigns: [{ totalBudgetMicros: 10n ** 10n, adSets: [{ totalBudgetMicros: 10n ** 10n }] }],
      },
    ],
    widgetsOfPublishers: [1],
  });
  await book('test:funds', 100_000_000n, new Date(FEBRUARY_9));
  await earn(FEBRUARY_9, FEBRUARY_9, 40);
});
afterAll(async () => {
  await api.close();
});

const advertiserId = () => network.adSets[0]?.advertiserId ?? 0;

async function book(reference: string, amountMicros: bigint, at: Date): Promise<void> {
  const entries = adjustmentEntries({ account: walletOf(advertiserId()), amountMicros });
  await api.deps.db.transaction().execute(async (trx) => {
    await postTransaction(trx, { kind: 'adjustment', reference, entries, at });
  });
}

let shard = 0;
async function earn(atMs: number, settledMs: number, times: number): Promise<void> {
  shard += 1;
  const events = Array.from({ length: times }, (_, sequence) => ({
    ...{ sequence, shard, decidedAtMs: atMs - 2_000, eventAtMs: atMs, priceMicros: 50_000_000 },
    ...{ adSetId: network.adSets[0]?.id ?? 0, widgetId: network.widgets[0]?.id ?? 0 },
  }));
  const both = events.flatMap((event) => [
    { ...event, kind: 'impression' as const },
    { ...event, kind: 'viewable' as const },
  ]);
  await shipBatch(pool, {
    ...{ shard, spoolOffset: 0, body: bodyOf(both), recordCount: both.length },
    receivedAt: new Date(settledMs),
  });
  await settleAvailable({ pool, clock: () => new Date(settledMs) });
}

const list = async () =>
  (await api.call('GET', '/operator/books', { token: operator.token })).data as {
    open: OpenBooks[];
    closed: ClosedBooks[];
  };
const close = async (month: string) =>
  await api.call('POST', `/operator/books/${month}/close`, { token: operator.token, body: {} });
const csv = async (month: string) =>
  await api.call('GET', `/operator/books/${month}/csv`, { token: operator.token });
const blockersOf = async (month: string) =>
  (await list()).open.find((each) => each.month === month)?.blockers;

async function looked(isGreen: boolean, at = api.now): Promise<void> {
  await api.deps.db
    .insertInto('reconciliation')
    .values({
      ...{ day: '2026-03-10', asked_by: null, asked_at: at, started_at: at, finished_at: at },
      is_green: isGreen,
    })
    .execute();
}
async function newestLook(): Promise<{ id: number }> {
  const looks = api.deps.db.selectFrom('reconciliation').select('id').where('finished_at', 'is not', null);
  return await looks.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
}
async function settledUpTo(at: Date): Promise<void> {
  await api.deps.db
    .updateTable('seen_horizon')
    .set({ minute: at.getTime() / 60_000 })
    .execute();
}

describe('a month', () => {
  it('is closed once it is settled, earned, invoiced, and the books are green', async () => {
    await looked(true, new Date(FEBRUARY_END.getTime() - 1));
    expect((await list()).open.map(({ month, blockers }) => [month, blockers])).toEqual([
      ['2026-03', ['month_runs']],
      ['2026-02', ['not_settled', 'earnings_open', 'not_invoiced', 'books_unchecked']],
    ]);
    // What an earlier month lacks, a later one lacks as well, though nothing was earned or charged in it.
    const [february, march] = await readOpenMonths(api.deps.db, new Date('2026-04-02T00:00:00Z'));
    expect([february?.month, march?.month]).toEqual(['2026-02-01', '2026-03-01']);
    const unpaid = ['earnings_open', 'not_invoiced', 'books_unchecked'];
    expect(march?.blockers).toEqual(['earlier_open', 'not_settled', ...unpaid]);
    await settledUpTo(FEBRUARY_END);
    const jobs = { db: api.deps.db, clock: () => api.now, publicUrl: 'http://dashboard.test' };
    await closeMonths(jobs);
    await issueMonthInvoices({ ...jobs, clock: () => new Date('2026-03-01T01:00:00Z') });
    await looked(false);
    // A month without earnings, and a look that is not over, stand between nothing.
    await sql`insert into earning_month (publisher_id, month, earned_micros) values (${advertiserId()}, '2026-02-01', 0)`.execute(
      api.deps.db,
    );
    await api.deps.db
      .insertInto('reconciliation')
      .values({ day: '2026-03-10', asked_by: null, asked_at: api.now })
      .execute();
    expect(await blockersOf('2026-02')).toEqual(['books_differ']);
    await sql`delete from earning_month where publisher_id = ${advertiserId()}`.execute(api.deps.db);
    const refused = await close('2026-02');
    expect([refused.status, refused.error?.message]).toEqual([
      409,
      'This month cannot be closed yet: books_differ.',
    ]);
    expect(refused.error).toMatchObject({
      reason: 'month_not_closable',
      values: { blockers: 'books_differ' },
    });
    expect((await close('2026-03')).error?.code).toBe('conflict_status');
    expect((await close('2026-01')).error?.code).toBe('not_found');
    expect((await csv('2026-02')).status).toBe(404);
    await looked(true);
    expect(await blockersOf('2026-02')).toEqual([]);
  });

  it('that ten close at once is closed once, with its totals and in the audit log', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, async () => await close('2026-02')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await list()).toMatchObject({
      open: [{ month: '2026-03' }],
      closed: [{ month: '2026-02', closedBy: 'Test User 1', closedAt: api.now.toISOString() }],
    });
    const audit = await api.deps.db
      .selectFrom('audit_log')
      .select(['actor_user_id', 'detail'])
      .where('action', '=', 'books.close')
      .execute();
    const { id } = await newestLook();
    expect(audit).toEqual([
      { actor_user_id: operator.id, detail: { month: '2026-02', reconciliationId: id } },
    ]);
    expect((await list()).closed[0]?.reconciliationId).toBe(id);
    // Who has no name is called by their address.
    const named = async (first: string, last: string) =>
      await sql`update app_user set first_name = ${first}, last_name = ${last} where id = ${operator.id}`.execute(
        api.deps.db,
      );
    await named('', ' ');
    expect((await list()).closed[0]?.closedBy).toBe(operator.email);
    await named('Test', 'User 1');
    const again = await close('2026-02');
    expect([again.status, again.error?.reason]).toEqual([409, 'month_closed']);
    const rows = (await csv('2026-02')).raw.toString().replace('\uFEFF', '').trim().split('\r\n');
    const tail = 'USD,2026-03-10';
    expect(rows).toEqual([
      'month,section,name,count,amount,currency,closed',
      // 40 views at 0.05, of which 0.035 are the publisher's.
      `2026-02,charged,advertisers,1,2.00,${tail}`,
      `2026-02,earned,publishers,1,1.40,${tail}`,
      `2026-02,earned,taken_back,0,0.00,${tail}`,
      `2026-02,booked,adjustment adjustments,1,-100.00,${tail}`,
      `2026-02,booked,adjustment advertiser_wallet,1,100.00,${tail}`,
      `2026-02,booked,settlement advertiser_wallet,1,-2.00,${tail}`,
      `2026-02,booked,settlement network_revenue,1,0.60,${tail}`,
      `2026-02,booked,settlement publisher_pending,1,1.40,${tail}`,
      `2026-02,balance,adjustments,1,-100.00,${tail}`,
      `2026-02,balance,advertiser_wallet,1,98.00,${tail}`,
      `2026-02,balance,network_revenue,1,0.60,${tail}`,
      `2026-02,balance,publisher_pending,1,1.40,${tail}`,
    ]);
    // A network that moves later keeps the day.
    const closedAt = api.now;
    api.now = new Date(closedAt.getTime() + 1);
    const settings = await api.call('GET', '/operator/settings', { token: operator.token });
    const body = { ...(settings.data as object), timeZone: 'Pacific/Kiritimati' };
    expect((await api.call('PUT', '/operator/settings', { token: operator.token, body })).status).toBe(200);
    expect((await csv('2026-02')).raw.toString()).toContain(`1,1.40,${tail}`);
    await api.deps.db.updateTable('network_settings').set({ time_zone: 'UTC' }).execute();
    api.now = closedAt;
  });
});

describe('a closed month', () => {
  it('takes no booking, up to its last instant, by anybody', async () => {
    const last = new Date(FEBRUARY_END.getTime() - 1);
    await expect(book('test:late', 1n, last)).rejects.toThrow(/the books are closed up to/);
    await book('test:next', 1n, FEBRUARY_END);
    const direct = pool.query(
      `insert into ledger_transaction (kind, reference, at) values ('adjustment', 'test:direct', $1)`,
      [last],
    );
    await expect(direct).rejects.toThrow(/the books are closed up to/);
  });

  it('keeps its documents as they are and takes none', async () => {
    const { db } = api.deps;
    const document = (issuedAt: Date, number: number) =>
      db
        .insertInto('invoice')
        .values({
          ...{ number, advertiser_id: advertiserId(), kind: 'month', month: '2026-05-01', amount_cents: 1n },
          ...{ currency: 'USD', issued_at: issuedAt },
        })
        .execute();
    await expect(document(new Date(FEBRUARY_END.getTime() - 1), 900)).rejects.toThrow(/books are closed/);
    await document(FEBRUARY_END, 901);
    await db.updateTable('invoice').set({ currency: 'EUR' }).where('number', '=', 901).execute();
    const move = db
      .updateTable('invoice')
      .set({ issued_at: new Date(FEBRUARY_END.getTime() - 1) })
      .where('number', '=', 901)
      .execute();
    await expect(move).rejects.toThrow(/books are closed/);
    await db.deleteFrom('invoice').where('number', '=', 901).execute();
    await expect(db.deleteFrom('closed_month').execute()).rejects.toThrow(/append-only/);
  });

  it('keeps its reports: what comes late from it is charged to nobody', async () => {
    const figures = async () => {
      const { rows } = await sql<{ figures: unknown }>`
        select jsonb_build_array((select jsonb_agg(s order by s.day, s.widget_id) from spend_line s),
                                 (select jsonb_agg(m) from campaign_month m),
                                 (select jsonb_agg(e order by e.month) from earning_month e)) as figures`.execute(
        api.deps.db,
      );
      return rows[0]?.figures;
    };
    const before = await figures();
    await earn(FEBRUARY_END.getTime() - 1_000, api.now.getTime(), 5);
    expect(await figures()).toEqual(before);
    await earn(FEBRUARY_END.getTime() + 3_000, api.now.getTime(), 5);
    const spent = await api.deps.db
      .selectFrom('campaign_month')
      .select(['month', 'charged_micros'])
      .orderBy('month')
      .execute();
    expect(spent).toEqual([
      { month: '2026-02-01', charged_micros: 2_000_000n },
      { month: '2026-03-01', charged_micros: 250_000n },
    ]);
  });
});

it('a booking that is under way when its month is closed is in its totals, one that comes after is refused', async () => {
  api.now = new Date('2026-04-10T12:00:00Z');
  // The session of before is over.
  operator = await api.user({ roles: ['operator'] });
  const end = new Date('2026-04-01T00:00:00Z');
  await settledUpTo(end);
  // February was closed in UTC. There March begins an hour later, and April with summer time at the same moment.
  await sql`update network_settings set time_zone = 'Atlantic/Azores'`.execute(api.deps.db);
  await sql`update network_settings set seller_country = 'DE', tax_rates = '[{"country": "DE", "rateBp": 1900}]'`.execute(
    api.deps.db,
  );
  // Of the five that were seen, and what goes back of one of them, where nothing was taken of others.
  await sql`update earning_month set taken_back_micros = 35000 where month = '2026-03-01'`.execute(
    api.deps.db,
  );
  await sql`insert into earning_month (publisher_id, month, earned_micros, closed_at, available_sequence)
    values (${advertiserId()}, '2026-03-01', 7, ${api.now}, 0)`.execute(api.deps.db);
  await book('test:last-instant', 2_000_000n, new Date(end.getTime() - 1));
  await book('test:next-month', 4_000_000n, end);
  const jobs = { db: api.deps.db, clock: () => api.now, publicUrl: 'http://dashboard.test' };
  await closeMonths(jobs);
  await issueMonthInvoices({ ...jobs, clock: () => end });
  // Dated into the month as its documents are, one at its first instant and one at its last; and one of the next.
  await sql`
    insert into invoice (number, advertiser_id, kind, month, amount_cents, tax_treatment, tax_bp, tax_cents, currency, issued_at)
    values (801, ${advertiserId()}, 'month', '2026-06-01', 119, 'taxed', 1900, 19, 'USD', ${FEBRUARY_END}),
           (802, ${advertiserId()}, 'month', '2026-07-01', 200, 'taxed', 700, 13, 'USD', ${new Date(end.getTime() - 1)}),
           (803, ${advertiserId()}, 'month', '2026-08-01', 400, 'taxed', 1900, 64, 'USD', ${end})`.execute(
    api.deps.db,
  );
  await looked(true);
  const client = await pool.connect();
  const waiting = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.n ?? 0;
  };
  try {
    await client.query('begin');
    await client.query(
      `insert into ledger_transaction (kind, reference, at) values ('adjustment', 'test:under-way', $1)`,
      [new Date(end.getTime() - 1)],
    );
    const { rows } = await client.query(
      `with t as (select id from ledger_transaction where reference = 'test:under-way')
       insert into ledger_entry (transaction_id, account_id, amount_micros)
       select t.id, a.id, case a.kind when 'adjustments' then -7 else 7 end
         from t, ledger_account a where a.kind in ('adjustments', 'network_revenue') returning 1`,
    );
    expect(rows).toHaveLength(2);
    const closing = close('2026-03');
    await expect.poll(waiting).toBe(1);
    const late = book('test:after', 1n, new Date(end.getTime() - 1)).catch((cause: unknown) => cause);
    await expect.poll(waiting).toBe(2);
    await client.query('commit');
    expect((await closing).status).toBe(200);
    expect(String(await late)).toMatch(/the books are closed up to/);
    const lines = (await csv('2026-03')).raw.toString().replace('\uFEFF', '').trim().split('\r\n');
    expect(lines.slice(1).map((row) => row.replace(/^2026-03,(.*),USD,2026-04-10$/, '$1'))).toEqual([
      'charged,advertisers,1,0.25',
      'earned,publishers,2,0.175007',
      'earned,taken_back,1,-0.035',
      'booked,adjustment adjustments,3,-2.000008',
      'booked,adjustment advertiser_wallet,2,2.000001',
      'booked,adjustment network_revenue,1,0.000007',
      // February's earnings were closed in March.
      'booked,month_close publisher_available,1,1.40',
      'booked,month_close publisher_pending,1,-1.40',
      'booked,settlement advertiser_wallet,1,-0.25',
      'booked,settlement network_revenue,1,0.075',
      'booked,settlement publisher_pending,1,0.175',
      'balance,adjustments,1,-102.000008',
      'balance,advertiser_wallet,1,99.750001',
      'balance,network_revenue,1,0.675007',
      'balance,publisher_available,1,1.40',
      'balance,publisher_pending,1,0.175',
      // February's invoice of 2.00, which has no tax, and those of the first and the last instant.
      'documents,month,3,5.19',
      'tax,month 1900,1,0.19',
      'tax,month 700,1,0.13',
    ]);
    expect((await list()).closed.map(({ month }) => month)).toEqual(['2026-03', '2026-02']);
    expect((await list()).open.map(({ month }) => month)).toEqual(['2026-04']);
  } finally {
    client.release();
  }
});

it('months are open from the one that runs where nothing was booked yet, and no endless number of them', async () => {
  const fresh = await createTestDatabase();
  try {
    await fresh.db.updateTable('network_settings').set({ time_zone: 'Europe/Berlin' }).execute();
    const months = async (now: string) => await readOpenMonths(fresh.db, new Date(now));
    // In Berlin March begins an hour before it does in UTC.
    expect(await months('2026-02-28T23:00:00Z')).toEqual([
      {
        ...{ month: '2026-03-01', endsAt: new Date('2026-03-31T22:00:00Z'), blockers: ['month_runs'] },
        reconciliationId: null,
      },
    ]);
    await sql`insert into ledger_transaction (kind, reference, at)
      values ('adjustment', 'test:first', '2026-01-31T22:59:59Z'), ('adjustment', 'test:second', '2026-02-01')`.execute(
      fresh.db,
    );
    expect((await months('2026-02-28T22:59:59Z')).map(({ month }) => month)).toEqual([
      '2026-01-01',
      '2026-02-01',
    ]);
    const lines = async () =>
      await fresh.db.transaction().execute(async (trx) => {
        const span = { startsAt: new Date('2025-12-31T23:00:00Z'), endsAt: new Date('2026-01-01T00:00:00Z') };
        return (await readLines(trx, { month: '2026-01-01', ...span })).map(({ name, count, micros }) => [
          name,
          count,
          micros,
        ]);
      });
    const nothing = ['advertisers', 'publishers', 'taken_back'].map((name) => [name, 0, '0']);
    expect(await lines()).toEqual(nothing);
    await sql`with a as (insert into account (status) values ('active') returning id)
      insert into earning_month (publisher_id, month, earned_micros, taken_back_micros)
      select id, '2026-01-01', 1, 1 from a`.execute(fresh.db);
    expect(await lines()).toEqual([nothing[0], ['publishers', 1, '1'], ['taken_back', 1, '-1']]);
    const endless = await months('2100-01-01T00:00:00Z');
    expect([endless.length, endless[0]?.month]).toEqual([600, '2026-01-01']);
  } finally {
    await fresh.drop();
  }
});
