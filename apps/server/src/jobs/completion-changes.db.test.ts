import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { CompletionChanges } from './completion-changes.ts';

let database: TestDatabase;
let slow: PoolClient;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  slow = await database.pool.connect();
});
afterEach(async () => {
  await slow.query('rollback');
  slow.release();
});
afterAll(async () => await database.drop());

const change = async (client: Pick<PoolClient, 'query'>, ...ids: number[]) =>
  await client.query(`insert into change_log (kind, subject_id) select 'campaign', unnest($1::int[])`, [ids]);

async function lookWith(changes: CompletionChanges): Promise<readonly number[] | null> {
  const look = await database.db.transaction().execute(async (trx) => await changes.look(trx));
  changes.done(look);
  return look.touched?.campaignIds ?? null;
}

it('what has changed is looked at although somebody’s transaction goes on, and that one’s once it is over', async () => {
  const changes = new CompletionChanges();
  await slow.query('begin');
  await change(slow, 1);
  expect(await lookWith(changes)).toBeNull();
  await change(database.pool, 2);
  expect([await lookWith(changes), await lookWith(changes)]).toEqual([[2], []]);
  await change(slow, 3);
  await slow.query('commit');
  expect((await lookWith(changes))?.toSorted()).toEqual([1, 3]);
  expect(await lookWith(changes)).toEqual([]);
});

it('all is looked at where more has changed than is followed', async () => {
  const changes = new CompletionChanges();
  await lookWith(changes);
  await change(database.pool, ...Array.from({ length: 5_000 }, (_, at) => at));
  expect(await lookWith(changes)).toHaveLength(5_000);
  await change(database.pool, ...Array.from({ length: 5_001 }, (_, at) => at));
  expect([await lookWith(changes), await lookWith(changes)]).toEqual([null, []]);
});
