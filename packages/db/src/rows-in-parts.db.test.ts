import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inSnapshot, rowsInParts } from './rows-in-parts.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

const numbersTo = (last: number) => ({
  text: 'select n::int from generate_series(1, $1::int) n',
  values: [last],
});

async function partsOf(last: number, most: number): Promise<number[][]> {
  const parts: number[][] = [];
  for await (const rows of rowsInParts<{ n: number }>(database.pool, numbersTo(last), most)) {
    parts.push(rows.map(({ n }) => n));
  }
  return parts;
}

describe('rowsInParts', () => {
  it('brings every row once, in order, in parts of so many', async () => {
    expect(await partsOf(5, 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(await partsOf(4, 2)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(await partsOf(1, 2)).toEqual([[1]]);
    expect(await partsOf(0, 2)).toEqual([]);
  });

  it('gives its connection back, outside of a transaction, when all is read, the reader leaves, or the query fails', async () => {
    const { pool } = database;
    await partsOf(3, 2);
    for await (const rows of rowsInParts(pool, numbersTo(10), 2)) {
      expect(rows).toHaveLength(2);
      break;
    }
    const broken = rowsInParts(pool, { text: 'select 1 / (2 - $1::int) as n', values: [2] }, 2);
    await expect(broken.next()).rejects.toThrow('division by zero');
    expect(pool.idleCount).toBe(pool.totalCount);
    const text =
      "select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'";
    // A connection on which something failed is ended, and PostgreSQL shows it until it has heard of that.
    await expect.poll(async () => (await pool.query(text)).rows, { timeout: 30_000 }).toEqual([{ open: 0 }]);
  });

  it('tells a fault of the part that is on its way when that is taken, and nobody if it is not', async () => {
    const third = {
      text: 'select 1 / (3 - n) as n from generate_series(1, $1::int) n',
      values: [5],
    };
    const told = rowsInParts(database.pool, third, 1);
    expect((await told.next()).value).toHaveLength(1);
    expect((await told.next()).value).toHaveLength(1);
    await nextTurn();
    await expect(told.next()).rejects.toThrow('division by zero');
    const left = rowsInParts(database.pool, third, 1);
    await left.next();
    await left.next();
    await left.return();
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
    expect(await partsOf(3, 2)).toEqual([[1, 2], [3]]);
  });

  it('cannot write', async () => {
    const writing = rowsInParts(
      database.pool,
      { text: "select nextval(pg_get_serial_sequence('account', 'id'))", values: [] },
      2,
    );
    await expect(writing.next()).rejects.toThrow('read-only');
  });
});

describe('a snapshot', () => {
  it('sees one moment, writes nothing, and gives its connection back outside of a transaction', async () => {
    const count = async (client: ClientBase | Pool) =>
      Number((await client.query<{ n: bigint }>('select count(*) as n from seen')).rows[0]?.n);
    await database.pool.query('create table seen (id integer)');
    const seen = await inSnapshot(database.pool, async (client) => {
      const before = await count(client);
      await database.pool.query('insert into seen values (1)');
      return [before, await count(client)];
    });
    expect([...seen, await count(database.pool)]).toEqual([0, 0, 1]);
    const writes = inSnapshot(
      database.pool,
      async (client) => await client.query('insert into seen values (2)'),
    );
    await expect(writes).rejects.toThrow('read-only transaction');
    expect([await count(database.pool), database.pool.idleCount]).toEqual([1, database.pool.totalCount]);
    await database.pool.query('drop table seen');
  });
});
