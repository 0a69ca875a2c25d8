import type { Database } from '@placard/db/schema';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { allOf } from './day-range.ts';
import { COUNTED_ROWS, type ListTotal, type Part, type Tally, type TallyOf } from './list-count.ts';
import type { Page, SortDirection } from './list-query.ts';

/** An order of a list, which has its index. */
export type ListOrder = {
  /** Before the id, all one way. */
  readonly columns: readonly RawBuilder<unknown>[];
  /** What the first column is of what the tally counts by, where it is one of them. */
  readonly parts?: 'status' | 'type';
};

type ListPage = {
  /** `campaign c` */
  readonly table: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  readonly conditions: readonly RawBuilder<SqlBool>[];
  /** What a search looks into: one of them holds, and each has its index. None without a search. */
  readonly anyOf: readonly RawBuilder<SqlBool>[];
  readonly order: ListOrder;
  readonly page: Page;
  readonly direction: SortDirection;
  /** What the tally says of these rows; `null` for a list that a search or dates narrow, which is counted. */
  readonly tallied: { readonly tally: Tally; readonly of: TallyOf } | null;
};

export type IdPage = { readonly ids: number[]; readonly total: ListTotal };

/** Ids of a page in the list's order, and the list's total. */
export async function readPage(db: Kysely<Database>, query: ListPage): Promise<IdPage> {
  const { tallied, order, page, direction } = query;
  if (tallied === null) return await readFound(db, query);
  const total = { total: tallied.tally.count(tallied.of), more: false };
  const parts = order.parts === undefined ? [] : tallied.tally.parts(order.parts, tallied.of);
  return { ids: await readIds(db, query, stretchOf(page, direction, total, parts)), total };
}

/**
 * A narrowed list. What is found is gathered first, in no order, as far as it is counted: no more than that is sorted,
 * and each way to find it uses its index, where a guess of how many there are might otherwise walk through the whole
 * list in its order for a handful. Of more than that a page is soon filled in the list's order.
 */
async function readFound(db: Kysely<Database>, query: ListPage): Promise<IdPage> {
  const { table, id, conditions, anyOf, order, page, direction } = query;
  const way = wayOf(direction === 'desc');
  const keys = order.columns.map((_, index) => sql.ref(`key${index}`));
  const selected = sql.join([
    sql`${id} as id`,
    ...order.columns.map((column, index) => sql`${column} as ${keys[index]}`),
  ]);
  const limit = sql`limit ${COUNTED_ROWS + 1}`;
  const ways = (anyOf.length === 0 ? [[]] : anyOf.map((one) => [one])).map(
    (found) => sql`(select ${selected} from ${table} where ${allOf([...conditions, ...found])} ${limit})`,
  );
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with found as materialized (select * from (${sql.join(ways, sql` union `)}) either ${limit})
    select (select count(*)::int from found) as total,
           array(select id from found order by ${sql.join([...keys, sql`id`].map((key) => sql`${key} ${way}`))}
                  limit ${page.limit} offset ${page.offset}) as ids
  `.execute(db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  if (total <= COUNTED_ROWS) return { ids, total: { total, more: false } };
  const counted = { total: COUNTED_ROWS, more: true };
  return { ids: await readIds(db, query, stretchOf(page, direction, counted)), total: counted };
}

/** Ids of the rows of a stretch in the list's order. */
async function readIds(
  db: Kysely<Database>,
  { table, id, conditions, anyOf, order }: Omit<ListPage, 'page' | 'direction' | 'tallied'>,
  { limit, offset, descending, reversed, bound }: Stretch,
): Promise<number[]> {
  if (limit === 0) return [];
  const [first] = order.columns;
  const all = [...conditions];
  if (anyOf.length > 0) all.push(sql<SqlBool>`(${sql.join(anyOf, sql` or `)})`);
  if (bound !== null) {
    all.push(sql<SqlBool>`${first} ${descending ? sql`<=` : sql`>=`} ${bound}`);
  }
  const way = wayOf(descending);
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${table} where ${allOf(all)}
     order by ${sql.join([...order.columns, id].map((column) => sql`${column} ${way}`))} limit ${limit} offset ${offset}
  `.execute(db);
  const ids = rows.map((row) => row.id);
  return reversed ? ids.reverse() : ids;
}

export type Stretch = Page & {
  readonly descending: boolean;
  /** It is read from its end: its rows come the other way round. */
  readonly reversed: boolean;
  /** Value of the first column where the reading begins; `null` = at the end of the list. */
  readonly bound: string | null;
};

/**
 * Where a page is read from, so that as few rows as possible are passed over: from the nearer end of the list; where
 * it is known how many rows each value of the first column has, from the nearer end of its value, or of the two values
 * that a page lies across.
 *
 * @param parts these counts in ascending order, none where they are not known
 */
export function stretchOf(
  { limit, offset }: Page,
  direction: SortDirection,
  { total, more }: ListTotal,
  parts: readonly Part[] = [],
): Stretch {
  const descending = direction === 'desc';
  if (more) return { limit, offset, descending, reversed: false, bound: null };
  const end = Math.min(offset + limit, total);
  if (end <= offset) return { limit: 0, offset: 0, descending, reversed: false, bound: null };
  const pieces = placed(descending ? parts.toReversed() : parts, total);
  const first = pieces.find((piece) => offset < piece.to);
  const last = pieces.find((piece) => end <= piece.to);
  const ahead = offset - (first?.from ?? 0);
  const behind = (last?.to ?? total) - end;
  return ahead <= behind
    ? { limit: end - offset, offset: ahead, descending, reversed: false, bound: first?.value ?? null }
    : {
        limit: end - offset,
        offset: behind,
        descending: !descending,
        reversed: true,
        bound: last?.value ?? null,
      };
}

type Piece = { readonly value: string | null; readonly from: number; readonly to: number };

/** Where each part begins and ends in a list; all of the list where there are none. */
function placed(parts: readonly Part[], total: number): Piece[] {
  if (parts.length === 0) return [{ value: null, from: 0, to: total }];
  let from = 0;
  return parts.map(({ value, count }) => {
    const piece = { value, from, to: from + count };
    from = piece.to;
    return piece;
  });
}

function wayOf(descending: boolean): RawBuilder<unknown> {
  return descending ? sql`desc` : sql`asc`;
}
