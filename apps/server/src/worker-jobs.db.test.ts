import { once } from 'node:events';
import { createDb, createPool } from '@placard/db/database';
import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { type Freezable, freezable } from '@placard/db/testing/freezable';
import { soon } from '@placard/db/testing/soon';
import type { TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Analytics } from './analytics/open-analytics.ts';
import { openTestAnalytics } from './analytics/testing/test-analytics.ts';
import { type RunningWorker, startWorker } from './worker.ts';

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let way: Freezable;
let pool: Pool;
let worker: RunningWorker | null = null;

beforeAll(async () => {
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
});
beforeEach(async () => {
  database = await createTestDatabase();
  way = await freezable(database.url);
  pool = createPool({ url: way.url, name: 'placard-worker' });
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
  await pool.end();
  way.end();
  await database.drop();
});
afterAll(async () => await endAnalytics());

async function start(tasks: TaskList): Promise<void> {
  worker = await startWorker({
    ...{ pool, db: createDb(pool), databaseUrl: way.url, settlers: 1, analytics, tasks },
    ...{ logger: pino({ level: 'silent' }), clock: () => new Date(Date.UTC(2026, 10, 21, 12)) },
    ...{ publicUrl: 'http://dashboard.test', deliveryUrl: 'http://ads.test', dataDir: '.' },
    ...{ secrets: createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 7)), hasKeyFile: false, mailServer: false },
    cards: null,
  });
}

/** The schema of jobs is there a moment after the worker. */
const add = async (name: string) =>
  await soon(async () => await database.pool.query('select graphile_worker.add_job($1)', [name]));

const waiting = async (name: string): Promise<number> =>
  (
    await database.pool.query(
      `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = $1`,
      [name],
    )
  ).rows.length;

describe('jobs', () => {
  it('are over once, and end no process, where the database is away as they end', async () => {
    const faults: unknown[] = [];
    const note = (cause: unknown) => faults.push(cause);
    process.on('unhandledRejection', note);
    try {
      const steps = new EventTarget();
      const begun = once(steps, 'begun');
      let runs = 0;
      await start({
        drawn_out: async () => {
          runs += 1;
          steps.dispatchEvent(new Event('begun'));
          await once(steps, 'over');
        },
      });
      await add('drawn_out');
      await begun;
      way.cut();
      steps.dispatchEvent(new Event('over'));
      // What notes its end has failed by then: other loops ask the database each second.
      await soon(() => expect(pool.totalCount).toBe(0));
      way.thaw();
      await soon(async () => expect(await waiting('drawn_out')).toBe(0));
      expect({ runs, faults }).toEqual({ runs: 1, faults: [] });
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  it('that take hours leave a place for those that are quick', async () => {
    const long = ['back_up', 'keep_points_in_time', 'send_points_in_time', 'check_ads_txt'];
    const steps = new EventTarget();
    const begun = new Set<string>();
    const isOver = once(steps, 'over');
    let quick = 0;
    const lasting = (name: string) => async () => {
      begun.add(name);
      await isOver;
    };
    await start({
      ...Object.fromEntries(long.map((name) => [name, lasting(name)])),
      end_looks: async () => {
        quick += 1;
      },
    });
    for (const name of long) await add(name);
    await soon(() => expect([...begun].sort()).toEqual(long.toSorted()));
    const before = quick;
    await add('end_looks');
    await soon(() => expect(quick).toBeGreaterThan(before));
    steps.dispatchEvent(new Event('over'));
  });
});
