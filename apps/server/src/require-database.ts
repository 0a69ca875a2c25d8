import { setTimeout as sleep } from 'node:timers/promises';
import { type Claim, ClaimedError, claimFor } from '@placard/db/process/claim';
import { schemaFault } from '@placard/db/schema-fault';
import type { Secrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys } from '@placard/db/secrets/signing-keys';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { refusalOf } from './http/error-encoding.ts';
import { tellParent } from './process-end.ts';

const DATABASE_WAIT_MS = 1_000;

/** Does what a start needs the database for, as soon as it answers. */
export async function onceDatabaseIsThere<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let told = false; ; told = true) {
    try {
      return await work();
    } catch (error) {
      if (refusalOf(error)?.code !== 'unavailable') throw error;
      if (!told)
        tellParent({ type: 'note', text: 'Nobody answers at DATABASE_URL; waiting for PostgreSQL …' });
      await sleep(DATABASE_WAIT_MS);
    }
  }
}

/** @throws Error with a sentence where the database has another schema, or was sealed by another key */
export async function requireOurDatabase(pool: Pool, secrets: Secrets): Promise<void> {
  const query = async (text: string, values: readonly unknown[]) =>
    (await pool.query(text, [...values])).rows;
  const fault = await schemaFault(query);
  if (fault !== null) throw new Error(fault);
  await loadSigningKeys(query, secrets);
}

/**
 * Makes sure that one process alone fills and reads an embedded ClickHouse: a second one would fill a store of its own,
 * or none, and its reports would be wrong without a word.
 * @throws Error with a sentence where another process of this database has one
 */
export async function claimReports(url: string, name: string, log: Logger): Promise<Claim> {
  const why = (holder: string) =>
    `Another process of this database has the reports: ${holder}. Give all of them the same ClickHouse by CLICKHOUSE_URL, or run API and worker in one process.`;
  const onLost = (holder: string) => log.error({ holder }, why(holder));
  try {
    return await claimFor({ url, kind: 'analytics', number: 0, name, onLost });
  } catch (cause) {
    throw cause instanceof ClaimedError ? new Error(why(cause.holder), { cause }) : cause;
  }
}
