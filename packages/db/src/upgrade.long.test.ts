import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';
import { dropDatabase, startTestCluster, type TestCluster, withDatabase } from './testing/cluster.ts';
import { FIRST_RELEASE_ROWS } from './testing/first-release-rows.ts';
import { ROWS_OF_SCHEMA } from './testing/rows-of-schema.ts';

const MIGRATOR = fileURLToPath(new URL('./main-migrate.ts', import.meta.url));
/** kill -9 at this many moments of each upgrade, spread evenly over how long it takes. */
const KILLS = Number(process.env.PLACARD_UPGRADE_KILLS ?? 3);
const MIGRATIONS = readMigrations();

type Row = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, readonly string[]>>;
let cluster: TestCluster;
const made: string[] = [];
const totals = { schemas: 0, rows: 0, kills: 0, killedBefore: 0, killedAfter: 0 };

beforeAll(async () => {
  cluster = await startTestCluster();
});
afterEach(async () => {
  for (const name of made.splice(0)) await dropDatabase(cluster.access, name);
});
afterAll(async () => await cluster?.stop());

async function asSuperuser(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.access.superuserUrl });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Every row of every table as text, the list of migrations among them. */
async function contentOf(url: string): Promise<Content> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    );
    const content: Record<string, string[]> = {};
    for (const { name } of rows) {
      const found = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${pg.escapeIdentifier(name)} t order by 1`,
      );
      content[name] = found.rows.map(({ row }) => row);
    }
    return content;
  } finally {
    await client.end();
  }
}

/** A database as an installation of that schema has it: it grew from the first release, with rows in what each brought. */
async function seed(version: number): Promise<string> {
  const name = `seed_${version}_${randomBytes(4).toString('hex')}`;
  made.push(name);
  await asSuperuser(`CREATE DATABASE ${name} OWNER placard`);
  const url = withDatabase(cluster.access.appUrl, name);
  for (let at = 1; at <= version; at += 1) {
    await migrate(url, MIGRATIONS.slice(0, at));
    const rows = at === 1 ? FIRST_RELEASE_ROWS : ROWS_OF_SCHEMA[at];
    if (rows === undefined) continue;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(rows);
    await client.end();
  }
  return url;
}

async function copyOf(url: string): Promise<string> {
  const from = new URL(url).pathname.slice(1);
  const name = `${from}_${randomBytes(3).toString('hex')}`;
  made.push(name);
  await asSuperuser(`CREATE DATABASE ${name} TEMPLATE ${from} OWNER placard`);
  return withDatabase(url, name);
}

function startMigrator(url: string): ChildProcess {
  return fork(MIGRATOR, [], {
    env: { PATH: process.env.PATH, DATABASE_URL: url },
    execArgv: [],
    stdio: 'ignore',
  });
}

/** Of dates when they were applied and how long they took only the names say anything. */
function comparable(content: Content): Content {
  const { schema_migration = [], ...rest } = content;
  const names = schema_migration.map((row) => (JSON.parse(row) as { name: string }).name);
  return { ...rest, schema_migration: names.toSorted() };
}

/** What has its time from the upgrade itself differs between two of them. */
const WITHOUT_TIMES = (content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).map(([table, rows]) => [
      table,
      rows
        .map((row) =>
          row.replaceAll(/"(?:\w+_at|at)": "[^"]*"/g, '').replaceAll(/"(?:txid|id)": "?\d+"?/g, ''),
        )
        .toSorted(),
    ]),
  );

/** Rows that another table has since a migration: where each of the former lies afterwards. Any other row stays where it is. */
const MOVED: Readonly<Record<string, (row: Row, after: Content) => boolean>> = {
  // Since 0029 a user has only the operator's role; the others are of the account with the user's id, which the user owns.
  user_role: ({ user_id, role }, after) =>
    role !== 'operator' &&
    has(after, 'account_role', { account_id: user_id, role }) &&
    has(after, 'account_member', { account_id: user_id, user_id, role: 'owner' }),
};

function has(content: Content, table: string, wanted: Row): boolean {
  return (content[table] ?? []).some((text) => {
    const row = JSON.parse(text) as Row;
    return Object.entries(wanted).every(([column, value]) => row[column] === value);
  });
}

/** Tables may become others; what stays has every row. The log of changes tells delivery of what was filled in. */
function expectEveryRow(before: Content, after: Content): void {
  for (const [table, rows] of Object.entries(before)) {
    if (!(table in after)) continue;
    const moved = rows.filter((row) => MOVED[table]?.(JSON.parse(row) as Row, after) === true).length;
    expect([table, after[table]?.length]).toEqual([
      table,
      expect.toSatisfy((many) => many >= rows.length - moved),
    ]);
  }
}

it.each(MIGRATIONS.slice(0, -1).map(({ version, name }) => ({ version, name })))(
  'data of schema $version is whole after a kill -9 at any moment of its upgrade, and upgrades',
  async ({ version }) => {
    const url = await seed(version);
    const before = await contentOf(url);
    const whole = await copyOf(url);
    const begin = performance.now();
    expect(await once(startMigrator(whole), 'exit')).toEqual([0, null]);
    const tookMs = performance.now() - begin;
    const after = comparable(await contentOf(whole));
    expect(after.schema_migration).toEqual(MIGRATIONS.map(({ name }) => name));
    expectEveryRow(before, after);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const target = await copyOf(url);
      const child = startMigrator(target);
      const timer = setTimeout(() => child.kill('SIGKILL'), (tookMs * (kill + 1)) / (KILLS + 0.5));
      await once(child, 'exit');
      clearTimeout(timer);
      totals.kills += 1;
      const found = await settled(target);
      const isBefore = JSON.stringify(found) === JSON.stringify(before);
      if (isBefore) totals.killedBefore += 1;
      else totals.killedAfter += 1;
      if (!isBefore) expect(WITHOUT_TIMES(comparable(found))).toEqual(WITHOUT_TIMES(after));
      expect(await once(startMigrator(target), 'exit')).toEqual([0, null]);
      expect(WITHOUT_TIMES(comparable(await contentOf(target)))).toEqual(WITHOUT_TIMES(after));
    }
    totals.schemas += 1;
    totals.rows += Object.values(before).flat().length;
  },
);

/** What is there once PostgreSQL has noticed that the migrator is gone. */
async function settled(url: string): Promise<Content> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('select pg_advisory_lock(31632385764254308)');
  await client.end();
  return await contentOf(url);
}

it('says what was tried', () => {
  const { schemas, rows, kills, killedBefore, killedAfter } = totals;
  process.stdout.write(
    `upgrade: ${schemas} earlier schemas of ${MIGRATIONS.length - 1}, ${rows} rows; ${kills} kills -9: ` +
      `${killedBefore} left the data as before, ${killedAfter} came after the end; all upgraded to the same\n`,
  );
  expect(schemas).toBe(MIGRATIONS.length - 1);
});
