import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { type Migration, migrate, readMigrations } from './migrate.ts';
import { dropDatabase, withDatabase } from './testing/cluster.ts';

const migration = (version: number, sql: string): Migration => ({
  version,
  name: `000${version}_x`,
  sql,
  sha256: sql,
});

let name: string;
let url: string;

async function ask(address: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeEach(async () => {
  name = `migrate_${randomBytes(6).toString('hex')}`;
  const { superuserUrl, appUrl } = inject('testCluster');
  await ask(superuserUrl, `CREATE DATABASE ${name} OWNER placard`);
  url = withDatabase(appUrl, name);
});
afterEach(() => dropDatabase(inject('testCluster'), name));

it('brings an empty database to the newest schema, and then has nothing to do', async () => {
  expect(await migrate(url)).toEqual(readMigrations().map((each) => each.name));
  expect(await migrate(url)).toEqual([]);
});

it('applies each migration once when two migrators start at once', async () => {
  const migrations = [
    migration(1, 'CREATE TABLE a (n integer); SELECT pg_sleep(0.05)'),
    migration(2, 'INSERT INTO a VALUES (1)'),
  ];
  const both = await Promise.all([migrate(url, migrations), migrate(url, migrations)]);
  expect(both.flat().sort()).toEqual(['0001_x', '0002_x']);
  expect(await ask(url, 'SELECT n FROM a')).toEqual([{ n: 1 }]);
});

it('rolls a failing migration back with those before it, and names the line', async () => {
  const first = migration(1, 'CREATE TABLE a (n integer)');
  await migrate(url, [first]);
  const broken = [
    first,
    migration(2, 'INSERT INTO a VALUES (2); CREATE TABLE b (n integer)'),
    migration(3, 'CREATE TABLE c (n integer);\nSELEC 1'),
  ];
  await expect(migrate(url, broken)).rejects.toThrow(
    /0003_x failed \(line 2\) and was rolled back: syntax error/,
  );
  const made =
    "SELECT to_regclass('b') IS NULL AS b, to_regclass('c') IS NULL AS c, count(*)::int AS rows FROM a";
  expect(await ask(url, made)).toEqual([{ b: true, c: true, rows: 0 }]);
  expect(await migrate(url, [first, migration(2, 'CREATE TABLE b (n integer)')])).toEqual(['0002_x']);
});

it('checks what a migration deferred before the next one, and names whose it is', async () => {
  const deferred = [
    migration(
      1,
      'CREATE TABLE a (id integer PRIMARY KEY, next integer REFERENCES a DEFERRABLE INITIALLY DEFERRED)',
    ),
    migration(2, 'INSERT INTO a VALUES (1, 2)'),
    migration(3, 'ALTER TABLE a ADD COLUMN n integer'),
  ];
  await expect(migrate(url, deferred)).rejects.toThrow(/0002_x failed and was rolled back: .*foreign key/);
  const held = [deferred[0], migration(2, 'INSERT INTO a VALUES (1, 1)'), deferred[2]].flatMap(
    (each) => each ?? [],
  );
  expect(await migrate(url, held)).toHaveLength(3);
});

it('refuses a database with tables of something else, and takes an empty one', async () => {
  await ask(url, 'CREATE TABLE somebodys (n integer)');
  await expect(migrate(url)).rejects.toThrow(/has tables of something else \(somebodys\)/);
  expect(await ask(url, "SELECT to_regclass('schema_migration') IS NULL AS untouched")).toEqual([
    { untouched: true },
  ]);
  await ask(url, 'DROP TABLE somebodys');
  expect(await migrate(url, [migration(1, 'SELECT 1')])).toEqual(['0001_x']);
});

it('refuses a newer schema and a changed file without touching anything', async () => {
  await migrate(url, [migration(1, 'CREATE TABLE a (n integer)'), migration(2, 'SELECT 1')]);
  await expect(migrate(url, [migration(1, 'CREATE TABLE a (n integer)')])).rejects.toThrow(
    /a newer Placard was here/,
  );
  await expect(
    migrate(url, [migration(1, 'CREATE TABLE z (n integer)'), migration(2, 'SELECT 1')]),
  ).rejects.toThrow(/was changed after this database applied it/);
});

it('counts what an installation of the first release has charged as not yet invoiced, and tells nobody of old wallets', async () => {
  const [first, ...later] = readMigrations();
  if (first === undefined) throw new Error('there is a first migration');
  await migrate(url, [first]);
  await ask(
    url,
    `INSERT INTO app_user (email) VALUES ('ann@example.com'), ('bob@example.com');
     INSERT INTO campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
       SELECT 1, 'Autumn ' || n, 'TRAFFIC', 1000000, '2026-01-01', md5(n::text) FROM generate_series(1, 2) n;
     INSERT INTO ad_set (campaign_id, name, total_budget_micros) VALUES (1, 'a', 1000000), (1, 'b', 1000000), (2, 'c', 1000000);
     INSERT INTO spend_day (day, ad_set_id, widget_id, charged_micros, network_micros)
       VALUES ('2026-01-31', 1, 1, 700, 700), ('2026-01-02', 2, 1, 50, 50), ('2026-02-01', 1, 1, 9, 9), ('2026-02-01', 3, 1, 0, 0);
     INSERT INTO ledger_account (kind, owner_id) VALUES ('advertiser_wallet', 1)`,
  );
  expect(await migrate(url, [first, ...later])).toEqual(later.map((each) => each.name));
  const months = `SELECT campaign_id, to_char(month, 'YYYY-MM') AS month, charged_micros::int AS charged, invoiced_micros::int AS invoiced
                    FROM campaign_month ORDER BY month, campaign_id`;
  expect(await ask(url, months)).toEqual([
    { campaign_id: 1, month: '2026-01', charged: 750, invoiced: 0 },
    { campaign_id: 1, month: '2026-02', charged: 9, invoiced: 0 },
  ]);
  expect(await ask(url, 'SELECT advertiser_id, level FROM wallet_watch')).toEqual([
    { advertiser_id: 1, level: 'empty' },
  ]);
});
