import type { Pool } from 'pg';

const LONGEST_MS = 30_000;

/**
 * Begins `work` while somebody else holds the rows of a `select … for update`, and lets go of them as soon as it waits for
 * them, or is over without. Work of several calls is let go on as soon as that many wait, for these rows or each other.
 * @param change what the holder does to them before that, or what others do who do not need them; left out: nothing
 * @returns whether it had to wait, and what came of it
 */
export async function whileHeld<Result>(
  pool: Pool,
  rows: string,
  work: () => Promise<Result>,
  waiters = 1,
  change?: string | (() => Promise<unknown>),
): Promise<{ waited: boolean; result: Result }> {
  const holder = await pool.connect();
  let working: Promise<Result>;
  let over = false;
  let waited = false;
  try {
    await holder.query('begin');
    if ((await holder.query(rows)).rowCount === 0) throw new Error(`no rows to hold: ${rows}`);
    const until = Date.now() + LONGEST_MS;
    working = work().finally(() => {
      over = true;
    });
    // What it throws comes out below, where it is awaited.
    working.catch(() => undefined);
    while (!over && !waited && Date.now() < until) {
      // Else a transaction goes on to see the connections that it saw first.
      await holder.query('select pg_stat_clear_snapshot()');
      const { rowCount } = await holder.query(
        'select from pg_stat_activity where datname = current_database() and pg_blocking_pids(pid) <> array[]::int[]',
      );
      waited = (rowCount ?? 0) >= waiters;
    }
    if (typeof change === 'string') await holder.query(`${change}; commit`);
    else await change?.();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  return { waited, result: await working };
}
