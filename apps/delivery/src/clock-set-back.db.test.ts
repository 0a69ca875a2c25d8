import { writePacingPlan } from '@placard/contract/wire/pacing-plan';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { insertServing } from './testing/network.ts';
import { type RunningDelivery, runDelivery } from './testing/running-delivery.ts';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let delivery: RunningDelivery;
let serving: Awaited<ReturnType<typeof insertServing>>;

beforeEach(async () => {
  database = await createTestDatabase();
  serving = await insertServing(database.pool, { domain: 'news.example' });
  delivery = await runDelivery({ databaseUrl: database.url });
});
afterEach(async () => {
  await delivery?.end();
  await database?.drop();
});

async function isFilled(): Promise<boolean> {
  const answer = await delivery.get(`/a?w=${serving.widget.key}.300`, {
    headers: { origin: 'https://news.example' },
  });
  return ((await answer.json()) as AdsAnswer).a[0] != null;
}

/** Time goes by in this process, whatever its clock says. */
const plan = async (remainingMicros: bigint) => {
  await database.pool.query('update pacing_plan set version = version + 1, body = $1', [
    Buffer.from(
      writePacingPlan([
        {
          adSetId: serving.adSetId,
          remainingMicros,
          ratePerMinuteMicros: remainingMicros,
          expectedPerThousandMicros: 1_000_000,
        },
      ]),
    ),
  ]);
};

test('a plan is read as soon by a clock that was set back by an hour', async () => {
  await soon(async () => expect(await isFilled()).toBe(true));
  delivery.setClock(Date.now() - HOUR_MS);
  await plan(0n);
  await soon(async () => expect(await isFilled()).toBe(false));
  await plan(100_000_000n);
  await soon(async () => expect(await isFilled()).toBe(true));
});

test('what changed while PostgreSQL was away for long is read anew, though the clock was set back meanwhile', async () => {
  await soon(async () => expect(await isFilled()).toBe(true));
  const name = new URL(database.url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: inject('testCluster').superuserUrl });
  await admin.connect();
  const observer = await database.pool.connect();
  await admin.query(`alter database "${name}" with allow_connections false`);
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'placard delivery%'",
    [name],
  );
  await observer.query("update campaign set status = 'paused'");
  // As it is pruned after a while.
  await observer.query('delete from change_log');
  observer.release();
  delivery.setClock(Date.now() - HOUR_MS);
  delivery.passMs(120_000);
  await admin.query(`alter database "${name}" with allow_connections true`);
  await admin.end();
  await soon(async () => expect(await isFilled()).toBe(false));
});

test('what changed while the process was frozen for hours is read anew, though its connection stood', async () => {
  const adSets = async () => {
    const { data } = (await (await delivery.get('/health')).json()) as { data: { adSets: number } };
    return data.adSets;
  };
  const observer = await database.pool.connect();
  // Its first look is over.
  for (const [status, count] of [
    ['paused', 0],
    ['active', 1],
  ] as const) {
    await observer.query('update campaign set status = $1', [status]);
    await soon(async () => expect(await adSets()).toBe(count));
  }
  await observer.query('begin');
  await observer.query("update campaign set status = 'paused'");
  // As it is removed after a day.
  await observer.query('delete from change_log');
  await observer.query('commit');
  observer.release();
  await soon(async () => {
    delivery.passMs(13 * HOUR_MS);
    expect(await adSets()).toBe(0);
  });
});
