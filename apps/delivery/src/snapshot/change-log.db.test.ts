import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ChangeLog } from './change-log.ts';

let database: TestDatabase;
let reader: PoolClient;
let slow: PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from change_log');
  reader = await database.pool.connect();
  slow = await database.pool.connect();
});
afterEach(async () => {
  await slow.query('rollback');
  for (const client of [reader, slow]) client.release();
});
afterAll(async () => await database.drop());

type Queries = Pick<PoolClient, 'query'>;
const change = async (client: Queries, ...subjectIds: number[]) =>
  await client.query(
    `insert into change_log (kind, subject_id) select 'campaign', n from unnest($1::int[]) with ordinality as x (n, at) order by at`,
    [subjectIds],
  );

const readSeen = async () =>
  (await reader.query<{ seen: string }>('select pg_current_snapshot()::text as seen')).rows[0]?.seen ?? '';
const next = async (log: ChangeLog) => (await log.next(reader)).map(({ subjectId }) => subjectId);

/** Of whoever has read just now what is there. */
async function open(most?: number): Promise<ChangeLog> {
  return new ChangeLog(await readSeen(), { isFresh: true, ...(most === undefined ? {} : { most }) });
}

describe('the change log', () => {
  it('tells what others change although a transaction that began before them goes on, and then that one’s', async () => {
    await change(database.pool, 1);
    await slow.query('begin');
    await change(slow, 2);
    const log = await open();
    await change(database.pool, 3);
    expect(await next(log)).toEqual([3]);
    await change(slow, 4);
    await change(database.pool, 5);
    expect(await next(log)).toEqual([5]);
    await slow.query('commit');
    expect([await next(log), await next(log)]).toEqual([[2, 4], []]);
  });

  it('tells nothing of what was taken back', async () => {
    await slow.query('begin');
    await change(slow, 1);
    const log = await open();
    await slow.query('rollback');
    expect([await next(log), await next(log)]).toEqual([[], []]);
  });

  it('is read in parts, with what came late, and with what comes between two of them', async () => {
    await slow.query('begin');
    await change(slow, 1, 2, 3);
    // Without one that ended after it began, it would only be the next to come.
    await change(database.pool, 9);
    const log = await open(2);
    await slow.query('commit');
    await change(database.pool, 4, 5);
    expect([await next(log), log.hasMore]).toEqual([[1, 2], true]);
    await slow.query('begin');
    await change(slow, 6);
    await change(database.pool, 7, 8);
    expect(await next(log)).toEqual([3, 4]);
    expect(await next(log)).toEqual([5, 7]);
    await slow.query('commit');
    // Its number is before those that were read already.
    const rest = [...(await next(log)), ...(await next(log)), ...(await next(log)), ...(await next(log))];
    expect([new Set(rest), log.hasMore]).toEqual([new Set([6, 7, 8]), false]);
    expect(await next(log)).toEqual([]);
  });

  it('goes on by its cursor, from before a part that was broken off', async () => {
    const log = await open(2);
    await change(database.pool, 1, 2, 3);
    expect(await next(log)).toEqual([1, 2]);
    const other = new ChangeLog(log.cursor);
    expect([await next(other), await next(other)]).toEqual([[1, 2, 3], []]);
  });

  it('is read from a little further back on each new connection: a standby may give numbers again', async () => {
    await change(database.pool, 1);
    await change(database.pool, 2);
    const seen = await readSeen();
    const log = new ChangeLog(seen);
    expect([await next(log), await next(log)]).toEqual([[1, 2], []]);
    expect(await next(new ChangeLog(seen, { isFresh: true }))).toEqual([]);
  });

  it('gives numbers in their order, also where they have more digits', async () => {
    await database.pool.query(`select setval(pg_get_serial_sequence('change_log', 'id'), 998)`);
    const log = await open(2);
    await change(database.pool, 1, 2, 3);
    expect([await next(log), await next(log)]).toEqual([[1, 2], [3]]);
  });
});
