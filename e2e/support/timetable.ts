import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { expect } from '@playwright/test';

/** What is done each minute is done within every journey. */
const EACH_MINUTE = ['send_views', 'watch_network'];

/**
 * Takes the hours out of the timetable of a running Placard, and of all that begin with a copy of its database: journeys run at
 * any minute, and one that began at a quarter past would see websites looked at by the job of minute 17.
 */
export async function keepHoursAway(dataDir: string): Promise<void> {
  const pool = createPool({
    ...{ url: runningClusterUrl(join(dataDir, 'postgres')), name: 'journeys', max: 1 },
    onIdleError: () => {},
  });
  try {
    const table = 'graphile_worker._private_known_crontabs';
    // Made by the worker's first start, which nobody waits for otherwise.
    await expect
      .poll(async () => (await pool.query(`select to_regclass('${table}') is not null as made`)).rows)
      .toEqual([{ made: true }]);
    // An entry's run is noted before its job is made: what can't be noted makes none.
    await pool.query(`
      create function graphile_worker.placard_not_now() returns trigger language plpgsql as 'begin return null; end';
      create trigger placard_not_now before insert on ${table} for each row
        when (new.identifier not in (${EACH_MINUTE.map((name) => `'${name}'`).join(', ')}))
        execute function graphile_worker.placard_not_now()`);
  } finally {
    await pool.end();
  }
}
