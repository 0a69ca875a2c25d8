import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { parseCrontab, runMigrations } from 'graphile-worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetFailedJobs } from './failed-jobs.ts';
import { crontabOf } from './task-list.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await runMigrations({ pgPool: database.pool });
});
afterAll(async () => await database.drop());

it('a job that fails is not tried again for longer than until the next of its kind', () => {
  const items = parseCrontab(
    crontabOf({ into: '/b', hour: 5, keep: 7 }, { into: '/p', days: 7, bucket: null }),
  );
  for (const { task, options, identifier, match } of items) {
    // The pause before try n is e^(n-1) seconds.
    const tried = Array.from({ length: (options.maxAttempts ?? 25) - 1 }, (_, at) =>
      Math.exp(Math.min(at + 1, 10)),
    );
    const lastsMs = 1_000 * tried.reduce((sum, each) => sum + each, 0);
    const day = Date.UTC(2026, 10, 23);
    const runs = Array.from({ length: 24 * 60 }, (_, minute) => new Date(day + minute * 60_000)).filter(
      (at) =>
        typeof match === 'function'
          ? match({ min: at.getUTCMinutes(), hour: at.getUTCHours(), date: 23, month: 11, dow: 1 })
          : false,
    );
    const everyMs = (24 * 3_600_000) / runs.length;
    expect([task, identifier, runs.length > 0, lastsMs < everyMs]).toEqual([task, identifier, true, true]);
  }
});

it('a job that was given up is forgotten after a week, and no other', async () => {
  for (const [name, attempts, age, locked] of [
    ['given_up', 2, '8 days', false],
    ['lately', 2, '6 days', false],
    ['under_way', 2, '8 days', true],
    ['tried_again', 1, '8 days', false],
  ] as const) {
    const { rows } = await database.pool.query<{ id: string }>(
      'select id::text from graphile_worker.add_job($1, max_attempts => 2)',
      [name],
    );
    await database.pool.query(
      `update graphile_worker._private_jobs
          set attempts = $2, run_at = now() - $3::interval, locked_at = case when $4 then now() end where id = $1`,
      [rows[0]?.id, attempts, age, locked],
    );
  }
  expect(await forgetFailedJobs(database.pool)).toBe(1);
  const { rows } = await database.pool.query<{ name: string }>(
    `select t.identifier as name from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['lately', 'tried_again', 'under_way']);
});
