import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { runMigrations } from 'graphile-worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ClockSteps, forgetRunsToCome } from './timetable-clock.ts';

const NOW = new Date('2026-11-21T12:00:30Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

it('forgets runs that are still to come, and no other', async () => {
  await database.pool.query('drop schema if exists graphile_worker cascade');
  await forgetRunsToCome(database.pool, NOW);
  await runMigrations({ pgPool: database.pool });
  const past = '2026-11-21T11:01:00.000Z';
  const runs = {
    due: past,
    soon: '2026-11-21T12:01:00.000Z',
    hour: '2026-11-21T13:00:00.000Z',
    far: '2036-01-01T00:00:00.000Z',
  };
  for (const [identifier, at] of Object.entries(runs))
    await database.pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
       values ($1, case when $1 = 'far' then $2::timestamptz else $3::timestamptz end, $2::timestamptz)`,
      [identifier, at, past],
    );
  await database.pool.query(
    "insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('never', $1)",
    [past],
  );
  await forgetRunsToCome(database.pool, NOW);
  const { rows } = await database.pool.query<{
    identifier: string;
    known_since: Date;
    last_execution: Date | null;
  }>(
    'select identifier, known_since, last_execution from graphile_worker._private_known_crontabs order by 1',
  );
  const found = Object.fromEntries(
    rows.map((row) => [row.identifier, row.last_execution?.toISOString() ?? null]),
  );
  expect(found).toEqual({ ...runs, hour: NOW.toISOString(), far: NOW.toISOString(), never: null });
  expect(rows.find(({ identifier }) => identifier === 'far')?.known_since).toEqual(NOW);
});

it('tells of a clock that was set back, once, and of no other wait or step', () => {
  let [now, up] = [1_000_000_000, 5];
  const steps = new ClockSteps(
    () => now,
    () => up,
  );
  const pass = (nowMs: number, upMs: number) => {
    now += nowMs;
    up += upMs;
    return steps.wasSetBack();
  };
  expect([pass(10_000, 10_000), pass(3_610_000, 10_000), pass(-49_000, 10_000)]).toEqual([
    false,
    false,
    false,
  ]);
  expect([pass(-3_590_000, 10_000), pass(10_000, 10_000), pass(-60_000, 1)]).toEqual([true, false, true]);
});
