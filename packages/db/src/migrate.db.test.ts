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

it('rolls a failing migration back, keeps those before it, and names the line', async () => {
  const broken = [
    migration(1, 'CREATE TABLE a (n integer)'),
    migration(2, 'CREATE TABLE b (n integer);\nSELEC 1'),
  ];
  await expect(migrate(url, broken)).rejects.toThrow(
    /0002_x failed \(line 2\) and was rolled back: syntax error/,
  );
  expect(
    await ask(url, "SELECT to_regclass('a') IS NOT NULL AS a, to_regclass('b') IS NOT NULL AS b"),
  ).toEqual([{ a: true, b: false }]);
  expect(
    await migrate(url, [
      migration(1, 'CREATE TABLE a (n integer)'),
      migration(2, 'CREATE TABLE b (n integer)'),
    ]),
  ).toEqual(['0002_x']);
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
