import type { Database } from '@placard/db/schema';
import type { RowTallyTable } from '@placard/db/schema/row-tally';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** How far a narrowed list is counted: beyond it nobody turns pages, and counting on costs as much as the list is long. */
export const COUNTED_ROWS = 1_000;

/** `more`: there are more than `total`, which is where counting stopped. */
export type ListTotal = { readonly total: number; readonly more: boolean };

/** Of a status, or of all but the archived; of a type, or of all. */
export type TallyOf = { readonly status?: string | undefined; readonly type?: string | undefined };

/** How many rows have a value. */
export type Part = { readonly value: string; readonly count: number };

type TallyRow = Pick<RowTallyTable, 'status' | 'type' | 'row_count' | 'amount'>;

/** What a list has counted of its rows, by status and type. */
export class Tally {
  readonly #rows: readonly TallyRow[];

  constructor(rows: readonly TallyRow[]) {
    this.#rows = rows;
  }

  count(of: TallyOf = {}): number {
    return this.#matching(of).reduce((sum, row) => sum + row.row_count, 0);
  }

  /** The count by status or type, in their order: words of small letters, which every collation orders alike. */
  parts(by: 'status' | 'type', of: TallyOf = {}): Part[] {
    const counts = new Map<string, number>();
    for (const row of this.#matching(of)) counts.set(row[by], (counts.get(row[by]) ?? 0) + row.row_count);
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => (a.value < b.value ? -1 : 1));
  }

  /** The amounts of all rows that are not archived. */
  amount(): bigint {
    return this.#matching({}).reduce((sum, row) => sum + row.amount, 0n);
  }

  #matching(of: TallyOf): readonly TallyRow[] {
    return this.#rows.filter(
      (row) =>
        (of.status === undefined ? row.status !== 'archived' : row.status === of.status) &&
        (of.type === undefined || row.type === of.type),
    );
  }
}

/** @param ownerId as `RowTallyTable.owner_id` */
export async function readTally(
  db: Kysely<Database>,
  list: RowTallyTable['list'],
  ownerId: number,
): Promise<Tally> {
  const rows = await db
    .selectFrom('row_tally')
    .select(['status', 'type', 'row_count', 'amount'])
    .where('list', '=', list)
    .where('owner_id', '=', ownerId)
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

/** How many widgets a website has: a subquery. */
export function widgetCountOf(websiteId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(row_count), 0)::int from row_tally
    where list = 'widget' and owner_id = ${websiteId} and status <> 'archived')`;
}
