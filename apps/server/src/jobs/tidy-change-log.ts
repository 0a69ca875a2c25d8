import type { Pool } from 'pg';

/** An ad server that has read nothing for so long reads all of the network again. */
const KEPT = '1 day';
/** And so many whatever their age: a clock that is a day ahead for a moment takes nothing that was not read yet. */
const KEPT_ROWS = 100_000;
/** In one statement, below a tenth of a second. */
const ROWS_AT_ONCE = 10_000;

/**
 * Removes changes that nobody reads any more.
 * @param stopping leaves the rest to the next run @returns how many
 */
export async function tidyChangeLog(
  pool: Pool,
  stopping: AbortSignal | undefined,
  { keptRows = KEPT_ROWS, rowsAtOnce = ROWS_AT_ONCE } = {},
): Promise<number> {
  let removed = 0;
  for (let more = true; more && stopping?.aborted !== true; ) {
    const { rowCount } = await pool.query(
      `delete from change_log where id in (
         select id from change_log
          where id <= (select max(id) from change_log) - $1::int and at < now() - $2::interval
          order by id limit $3)`,
      [keptRows, KEPT, rowsAtOnce],
    );
    removed += rowCount ?? 0;
    more = rowCount === rowsAtOnce;
  }
  return removed;
}
