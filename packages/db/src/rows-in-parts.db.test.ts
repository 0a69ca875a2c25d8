import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inSnapshot, partsOf } from './rows-in-parts.ts';
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

const read = async <Result>(
  query: Parameters<typeof partsOf>[1],
  most: number,
  work: (parts: AsyncGenerator<Record<string, number>[], void>) => Promise<Result>,
) => await inSnapshot(database.pool, async (client) => await work(partsOf(client, query, most)));

async function partsTo(last: number, most: number): Promise<(number | undefined)[][]> {
  return await read(numbersTo(last), most, async (parts) => {
    const all: (number | undefined)[][] = [];
    for await (const rows of parts) all.push(rows.map(({ n }) => n));
    return all;
  });
}

describe('rows in parts', () => {
  it('come once each, in order, so many at a time', async () => {
    expect(await partsTo(5, 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(await partsTo(4, 2)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(await partsTo(1, 2)).toEqual([[1]]);
    expect(await partsTo(0, 2)).toEqual([]);
  });

  it('give their connection back, outside of a transaction, when all is read, the reader leaves, or the query fails', async () => {
    const { pool } = database;
    await partsTo(3, 2);
    await read(numbersTo(10), 2, async (parts) => {
      for await (const rows of parts) {
        expect(rows).toHaveLength(2);
        break;
      }
    });
    const broken = { text: 'select 1 / (2 - $1::int) as n', values: [2] };
    await expect(read(broken, 2, async (parts) => await parts.next())).rejects.toThrow('division by zero');
    expect(pool.idleCount).toBe(pool.totalCount);
    const text =
      "select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'";
    // A connection on which something failed is ended, and PostgreSQL shows it until it has heard of that.
    await expect.poll(async () => (await pool.query(text)).rows, { timeout: 30_000 }).toEqual([{ open: 0 }]);
  });

  it('tell a fault of the part that is on its way when that is taken, and nobody if it is not', async () => {
    const third = {
      text: 'select 1 / (3 - n) as n from generate_series(1, $1::int) n',
      values: [5],
    };
    const told = read(third, 1, async (parts) => {
      expect((await parts.next()).value).toHaveLength(1);
      expect((await parts.next()).value).toHaveLength(1);
      await nextTurn();
      await parts.next();
    });
    await expect(told).rejects.toThrow('division by zero');
    await read(third, 1, async (parts) => {
      await parts.next();
      await parts.next();
      await parts.return();
    });
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
    expect(await partsTo(3, 2)).toEqual([[1, 2], [3]]);
  });

  it('cannot be written', async () => {
    const writing = { text: "select nextval(pg_get_serial_sequence('account', 'id'))", values: [] };
    await expect(read(writing, 2, async (parts) => await parts.next())).rejects.toThrow('read-only');
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
