import type { ReconciliationInFull, ReconciliationRun } from '@placard/contract/reconciliation';
import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import type { ReconciliationCheck } from '@placard/domain/ledger/reconciliation';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareLedgerAndReports } from '../../analytics/compare-ledger.ts';
import { FACT_TABLES } from '../../analytics/fact-tables.ts';
import { FactLoader } from '../../analytics/loader.ts';
import { openTestAnalytics, type TestAnalytics } from '../../analytics/testing/test-analytics.ts';
import { closeMonths } from '../../jobs/close-months.ts';
import { settleAvailable } from '../../settlement/settle-available.ts';
import { bodyOf, makeWorld, shipBatch, type World } from '../../settlement/testing/world.ts';
import { confirmDeposit } from '../billing/operator-deposits.ts';
import { exportContext } from '../payments/export-payouts.ts';
import { newKey, PaymentWorld } from '../payments/testing/payment-world.ts';
import { reconcileAsked, reconcileDaily, waitingRun } from './reconcile.ts';

const FEBRUARY_9 = Date.UTC(2026, 1, 9, 12);
const MARCH_9 = Date.UTC(2026, 2, 9, 12);
const NOW = new Date('2026-03-10T12:00:00Z');

let world: PaymentWorld;
let analytics: TestAnalytics;
let loader: FactLoader;
let pool: Pool;
let network: World;

const deps = (secrets = world.api.deps.secrets) => ({
  db: world.api.deps.db,
  clock: () => world.api.now,
  secrets,
  compareReports: async () => await compareLedgerAndReports({ pool, analytics: analytics.analytics, loader }),
});

let shard = 0;
async function earn(widget: number, atMs: number, times: number): Promise<void> {
  shard += 1;
  const events = Array.from({ length: times }, (_, sequence) => ({
    ...{ sequence, shard, decidedAtMs: atMs - 2_000, eventAtMs: atMs, priceMicros: 50_000_000 },
    ...{ adSetId: network.adSets[0]?.id ?? 0, widgetId: network.widgets[widget]?.id ?? 0 },
  }));
  const both = events.flatMap((event) => [
    { ...event, kind: 'impression' as const },
    { ...event, kind: 'viewable' as const },
  ]);
  await shipBatch(pool, {
    ...{ shard, spoolOffset: 0, body: bodyOf(both), recordCount: both.length },
    receivedAt: new Date(atMs),
  });
  await settleAvailable({ pool, clock: () => new Date(atMs) });
}

