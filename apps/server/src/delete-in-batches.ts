import type { Db } from '@placard/db/database';
import type { Database } from '@placard/db/schema';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** In one statement, some tenths of a second: what has gathered over months takes minutes, and others wait for what it locks. */
const ROWS_AT_ONCE = 5_000;

export type Batches = {
  /** Leaves the rest to the next run. */
  readonly stopping?: AbortSignal | undefined;
  readonly rowsAtOnce?: number;
};

/** Deletes a table's rows `which` in statements of bounded size; in the condition the table is `t`. @returns how many */
export async function deleteInBatches(
  db: Db,
  table: keyof Database & string,
  which: RawBuilder<SqlBool>,
  batches: Batches = {},
): Promise<number> {
  return await inBatches(batches, async (most) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)}
       where ctid = any(array(select t.ctid from ${sql.table(table)} t where ${which} limit ${most}))`.execute(
      db,
    );
    return Number(numAffectedRows ?? 0n);
  });
}

/**
 * The same of a table that is filled in the order of its ids and of which the oldest go: only these are looked at, so that the look
 * costs as much where there are millions.
 */
export async function deleteOldest(
  db: Db,
  table: keyof Database & string,
  which: RawBuilder<SqlBool>,
  batches: Batches = {},
): Promise<number> {
  return await inBatches(batches, async (most) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)}
       where id in (select t.id from (select * from ${sql.table(table)} order by id limit ${most}) t where ${which})`.execute(
      db,
    );
    return Number(numAffectedRows ?? 0n);
  });
}

/** @param change changes so many rows at most, and says how many there were */
export async function inBatches(
  { stopping, rowsAtOnce = ROWS_AT_ONCE }: Batches,
  change: (most: number) => Promise<number>,
): Promise<number> {
  let [changed, more] = [0, true];
  while (more && stopping?.aborted !== true) {
    const count = await change(rowsAtOnce);
    changed += count;
    more = count === rowsAtOnce;
  }
  return changed;
}
