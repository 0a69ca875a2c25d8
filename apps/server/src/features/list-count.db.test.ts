import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../deps.ts';
import { COUNTED_ROWS, countRows, readTally } from './list-count.ts';
import { createActor } from './testing/fixtures.ts';

let database: TestDatabase;
let me: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  me = await createActor(database.db, ['advertiser']);
});
afterAll(async () => {
  await database.drop();
});

const insert = async (count: number, status: string, keys: string) =>
  await database.pool.query(
    `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, status, analytics_key)
     select $1, 'Campaign ' || n, 'TRAFFIC', n * 1000000, '2026-05-01', $3, $4 || lpad(n::text, 20, '0')
       from generate_series(1, $2::int) n`,
    [me.accountId, count, status, keys],
  );

/** What the tally says and what counting says, side by side. */
const bothCounts = async () => {
  const tally = await readTally(database.db, 'campaign', me.accountId);
  const { rows } = await database.pool.query<{ open: number; active: number; budget: string }>(
    `select count(*)::int as open, count(*) filter (where status = 'active')::int as active,
            coalesce(sum(total_budget_micros), 0)::text as budget
       from campaign where advertiser_id = $1 and status <> 'archived'`,
    [me.accountId],
  );
  const tallied = {
    open: tally.count(),
    active: tally.count({ status: 'active' }),
    budget: String(tally.amount()),
  };
  return [tallied, rows[0]];
};

describe('the tally', () => {
  it('follows every way a row can change', async () => {
    await insert(20, 'active', 'a');
    await insert(5, 'paused', 'b');
    await database.pool.query("update campaign set status = 'archived' where id % 4 = 0");
    await database.pool.query(
      "update campaign set status = 'active', total_budget_micros = 7 where id % 6 = 0",
    );
    await database.pool.query('update campaign set name = name where id % 2 = 0');
    await database.pool.query('delete from campaign where id % 5 = 0');
    const [tallied, counted] = await bothCounts();
    expect(tallied).toEqual(counted);
    expect(tallied?.open).toBeGreaterThan(10);
  });

  it('is given back with its transaction, and survives two that move rows against each other', async () => {
    const before = await bothCounts();
    await database.db
      .transaction()
      .execute(async (trx) => {
        await sql`update campaign set status = 'cancelled' where advertiser_id = ${me.accountId}`.execute(
          trx,
        );
        throw new Error('never mind');
      })
      .catch(() => undefined);
    expect(await bothCounts()).toEqual(before);
    const { rows } = await database.pool.query<{ id: number }>(
      'select id from campaign order by id limit 10',
    );
    await Promise.all(
      rows.flatMap(({ id }, index) => [
        database.pool.query('update campaign set status = $2 where id = $1', [
          id,
          index % 2 ? 'active' : 'paused',
        ]),
        database.pool.query('update campaign set status = $2 where id = $1', [
          id,
          index % 2 ? 'paused' : 'active',
        ]),
      ]),
    );
    const [tallied, counted] = await bothCounts();
    expect(tallied).toEqual(counted);
  });
});

it('counts a long list only so far', async () => {
  const series = (count: number) => sql`from generate_series(1, ${count}::int)`;
  expect(await countRows(database.db, series(COUNTED_ROWS))).toEqual({ total: COUNTED_ROWS, more: false });
  expect(await countRows(database.db, series(COUNTED_ROWS + 1))).toEqual({ total: COUNTED_ROWS, more: true });
});