/** Everything that money does here, once. */
async function fillBooks(): Promise<void> {
  const { db } = world.api.deps;
  network = await makeWorld(db, {
    advertisers: [
      {
        ...{ timeZone: 'UTC', walletMicros: 0n },
        campaigns: [{ totalBudgetMicros: 10n ** 10n, adSets: [{ totalBudgetMicros: 10n ** 10n }] }],
      },
    ],
    widgetsOfPublishers: [2, 1],
  });
  const advertiserId = network.adSets[0]?.advertiserId ?? 0;
  const publisherId = network.widgets[0]?.publisherId ?? 0;
  await db
    .insertInto('account_role')
    .values([
      { account_id: advertiserId, role: 'advertiser' },
      { account_id: publisherId, role: 'publisher' },
    ])
    .execute();
  const deposit = await db
    .insertInto('deposit')
    .values({
      advertiser_id: advertiserId,
      gateway: 'manual',
      amount_micros: 500_000_000n,
      reference: 'PL-1',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await confirmDeposit({ db, clock: () => NOW }, world.operator.actor, deposit);
  const call = async (path: string, body: object) =>
    await world.api.call('POST', path, { token: world.operator.token, body, headers: newKey() });
  const ok = (answer: { status: number }) => expect(answer.status).toBe(200);
  await earn(0, FEBRUARY_9, 40);
  await earn(2, FEBRUARY_9, 3);
  ok(await call(`/operator/deposits/${deposit.id}/refunds`, { amount: 5, reason: 'Too much' }));
  await closeMonths({
    db,
    clock: () => new Date('2026-03-01T01:00:00Z'),
    publicUrl: 'http://dashboard.test',
  });
  await earn(1, MARCH_9, 10);
  ok(
    await call('/operator/corrections', {
      accountId: advertiserId,
      balance: 'wallet',
      amount: 3,
      reason: 'Kind',
    }),
  );
  const period = { accountId: advertiserId, periodFrom: '2026-02-09', periodTo: '2026-02-09' };
  const websiteId = network.widgets[2]?.websiteId ?? 0;
  ok(await call('/operator/corrections/spend', { ...period, websiteId, amount: 0.15, reason: 'Machines' }));
  // Of a month that is open: taken back of what is pending.
  const march = { ...period, periodFrom: '2026-03-09', periodTo: '2026-03-09' };
  ok(await call('/operator/corrections/spend', { ...march, amount: 0.5, reason: 'Machines' }));
  // That the gateway has given up before it was heard of: nothing was booked.
  await db
    .insertInto('deposit_refund')
    .values({
      ...{ deposit_id: deposit.id, amount_micros: 10_000n, origin: 'gateway', status: 'returned' },
      ...{ covered_micros: 0n, gateway_id: 're_returned', reason: '', failure_text: null },
      ...{ requested_by: null, requested_at: NOW, decided_at: NOW, next_attempt_at: null },
    })
    .execute();
  await world.limitIs(0);
  await db
    .insertInto('withholding_rate')
    .values({
      ...{ publisher_id: null, country: null, rate_bp: 1_000, reason: 'By law', until_at: null },
      ...{ from_at: new Date(FEBRUARY_9), created_at: new Date(FEBRUARY_9), created_by: world.operator.id },
    })
    .execute();
  for (const amount of [100, 200, 300]) await world.payoutInProcessing(amount);
  await world.earn(400);
  const profiles = (await world.get('/publisher/payment/profiles')).data as { items: { id: number }[] };
  ok(await world.withdraw(150, profiles.items[0]?.id ?? 0));
  const ids = (await db.selectFrom('payout').select('id').orderBy('id').execute()).map(({ id }) => id);
  ok(await world.exportBatch(ids.slice(0, 2)));
  ok(await world.act(ids[0] ?? 0, 'complete'));
  ok(await world.act(ids[2] ?? 0, 'fail', 'Returned'));
}

beforeAll(async () => {
  analytics = await openTestAnalytics();
  world = await PaymentWorld.open({ analytics: analytics.analytics });
  await world.newPublishers();
  pool = world.api.pool;
  loader = new FactLoader({ pool, analytics: analytics.analytics });
  await fillBooks();
});
afterAll(async () => {
  await world.api.close();
  await analytics.end();
});

/** Past the table's triggers, as nobody but the owner of the database can. */
async function tamper(statement: string): Promise<void> {
  const [, table] = /^update (\w+)/.exec(statement) ?? [];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`alter table ${table} disable trigger user`);
    const { rowCount } = await client.query(statement);
    await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
    expect([statement, rowCount]).toEqual([statement, 1]);
  } finally {
    client.release();
  }
}

const runs = async () =>
  (await world.get('/operator/reconciliation', world.operator)).data as { items: ReconciliationRun[] };
async function newest(): Promise<ReconciliationInFull> {
  const id = (await runs()).items[0]?.id ?? 0;
  return (await world.get(`/operator/reconciliation/${id}`, world.operator)).data as ReconciliationInFull;
}
const red = ({ checks }: ReconciliationInFull): ReconciliationCheck[] =>
  checks.filter(({ isGreen }) => !isGreen).map(({ check }) => check);

async function look(): Promise<ReconciliationInFull> {
  await reconcileDaily(deps());
  return await newest();
}

