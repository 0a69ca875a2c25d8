import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../deps.ts';
import { COUNTED_ROWS, readTally } from './list-count.ts';
import { type ListOrder, readPage } from './list-page.ts';
import type { SortDirection } from './list-query.ts';
import { createActor } from './testing/fixtures.ts';

let database: TestDatabase;
let me: Actor;

/** 2,100 campaigns called "… of many", 40 of them "… of many and few"; three statuses; equal budgets among them. */
beforeAll(async () => {
  database = await createTestDatabase();
  me = await createActor(database.db, ['advertiser']);
  const another = await createActor(database.db, ['advertiser']);
  for (const { accountId } of [me, another]) {
    await database.pool.query(
      `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, status, analytics_key)
       select $1::int, 'Campaign ' || n || ' of many' || case when n % 53 = 0 then ' and few' else '' end, 'TRAFFIC',
              (1 + n % 90) * 1000000, '2026-05-01',
              case when n % 7 = 0 then 'active' when n % 3 = 0 then 'completed' else 'paused' end,
              'list-page-' || $1::int || '-' || lpad(n::text, 20, '0')
         from generate_series(1, 2100) n`,
      [accountId],
    );
  }
});
afterAll(() => database.drop());

const BY_STATUS: ListOrder = { columns: [sql`c.status`, sql`c.total_budget_micros`], parts: 'status' };
const BY_BUDGET: ListOrder = { columns: [sql`c.total_budget_micros`] };

type Asked = {
  readonly order: ListOrder;
  readonly direction: SortDirection;
  readonly patterns?: readonly string[];
};

const pageAt = async (offset: number, limit: number, { order, direction, patterns = [] }: Asked) =>
  await readPage(database.db, {
    table: sql`campaign c`,
    id: sql`c.id`,
    conditions: [sql<SqlBool>`c.advertiser_id = ${me.accountId}`],
    anyOf: patterns.map((pattern) => sql<SqlBool>`c.name ilike ${pattern}`),
    order,
    page: { limit, offset },
    direction,
    tallied:
      patterns.length === 0
        ? { tally: await readTally(database.db, 'campaign', me.accountId), of: {} }
        : null,
  });

/** All ids in the list's order, by sorting all of it. */
const plain = async ({ order, direction, patterns = ['%'] }: Asked) => {
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const { rows } = await sql<{ id: number }>`
    select c.id from campaign c where c.advertiser_id = ${me.accountId} and c.name ilike any(${patterns}::text[])
     order by ${sql.join([...order.columns, sql`c.id`].map((column) => sql`${column} ${way}`))}`.execute(
    database.db,
  );
  return rows.map(({ id }) => id);
};

describe.each([
  ['by status', BY_STATUS],
  ['by budget', BY_BUDGET],
])('a whole list %s', (_, order) => {
  it.each(['asc', 'desc'] as const)('%s: has each row once, on whatever page', async (direction) => {
    const whole = await plain({ order, direction });
    expect(whole).toHaveLength(2_100);
    const turned: number[] = [];
    for (let offset = 0; offset < 2_300; offset += 111) {
      const { ids, total } = await pageAt(offset, 111, { order, direction });
      expect(total).toEqual({ total: 2_100, more: false });
      turned.push(...ids);
    }
    expect(turned).toEqual(whole);
  });
});

describe('a search', () => {
  it.each([BY_STATUS, BY_BUDGET])(
    'that finds few has them in order, each once though found twice',
    async (order) => {
      const asked: Asked = { order, direction: 'desc', patterns: ['%and few%', '%few'] };
      const whole = await plain(asked);
      expect(whole).toHaveLength(39);
      expect(await pageAt(0, 25, asked)).toEqual({
        ids: whole.slice(0, 25),
        total: { total: 39, more: false },
      });
      expect((await pageAt(25, 25, asked)).ids).toEqual(whole.slice(25));
      expect((await pageAt(50, 25, asked)).ids).toEqual([]);
    },
  );

  it('that finds more than are counted has each page all the same', async () => {
    const asked: Asked = { order: BY_BUDGET, direction: 'asc', patterns: ['%of many%', 'nothing'] };
    const whole = await plain(asked);
    const total = { total: COUNTED_ROWS, more: true };
    expect(await pageAt(0, 25, asked)).toEqual({ ids: whole.slice(0, 25), total });
    expect(await pageAt(2_080, 25, asked)).toEqual({ ids: whole.slice(2_080), total });
  });

  it('that finds nothing says so', async () => {
    const asked: Asked = { order: BY_STATUS, direction: 'asc', patterns: ['%nowhere%'] };
    expect(await pageAt(0, 25, asked)).toEqual({ ids: [], total: { total: 0, more: false } });
  });
});
