import type { Database } from '@placard/db/schema';
import type { RowTallyTable } from '@placard/db/schema/row-tally';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Page, SortDirection } from './list-query.ts';

/** How far a narrowed list is counted: beyond it nobody turns pages, and counting on costs as much as the list is long. */
export const COUNTED_ROWS = 2_000;

/** `more`: there are more than `total`, which is where counting stopped. */
export type ListTotal = { readonly total: number; readonly more: boolean };

type TallyRow = Pick<RowTallyTable, 'status' | 'type' | 'row_count' | 'amount'>;

/** What a list has counted of its rows, by status and type. */
export class Tally {
  readonly #rows: readonly TallyRow[];

  constructor(rows: readonly TallyRow[]) {
    this.#rows = rows;
  }

  /** Rows of a status, or of all but the archived; of a type, or of all. */
  count(of: { readonly status?: string | undefined; readonly type?: string | undefined } = {}): number {
    return this.#matching(of).reduce((sum, row) => sum + row.row_count, 0);
  }

  /** The amounts of all rows that are not archived. */
  amount(): bigint {
    return this.#matching({}).reduce((sum, row) => sum + row.amount, 0n);
  }

  #matching(of: {
    readonly status?: string | undefined;
    readonly type?: string | undefined;
  }): readonly TallyRow[] {
    return this.#rows.filter(
      (row) =>
        (of.status === undefined ? row.status !== 'archived' : row.status === of.status) &&
        (of.type === undefined || row.type === of.type),
    );
  }
}

/** @param ownerIds accounts; of widgets the websites */
export async function readTally(
  db: Kysely<Database>,
  list: RowTallyTable['list'],
  ownerIds: readonly number[],
): Promise<Tally> {
  if (ownerIds.length === 0) return new Tally([]);
  const rows = await db
    .selectFrom('row_tally')
    .select(['status', 'type', 'row_count', 'amount'])
    .where('list', '=', list)
    // One parameter, however many: a statement takes 65,535.
    .where(sql<SqlBool>`owner_id = any(${ownerIds}::int[])`)
    .execute();
  return new Tally(rows);
}

/** Counts the rows of `from … where …` as far as `COUNTED_ROWS`. */
export async function countRows(db: Kysely<Database>, from: RawBuilder<unknown>): Promise<ListTotal> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 ${from} limit ${COUNTED_ROWS + 1}) counted
  `.execute(db);
  const total = rows[0]?.total ?? 0;
  return { total: Math.min(total, COUNTED_ROWS), more: total > COUNTED_ROWS };
}

export type Stretch = Page & { readonly way: RawBuilder<unknown>; readonly reversed: boolean };

/**
 * Where a page is read from: a page behind the middle from the end, its rows then turned round, so that no page
 * passes over more than half of the list.
 */
export function stretchOf(page: Page, direction: SortDirection, { total, more }: ListTotal): Stretch {
  const reversed = !more && page.offset > total / 2;
  const descending = (direction === 'desc') !== reversed;
  const way = descending ? sql`desc` : sql`asc`;
  if (!reversed) return { ...page, way, reversed };
  const limit = Math.max(0, Math.min(page.limit, total - page.offset));
  return { limit, offset: total - page.offset - limit, way, reversed };
}

type ListPage = {
  /** `from … where …` */
  readonly from: RawBuilder<unknown>;
  /** Of the order before the id, all one way. */
  readonly columns: readonly RawBuilder<unknown>[];
  readonly id: RawBuilder<unknown>;
  readonly page: Page;
  readonly direction: SortDirection;
  /** What the tally says; `null` for a list that a search or dates narrow, which is counted meanwhile. */
  readonly tallied: number | null;
};

/** Ids of a page in the list's order, and the list's total. */
export async function readPage(
  db: Kysely<Database>,
  query: ListPage,
): Promise<{ readonly ids: number[]; readonly total: ListTotal }> {
  const { page, direction, tallied } = query;
  if (tallied === null) {
    const stretch = stretchOf(page, direction, { total: 0, more: true });
    const [ids, total] = await Promise.all([readIds(db, { ...query, stretch }), countRows(db, query.from)]);
    return { ids, total };
  }
  const total = { total: tallied, more: false };
  return { ids: await readIds(db, { ...query, stretch: stretchOf(page, direction, total) }), total };
}

/** Ids of the rows of a stretch in the list's order. @param columns of the order before the id, all one way */
export async function readIds(
  db: Kysely<Database>,
  query: {
    readonly from: RawBuilder<unknown>;
    readonly columns: readonly RawBuilder<unknown>[];
    readonly id: RawBuilder<unknown>;
    readonly stretch: Stretch;
  },
): Promise<number[]> {
  const { limit, offset, way, reversed } = query.stretch;
  if (limit === 0) return [];
  const order = sql.join([...query.columns, query.id].map((column) => sql`${column} ${way}`));
  const { rows } = await sql<{ id: number }>`
    select ${query.id} as id ${query.from} order by ${order} limit ${limit} offset ${offset}
  `.execute(db);
  const ids = rows.map((row) => row.id);
  return reversed ? ids.reverse() : ids;
}