describe('the books', () => {
  it('are green after everything that money does, each check with lines of its own', async () => {
    const found = await look();
    expect(red(found)).toEqual([]);
    expect(found).toMatchObject({ isGreen: true, differing: 0, day: '2026-03-10', askedBy: null });
    for (const { check, compared } of found.checks) expect([check, compared > 0]).toEqual([check, true]);
    const balance = (kind: string) => found.balances.find((each) => each.kind === kind)?.balance;
    // 500 came, 5 went back, 53 views at 0.05 of which 13 were given back, 3 were credited.
    expect(balance('advertiser_wallet')).toBe(500 - 5 - 2 + 3);
    // A tenth of the payout that was made.
    expect([balance('clearing_payouts'), balance('withheld_tax')]).toEqual([90, 10]);
    expect(found.balances.reduce((sum, each) => sum + Math.round(each.balance * 1e6), 0)).toBe(0);
  });

  it('are held against each other by a clock that goes back meanwhile', async () => {
    const start = world.api.now;
    const compareReports = async () => {
      world.api.now = new Date(start.getTime() - 60_000);
      return await deps().compareReports();
    };
    expect(await reconcileDaily({ ...deps(), compareReports })).toBe(true);
    world.api.now = start;
    expect((await newest()).finishedAt).toBe(start.toISOString());
  });

  const micro = (table: string, column: string, where: string, by = 1) => ({
    breaks: `update ${table} set ${column} = ${column} + ${by} where ${where}`,
    mends: `update ${table} set ${column} = ${column} - ${by} where ${where}`,
  });
  const line = `ctid = (select ctid from spend_day order by day, ad_set_id, widget_id limit 1)`;
  const both = (other: string, by: number) => ({
    breaks: `update spend_day set ${other} = ${other} + ${by}, network_micros = network_micros + 1 where ${line}`,
    mends: `update spend_day set ${other} = ${other} - ${by}, network_micros = network_micros - 1 where ${line}`,
  });
  const entry = `ctid = (select e.ctid from ledger_entry e join ledger_account a on a.id = e.account_id
                          where a.kind = 'adjustments' order by e.sequence limit 1)`;
  const openMonth = 'closed_at is null and earned_micros > 0';

  it.each([
    [
      'a balance',
      ['trial_balance', 'balances'],
      micro('ledger_account', 'balance_micros', "kind = 'adjustments'"),
    ],
    ['an entry', ['transactions', 'balances'], micro('ledger_entry', 'amount_micros', entry)],
    [
      'what an entry says of the balance after it',
      ['balances'],
      micro(
        'ledger_entry',
        'balance_after_micros',
        `sequence = (select entry_count from ledger_account where kind = 'adjustments') and account_id = (select id from ledger_account where kind = 'adjustments')`,
      ),
    ],
    [
      'an entry that is gone with another that made it up',
      ['balances'],
      micro('ledger_account', 'entry_count', "kind = 'adjustments'"),
    ],
    ['a charge', ['charges', 'campaigns', 'reports'], both('charged_micros', 1)],
    ['a share', ['earnings', 'reports'], both('publisher_micros', -1)],
    ['a campaign’s total', ['campaigns'], micro('campaign_spend', 'spent_micros', 'true')],
    ['a campaign’s month', ['campaigns'], micro('campaign_month', 'charged_micros', "month = '2026-03-01'")],
    ['earnings of an open month', ['months'], micro('earning_month', 'earned_micros', openMonth)],
    [
      'earnings of a closed month',
      ['months'],
      micro(
        'earning_month',
        'taken_back_micros',
        "month = '2026-02-01' and earned_micros = (select max(earned_micros) from earning_month)",
      ),
    ],
    [
      'earnings of a widget',
      ['months'],
      micro('earning_month_widget', 'earned_micros', "month = '2026-03-01'"),
    ],
    ['a deposit', ['deposits'], micro('deposit', 'amount_micros', 'true', 10_000)],
    ['a refund', ['refunds'], micro('deposit_refund', 'amount_micros', "status <> 'returned'", 10_000)],
    ['a correction', ['corrections'], micro('money_correction', 'amount_micros', "kind = 'wallet'", 10_000)],
    [
      'a refunded charge',
      ['corrections'],
      micro('spend_refund_line', 'charged_micros', "day = '2026-02-09'"),
    ],
    ['a payout that was made', ['payouts'], micro('payout', 'amount_micros', "status = 'completed'", 10_000)],
    [
      'tax withheld of a payout',
      ['payouts', 'withheld_tax', 'bank_files'],
      micro('payout', 'withheld_micros', "status = 'completed'", 10_000),
    ],
    ['a payout on its way', ['in_flight'], micro('payout', 'amount_micros', "status = 'pending'", 10_000)],
  ] as const)(
    '%s that is off turns %j red, and is green again when it is mended',
    async (_, checks, { breaks, mends }) => {
      await tamper(breaks);
      const found = await look();
      expect(red(found)).toEqual(checks);
      expect(found.isGreen).toBe(false);
      for (const { differing, differences } of found.checks.filter(({ isGreen }) => !isGreen)) {
        expect(differences).toHaveLength(differing);
        for (const { left, right } of differences) expect(left).not.toBe(right);
      }
      await tamper(mends);
      expect(red(await look())).toEqual([]);
    },
  );

  it('know what a file for the bank says, and one that cannot be opened', async () => {
    const { db, secrets } = world.api.deps;
    const {
      id,
      message_id: messageId,
      file_sealed: sealed,
    } = await db.selectFrom('payout_export').selectAll().executeTakeFirstOrThrow();
    const text = secrets.open(sealed, exportContext(messageId));
    const write = async (changed: string) =>
      await db
        .updateTable('payout_export')
        .set({ file_sealed: secrets.seal(changed, exportContext(messageId)) })
        .where('id', '=', id)
        .execute();
    await write(text.replace(',90.00,', ',90.01,'));
    const found = await look();
    expect(red(found)).toEqual(['bank_files']);
    const [difference] = found.checks.find(({ check }) => check === 'bank_files')?.differences ?? [];
    expect(difference).toMatchObject({ subject: 'payout_export', id, left: 90, right: 90.01 });
    await write(text);
    expect(red(await look())).toEqual([]);
    await reconcileDaily(deps(createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 8))));
    expect(red(await newest())).toEqual(['bank_files']);
    expect(red(await look())).toEqual([]);
  });

  it('turn the operator’s home red, and the audit log keeps what differed', async () => {
    const { breaks, mends } = micro('campaign_spend', 'spent_micros', 'true');
    const alarms = async () => {
      const home = (await world.get('/operator/home', world.operator)).data as {
        alarms: { kind: string; count: number | null }[];
      };
      return home.alarms.filter(({ kind }) => kind.startsWith('books'));
    };
    expect(await alarms()).toEqual([]);
    await tamper(breaks);
    const { id } = await look();
    expect(await alarms()).toMatchObject([{ kind: 'books_differ', count: 1 }]);
    const audit = await world.api.deps.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'ledger.differs')
      .where('subject_id', '=', id)
      .execute();
    expect(audit).toEqual([{ detail: { campaigns: 1 } }]);
    await tamper(mends);
    await look();
    expect(await alarms()).toEqual([]);
  });
});

