import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, readMigrations } from '@placard/db/migrate';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const KEY = 'a'.repeat(64);
let database: TestDatabase;
let folder: string;
let children: ChildProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'placard-apart-'));
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  children = [];
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

type Name = 'api' | 'worker';
/** @returns what it said before it ended; null: it is ready */
async function start(name: Name, at: string, changes: Record<string, string> = {}): Promise<string | null> {
  const env = {
    ...COMPILE_CACHE,
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    PLACARD_DATA_DIR: join(folder, at),
    PLACARD_SECRET_KEY: KEY,
    PLACARD_HOST: '127.0.0.1',
    PORT: '0',
    PLACARD_LOG_LEVEL: 'silent',
    ...changes,
  };
  const child = fork(join(import.meta.dirname, `main-${name}.ts`), {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  children.push(child);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  return await Promise.race([once(child, 'message').then(() => null), once(child, 'close').then(() => said)]);
}

/** The database as it is before the last so many migrations. */
async function older(missing: number | 'all'): Promise<void> {
  await database.pool.query('drop schema public cascade; create schema public');
  if (missing !== 'all') await migrate(database.url, readMigrations().slice(0, -missing));
}

const NAMES = ['api', 'worker'] as const;
const saidByBoth = (at: string, changes = {}) =>
  Promise.all(NAMES.map(async (name) => await start(name, `${at}-${name}`, changes)));

describe('API and worker apart', () => {
  it('without a ClickHouse for both: an API that does not load is refused', async () => {
    expect(await start('api', 'a', { PLACARD_WORKER: '0' })).toContain(
      'PLACARD_WORKER=0 needs CLICKHOUSE_URL',
    );
  });

  it('without a ClickHouse for both: a second one that loads is refused', async () => {
    expect(await start('api', 'a')).toBeNull();
    const [api, worker] = await saidByBoth('b');
    expect(api).toContain('has the reports: placard-server');
    expect(worker).toMatch(/has the reports: placard-server at .*CLICKHOUSE_URL/);
  });

  it('are refused with another key than the one of the database', async () => {
    expect(await start('worker', 'b')).toBeNull();
    for (const said of await saidByBoth('d', { PLACARD_SECRET_KEY: 'b'.repeat(64) }))
      expect(said).toContain('the same PLACARD_SECRET_KEY');
  });

  it('ask for a migration of a database that is older', async () => {
    await older(1);
    for (const said of await saidByBoth('e'))
      expect(said).toMatch(/this Placard needs \d{4}_.*Run "npm run migrate" first/);
  });

  it('ask for a migration of a database that is empty, and start after it', async () => {
    await older('all');
    for (const said of await saidByBoth('e'))
      expect(said).toMatch(/has no schema yet. Run "npm run migrate" first/);
    await migrate(database.url);
    expect(await start('api', 'e')).toBeNull();
  });
});
