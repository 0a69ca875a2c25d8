import type { ReconciliationInFull, ReconciliationRun } from '@placard/contract/reconciliation';
import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { DIFFERENCES_KEPT, type ReconciliationCheck } from '@placard/domain/ledger/reconciliation';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareLedgerAndReports, type LedgerComparison } from '../../analytics/compare-ledger.ts';
import { FACT_TABLES } from '../../analytics/fact-tables.ts';
import { FactLoader } from '../../analytics/loader.ts';
import { openTestAnalytics, type TestAnalytics } from '../../analytics/testing/test-analytics.ts';
import { exportContext } from '../payments/export-payouts.ts';
import { PaymentWorld } from '../payments/testing/payment-world.ts';
import { checkBankFiles } from './bank-files.ts';
import { reconcileAsked, reconcileDaily, waitingRun } from './reconcile.ts';
import { fillBooks } from './testing/full-books.ts';

let world: PaymentWorld;
let analytics: TestAnalytics;
let loader: FactLoader;
let pool: Pool;

const deps = (secrets = world.api.deps.secrets) => ({
  db: world.api.deps.db,
  clock: () => world.api.now,
  secrets,
  compareReports: async () => await compareLedgerAndReports({ pool, analytics: analytics.analytics, loader }),
});

beforeAll(async () => {
  analytics = await openTestAnalytics();
  world = await PaymentWorld.open({ analytics: analytics.analytics });
  await world.newPublishers();
  pool = world.api.pool;
  loader = new FactLoader({ pool, analytics: analytics.analytics });
  await fillBooks(world);
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

const runs = async (query = '') =>
  (await world.get(`/operator/reconciliation${query}`, world.operator)).data as {
    items: ReconciliationRun[];
    next: string | null;
  };
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
    const kinds = found.balances.map(({ kind }) => kind);
    expect(kinds).toEqual(kinds.toSorted());
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
      for (const { check, differing, differences } of found.checks.filter(({ isGreen }) => !isGreen)) {
        expect(differences).toHaveLength(differing);
        for (const { left, right } of differences) expect(left).not.toBe(right);
        const labels = differences.map(({ id, label }) => `${String(id).padStart(9)} ${label}`);
        if (check !== 'reports') expect(labels).toEqual(labels.toSorted());
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

  it('look at each file for the bank that was not discarded, however many there are', async () => {
    const { db, secrets } = world.api.deps;
    const trx = await db.startTransaction().execute();
    try {
      const files = trx.selectFrom('payout_export').selectAll();
      const { id: firstId, ...file } = await files.executeTakeFirstOrThrow();
      const payouts = trx.selectFrom('payout').select('id').where('export_id', '=', firstId);
      const [first, second] = await payouts.orderBy('id').execute();
      const look = async () => await checkBankFiles(trx, secrets);
      const sums = { check: 'bank_files', left: '270000000', right: '270000000' };
      // 100 and 200 less a tenth.
      expect(await look()).toEqual({ ...sums, compared: 2, differing: 0, differences: [] });
      const others = Array.from({ length: 100 }, (_, n) => ({ ...file, message_id: `OTHER-${n}` }));
      await trx.insertInto('payout_export').values(others).execute();
      const text = secrets.open(file.file_sealed, exportContext(file.message_id));
      const message_id = 'LAST';
      const swapped = text.replaceAll(`PO-${first?.id},`, 'PO-999,');
      const last = { ...file, message_id, file_sealed: secrets.seal(swapped, exportContext(message_id)) };
      const made = trx.insertInto('payout_export').values(last).returning('id');
      const { id } = await made.executeTakeFirstOrThrow();
      await trx.updateTable('payout').set({ export_id: id }).where('export_id', '=', firstId).execute();
      // Files of no payouts, that cannot be opened, tell nothing; the first one tells of two that are in the last by now.
      const of = { subject: 'payout_export' };
      const elsewhere = [first, second].map((payout, index) => ({
        ...{ ...of, id: firstId, label: `${file.message_id} PO-${payout?.id}` },
        ...{ left: '0', right: String(90_000_000 * (index + 1)) },
      }));
      const here = [
        { ...of, id, label: `LAST PO-${first?.id}`, left: '90000000', right: '0' },
        { ...of, id, label: 'LAST PO-999', left: '0', right: '90000000' },
      ];
      expect(await look()).toEqual({
        ...{ ...sums, compared: 5, differing: 4, right: '540000000', differences: [...elsewhere, ...here] },
      });
      const discarded = { discarded_at: world.api.now, discarded_by: world.operator.id };
      const discard = trx.updateTable('payout_export').set({ ...discarded, discard_reason: 'Sent twice' });
      await discard.where('id', '=', firstId).execute();
      expect(await look()).toEqual({ ...sums, compared: 3, differing: 2, differences: here });
    } finally {
      await trx.rollback().execute();
    }
  });

  it(`count all that differs, and keep ${DIFFERENCES_KEPT} of a check, the oldest first`, async () => {
    const one = (n: number) => ({
      ...{ day: '2026-03-09', adSetId: n, widgetId: 7 },
      ledger: { chargedMicros: 5n, publisherMicros: 3n },
      reports: { chargedMicros: n === 1 ? 5n : 6n, publisherMicros: 4n },
    });
    const many = Array.from({ length: DIFFERENCES_KEPT + 1 }, (_, index) => one(index + 1));
    const report = {
      ...{ comparedLines: 30, differingLines: 2, differences: [one(1), one(2)] },
      ...{ walletDriftMicros: 1n, publisherDriftMicros: -2n, networkDriftMicros: 3n, ledgerTotalMicros: 0n },
      ...{ ledgerChargedMicros: 9_000_000n, reportsChargedMicros: 8_000_000n },
      rollupDifferences: [
        { rollup: 'ad_day', owner: 1, day: '2026-03-08', id: 4, sum: 'clicks', facts: 1n, rollupHas: 2n },
      ] as LedgerComparison['rollupDifferences'],
    };
    const ofReports = async (found: Partial<LedgerComparison>) => {
      await reconcileDaily({ ...deps(), compareReports: async () => ({ ...report, ...found }) });
      return (await newest()).checks.find(({ check }) => check === 'reports');
    };
    const line = { subject: 'report_line' };
    const drift = { subject: 'ledger', id: 0, label: '', right: 0 };
    expect(await ofReports({})).toEqual({
      ...{ check: 'reports', isGreen: false, compared: 30, differing: 6, left: 9, right: 8 },
      differences: [
        // What publishers got differs where the charge does not.
        { ...line, id: 1, label: '2026-03-09 7', left: 0.000_003, right: 0.000_004 },
        { ...line, id: 2, label: '2026-03-09 7', left: 0.000_005, right: 0.000_006 },
        { ...line, id: 4, label: '2026-03-08 ad_day clicks', left: 0.000_001, right: 0.000_002 },
        ...[0.000_001, -0.000_002, 0.000_003].map((left) => ({ ...drift, left })),
      ],
    });
    const found = await ofReports({ differingLines: many.length, differences: many });
    expect([found?.differing, found?.differences.length]).toEqual([many.length + 4, DIFFERENCES_KEPT]);
    const client = await pool.connect();
    const booked = `insert into ledger_transaction (kind, reference)
      select 'adjustment', 'correction:none-' || n from generate_series(1, ${DIFFERENCES_KEPT + 1}) n returning id`;
    try {
      const { rows } = await client.query(booked);
      const corrections = (await look()).checks.find(({ check }) => check === 'corrections');
      expect(corrections).toMatchObject({ differing: DIFFERENCES_KEPT + 1, isGreen: false });
      const kept = rows.slice(0, DIFFERENCES_KEPT).map(({ id }) => Number(id));
      expect(corrections?.differences.map(({ id }) => id)).toEqual(kept);
    } finally {
      await client.query(`begin; alter table ledger_transaction disable trigger user;
        delete from ledger_transaction where reference like 'correction:none-%';
        alter table ledger_transaction enable trigger user; commit`);
      client.release();
    }
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
  it('is read by its number, and all are listed part by part, newest first', async () => {
    const whole = await runs('?limit=100');
    const ids = whole.items.map(({ id }) => id);
    expect([ids.length > 3, ids]).toEqual([true, ids.toSorted((a, b) => b - a)]);
    const part = await runs('?limit=2');
    expect(part).toEqual({ items: whole.items.slice(0, 2), next: String(ids[1]) });
    expect((await runs(`?limit=2&before=${part.next}`)).items).toEqual(whole.items.slice(2, 4));
    const oldest = ids.at(-3);
    expect(await runs(`?limit=2&before=${oldest}`)).toEqual({ items: whole.items.slice(-2), next: null });
    expect((await world.get('/operator/reconciliation/2000000000', world.operator)).status).toBe(404);
  });

  it('that ten ask for at once is one, done once by the worker', async () => {
    const before = (await runs()).items[0]?.id ?? 0;
    const asked = await Promise.all(
      Array.from(
        { length: 10 },
        async () =>
          await world.api.call('POST', '/operator/reconciliation', { token: world.operator.token, body: {} }),
      ),
    );
    const [waiting] = (await runs()).items;
    expect(waiting).toMatchObject({
      ...{ askedBy: 'First Desk', askedAt: world.api.now.toISOString(), differing: 0 },
      ...{ finishedAt: null, isGreen: null },
    });
    expect(asked.map(({ data }) => data)).toEqual(asked.map(() => waiting));
    const called = async (set: string) =>
      await pool.query(`update app_user set ${set} where id = ${world.operator.id}`);
    await called("first_name = '', last_name = ''");
    expect((await runs()).items[0]?.askedBy).toBe(world.operator.email);
    await called("first_name = 'First', last_name = 'Desk'");
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