describe('a run', () => {
  it('that ten ask for at once is one, done once by the worker', async () => {
    const before = (await runs()).items[0]?.id ?? 0;
    const asked = await Promise.all(
      Array.from(
        { length: 10 },
        async () =>
          await world.api.call('POST', '/operator/reconciliation', { token: world.operator.token, body: {} }),
      ),
    );
    expect(new Set(asked.map(({ data }) => (data as ReconciliationRun).id)).size).toBe(1);
    expect((await runs()).items[0]).toMatchObject({ askedBy: 'First Desk', finishedAt: null, isGreen: null });
    const outcomes = await Promise.all([reconcileAsked(deps()), reconcileAsked(deps())]);
    expect(outcomes).toEqual([true, true]);
    expect(await reconcileAsked(deps())).toBeNull();
    const { items } = await runs();
    expect(items.map(({ id }) => id).filter((id) => id > before)).toHaveLength(1);
    expect(items[0]).toMatchObject({ isGreen: true, finishedAt: world.api.now.toISOString() });
  });

  it('that was interrupted is done by the next look, and a finished one stays as it is', async () => {
    const { id } = await waitingRun(deps(), null);
    await expect(
      reconcileAsked({ ...deps(), compareReports: async () => await Promise.reject(new Error('gone')) }),
    ).rejects.toThrow('gone');
    expect(await reconcileAsked(deps())).toBe(true);
    const { db } = world.api.deps;
    const change = db.updateTable('reconciliation').set({ is_green: false }).where('id', '=', id).execute();
    await expect(change).rejects.toThrow(/stays as it is/);
    await expect(db.deleteFrom('reconciliation').execute()).rejects.toThrow(/stays as it is/);
  });
});

it.each(Object.values(FACT_TABLES))('reports turn red when %s alone has lost its facts', async (table) => {
  const { client } = analytics.analytics;
  const kept = `${table}_kept`;
  await client.command({ query: `rename table ${table} to ${kept}` });
  await client.command({ query: `create table ${table} as ${kept}` });
  const found = await look();
  expect(red(found)).toEqual(['reports']);
  const reports = found.checks.find(({ check }) => check === 'reports');
  expect(reports).toMatchObject({ differing: reports?.compared, right: 0 });
  await client.command({ query: `drop table ${table} sync` });
  await client.command({ query: `rename table ${kept} to ${table}` });
  expect(red(await look())).toEqual([]);
});
