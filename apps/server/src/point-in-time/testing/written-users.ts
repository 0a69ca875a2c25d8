import { join } from 'node:path';
import { startCluster } from '@placard/db/embedded/cluster';
import pg from 'pg';

/** Writes a user down, ends the piece of the log, and waits until that is in the archive. @returns a moment right after it */
export async function writeUser(client: pg.Client, email: string): Promise<Date> {
  await client.query(`insert into app_user (email, status) values ($1, 'active')`, [email]);
  // In whole milliseconds, after the one that it was written in.
  const { rows } = await client.query<{ at: Date }>(
    `select pg_sleep(0.002), clock_timestamp() as at, pg_sleep(0.002)`,
  );
  const piece = (await client.query<{ piece: string }>('select pg_walfile_name(pg_switch_wal()) as piece'))
    .rows[0]?.piece;
  const archived = async () =>
    (await client.query<{ name: string }>('select last_archived_wal as name from pg_stat_archiver')).rows[0]
      ?.name ?? '';
  while ((await archived()) < (piece ?? '')) await client.query('select pg_sleep(0.01)');
  const [row] = rows;
  if (row === undefined) throw new Error('nothing was written');
  return row.at;
}

/** Those of `…@moments.test` in a data folder that nothing runs on. */
export async function readUsers(dataDir: string): Promise<string[]> {
  const rows = await readRestored<{ email: string }>(
    dataDir,
    `select email from app_user where email like '%@moments.test' order by id`,
  );
  return rows.map(({ email }) => email);
}

/** What a question finds in a data folder that nothing runs on. */
export async function readRestored<Row extends pg.QueryResultRow>(
  dataDir: string,
  question: string,
): Promise<Row[]> {
  const restored = await startCluster({ home: join(dataDir, 'postgres') });
  const reader = new pg.Client({ connectionString: restored.url });
  try {
    await reader.connect();
    return (await reader.query<Row>(question)).rows;
  } finally {
    await reader.end();
    await restored.stop();
  }
}
