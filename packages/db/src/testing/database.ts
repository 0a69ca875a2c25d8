import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { createDb, createPool, type Db } from '../database.ts';
import { cloneTemplate, dropDatabase, type TestClusterAccess } from './cluster.ts';
import './global-setup.ts';

/** A migrated database of a test's own. */
export interface TestDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly db: Db;
  /** Removes the database; fails when the code under test left a connection open or a client checked out. */
  drop(): Promise<void>;
}

/** The server notices a closed connection within milliseconds, on a busy machine later; what is there after this is a leak. Pools close what is idle after ten. */
const CLOSING_MS = 5_000;

async function leftConnections(
  access: TestClusterAccess,
  database: string,
  closingMs: number,
): Promise<string[]> {
  const admin = new pg.Client({ connectionString: access.superuserUrl });
  await admin.connect();
  try {
    const deadline = Date.now() + closingMs;
    for (;;) {
      const { rows } = await admin.query<{ application_name: string; state: string | null; query: string }>(
        "SELECT application_name, state, left(query, 120) AS query FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'",
        [database],
      );
      if (rows.length === 0 || Date.now() > deadline) {
        return rows.map(
          (row) => `${row.application_name || 'unnamed'} (${row.state ?? 'unknown'}): ${row.query}`,
        );
      }
      await delay(5);
    }
  } finally {
    await admin.end();
  }
}

/** How many clients nobody gives back: a call that was broken off does so a moment later. */
async function clientsAway(pool: pg.Pool, closingMs: number): Promise<number> {
  const deadline = Date.now() + closingMs;
  while (pool.totalCount > pool.idleCount && Date.now() < deadline) await delay(5);
  return pool.totalCount - pool.idleCount;
}

/**
 * Clones the migrated template. Call it once per file (beforeAll) and `drop()` in afterAll.
 * @param closingMs how long what ends may still be there
 */
export async function createTestDatabase(closingMs = CLOSING_MS): Promise<TestDatabase> {
  const access = inject('testCluster');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = await cloneTemplate(access, name);
  const pool = createPool({ url, name: 'placard-test', max: 20 });
  const db = createDb(pool);
  const drop = async () => {
    const checkedOut = await clientsAway(pool, closingMs);
    if (checkedOut === 0) {
      await db.destroy();
      // Kysely that was never asked anything leaves the pool alone.
      if (!pool.ended) await pool.end();
    }
    const left = checkedOut === 0 ? await leftConnections(access, name, closingMs) : [];
    await dropDatabase(access, name);
    if (checkedOut > 0) throw new Error(`${checkedOut} client(s) of the test's pool were never released.`);
    if (left.length > 0) throw new Error(`Connections left open at the end of the test:\n${left.join('\n')}`);
  };
  return { url, pool, db, drop };
}
