import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDb, createPool, inTransaction } from './database.ts';
import { createTestDatabase, type TestDatabase } from './testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('CREATE TABLE counter (id integer PRIMARY KEY, n integer NOT NULL)');
  await database.pool.query('INSERT INTO counter VALUES (1, 0), (2, 0)');
});
afterAll(() => database.drop());

describe('column types', () => {
  it('hands money over as bigint, ids as numbers, dates as text and times as Date', async () => {
    const { rows } = await database.pool.query(
      `SELECT 9007199254740993::int8 AS money, 7::int4 AS id, DATE '2026-03-29' AS day, timestamptz '2026-03-29 01:00Z' AS at,
              array[1, null, 9007199254740993]::int8[] AS amounts, array[]::int8[] AS none,
              array['DE', 'FR'] AS places, array['a,b', null, 'NULL', '"', ''] AS texts, array[]::text[] AS no_texts`,
    );
    expect(rows[0]).toEqual({
      money: 9007199254740993n,
      id: 7,
      day: '2026-03-29',
      at: new Date('2026-03-29T01:00:00Z'),
      amounts: [1n, null, 9007199254740993n],
      none: [],
      places: ['DE', 'FR'],
      texts: ['a,b', null, 'NULL', '"', ''],
      no_texts: [],
    });
  });

  it('takes bigint as a parameter', async () => {
    const { rows } = await database.pool.query('SELECT $1::int8 + 1 AS next', [9007199254740993n]);
    expect(rows[0]).toEqual({ next: 9007199254740994n });
  });
});

describe('inTransaction', () => {
  const bump = (id: number) => sql`UPDATE counter SET n = n + 1 WHERE id = ${id}`;
  const values = async () =>
    (await database.pool.query<{ n: number }>('SELECT n FROM counter ORDER BY id')).rows.map((row) => row.n);

  it('commits what it returns from, and rolls back what it throws from', async () => {
    const before = await values();
    await inTransaction(database.db, (tx) => bump(1).execute(tx));
    await expect(
      inTransaction(database.db, async (tx) => {
        await bump(1).execute(tx);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(await values()).toEqual([(before[0] ?? 0) + 1, before[1]]);
  });

  it('runs again after a serialization failure until everyone has counted', async () => {
    const before = (await values())[0] ?? 0;
    const increment = () =>
      inTransaction(
        database.db,
        async (tx) => {
          const read = await sql<{ n: number }>`SELECT n FROM counter WHERE id = 1`.execute(tx);
          await sql`UPDATE counter SET n = ${(read.rows[0]?.n ?? 0) + 1} WHERE id = 1`.execute(tx);
        },
        { isolation: 'serializable', attempts: 20 },
      );
    await Promise.all(Array.from({ length: 6 }, increment));
    expect((await values())[0]).toBe(before + 6);
  });

  it('runs again after a deadlock', async () => {
    const before = await values();
    let arrived = 0;
    let open: () => void = () => {};
    const bothHoldOne = new Promise<void>((resolve) => {
      open = resolve;
    });
    const cross = (first: number, second: number) =>
      inTransaction(database.db, async (tx) => {
        await bump(first).execute(tx);
        arrived += 1;
        if (arrived === 2) open();
        await bothHoldOne;
        await bump(second).execute(tx);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(await values()).toEqual(before.map((n) => n + 2));
  });

  it('gives up after the given number of attempts', async () => {
    let runs = 0;
    const failing = inTransaction(
      database.db,
      async () => {
        runs += 1;
        throw Object.assign(new Error('could not serialize'), { code: '40001' });
      },
      { attempts: 3 },
    );
    await expect(failing).rejects.toThrow('could not serialize');
    expect(runs).toBe(3);
  });
});

describe('createTestDatabase', () => {
  it('fails when a connection was left open, and removes the database all the same', async () => {
    const leaky = await createTestDatabase(50);
    const forgotten = createPool({ url: leaky.url, name: 'forgotten-pool' });
    await forgotten.query('SELECT 1 AS left_behind');
    await expect(leaky.drop()).rejects.toThrow(/forgotten-pool.*left_behind/s);
    await forgotten.end();
    const { rows } = await database.pool.query(
      'SELECT count(*)::int AS n FROM pg_database WHERE datname = $1',
      [new URL(leaky.url).pathname.slice(1)],
    );
    expect(rows[0]).toEqual({ n: 0 });
  });

  it('fails when a client was never released', async () => {
    const leaky = await createTestDatabase(50);
    const client = await leaky.pool.connect();
    client.on('error', () => {});
    await expect(leaky.drop()).rejects.toThrow('1 client(s) of the test');
    client.release(true);
    await leaky.pool.end();
  });

  it('gives the pool of a query builder back when that is destroyed', async () => {
    const pool = createPool({ url: database.url, name: 'builder' });
    const db = createDb(pool);
    await sql`SELECT 1`.execute(db);
    await db.destroy();
    expect(pool.ended).toBe(true);
  });
});
