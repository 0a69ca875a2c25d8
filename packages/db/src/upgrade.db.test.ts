import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';
import { dropDatabase, withDatabase } from './testing/cluster.ts';
import { FIRST_RELEASE_ROWS } from './testing/first-release-rows.ts';

type Rows = ReadonlyMap<string, readonly Record<string, unknown>[]>;

/** Rows that a migration itself adds. */
const ADDED: Readonly<Record<string, number>> = {
  // The network's account for tax that it withholds.
  ledger_account: 1,
};
/** Columns that the first release had and never wrote; what they were for has tables of its own now. */
const GIVEN_UP: Readonly<Record<string, readonly string[]>> = {
  campaign: ['analytics_seen_at'],
  website: ['analytics_seen_at'],
};

/** Where values are read that went elsewhere: each user became the owner of an account with the same id. */
const MOVED: Readonly<Record<string, string>> = {
  app_user: `select to_jsonb(u) || jsonb_build_object('company', a.company, 'time_zone', a.time_zone) as row
               from app_user u join account a on a.id = u.id`,
  user_role: `select jsonb_build_object('user_id', user_id, 'role', role) as row from (
                select user_id, role from user_role union all select account_id, role from account_role) r`,
  publisher_settings: `select to_jsonb(p) || jsonb_build_object('user_id', p.account_id) as row from publisher_settings p`,
};

const name = `upgrade_${randomBytes(6).toString('hex')}`;
let client: pg.Client;
let url: string;
let before: Rows;
let applied: string[][];

async function readRows(
  tables: readonly string[],
  moved: Readonly<Record<string, string>> = {},
): Promise<Rows> {
  const rows = new Map<string, Record<string, unknown>[]>();
  for (const table of tables) {
    const answer = await client.query<{ row: Record<string, unknown> }>(
      `select row from (${moved[table] ?? `select to_jsonb(t) as row from ${table} t`}) rows order by row::text`,
    );
    rows.set(
      table,
      answer.rows.map(({ row }) => row),
    );
  }
  return rows;
}

async function tablesNow(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migration' order by 1`,
  );
  return rows.map((row) => row.name);
}

beforeAll(async () => {
  const { superuserUrl, appUrl } = inject('testCluster');
  const superuser = new pg.Client({ connectionString: superuserUrl });
  await superuser.connect();
  await superuser.query(`CREATE DATABASE ${name} OWNER placard`);
  await superuser.end();
  url = withDatabase(appUrl, name);
  const first = readMigrations().slice(0, 1);
  await migrate(url, first);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(FIRST_RELEASE_ROWS);
  before = await readRows(await tablesNow());
  // Two processes of the new version start at once, as they do on two machines.
  applied = await Promise.all([migrate(url), migrate(url)]);
});
afterAll(async () => {
  await client.end();
  await dropDatabase(inject('testCluster'), name);
});

it('the first release had rows in each of its tables', () => {
  expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([]);
});

it('an upgrade applies every later migration once, also when two start at once', () => {
  expect(applied.flat().sort()).toEqual(
    readMigrations()
      .slice(1)
      .map((migration) => migration.name),
  );
});

it('an upgrade keeps every row and every value', async () => {
  const after = await readRows([...before.keys()], MOVED);
  for (const [table, rows] of before) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => GIVEN_UP[table]?.includes(column) !== true);
    const only = (row: Record<string, unknown>) =>
      Object.fromEntries(columns.map((column) => [column, row[column]]));
    const kept = (after.get(table) ?? []).map(only);
    // Migrations that fill new columns may tell delivery of it: the log of changes may grow.
    if (table !== 'change_log')
      expect([table, kept.length]).toEqual([table, rows.length + (ADDED[table] ?? 0)]);
    expect([table, kept]).toEqual([table, expect.arrayContaining(rows.map(only))]);
  }
});

it('an upgraded installation has what the new version expects of it', async () => {
  const { rows } = await client.query(
    `select to_char(month, 'YYYY-MM') as month, available_sequence::int as sequence, figures_sha256 as hash
       from earning_month order by month`,
  );
  // The network is in Berlin: the close and the withdrawal after it fell into its February.
  expect(rows).toEqual([
    { month: '2026-01', sequence: 0, hash: null },
    { month: '2026-02', sequence: null, hash: null },
  ]);
  const settings = await client.query(
    'select approval_limit_micros::text as above, debtor_sealed from payout_settings',
  );
  expect(settings.rows).toEqual([{ above: '1000000000', debtor_sealed: null }]);
  const sums = await client.query('select sum(balance_micros)::text as sum from ledger_account');
  expect(sums.rows).toEqual([{ sum: '0' }]);
  // Nothing is left to do, and it is a database like a new one.
  expect(await migrate(url)).toEqual([]);
});
