import type { Pool } from 'pg';

/** To look at: the table says why each of them failed. */
const KEPT = '7 days';

/** Removes jobs that were given up; graphile-worker keeps them for ever. @returns how many */
export async function forgetFailedJobs(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null and run_at < now() - $1::interval`,
    [KEPT],
  );
  return rowCount ?? 0;
}
