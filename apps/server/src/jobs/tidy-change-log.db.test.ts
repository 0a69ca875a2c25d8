import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { parseCrontab } from 'graphile-worker';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { crontabOf } from './task-list.ts';
import { tidyChangeLog } from './tidy-change-log.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from change_log');
  await add('25 hours', 7);
  await add('23 hours', 3);
});
afterAll(async () => await database.drop());

const add = async (age: string, count: number) =>
  await database.pool.query(
    `insert into change_log (kind, subject_id, at)
     select 'campaign', n, now() - $1::interval from generate_series(1, $2::int) n`,
    [age, count],
  );
const left = async () => (await database.pool.query('select 1 from change_log')).rows.length;

it('changes go after a day, however many parts that takes', async () => {
  expect([
    await tidyChangeLog(database.pool, undefined, { keptRows: 0, rowsAtOnce: 3 }),
    await left(),
  ]).toEqual([7, 3]);
  expect(await tidyChangeLog(database.pool, undefined, { keptRows: 0 })).toBe(0);
});

it('the newest changes stay, whatever a clock says of their age', async () => {
  await database.pool.query(`update change_log set at = now() - interval '400 days'`);
  expect([await tidyChangeLog(database.pool, undefined, { keptRows: 4 }), await left()]).toEqual([6, 4]);
  expect(await tidyChangeLog(database.pool, undefined)).toBe(0);
});

it('a stop leaves the rest of the changes to the next run', async () => {
  expect([await tidyChangeLog(database.pool, AbortSignal.abort(), { keptRows: 0 }), await left()]).toEqual([
    0, 10,
  ]);
});

it('changes are looked through six times an hour', () => {
  const items = parseCrontab(crontabOf(null, null)).filter(({ task }) => task === 'tidy_change_log');
  expect(items).toHaveLength(1);
});
