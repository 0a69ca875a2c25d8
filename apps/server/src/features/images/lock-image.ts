import type { Tx } from '@placard/db/database';
import { sql } from 'kysely';

/**
 * Keeps an image's file and the rows that name it together until the transaction ends: whoever keeps one waits for who
 * removes it, and the other way round. Several may keep the same one at once.
 */
export async function lockImage(trx: Tx, fileKey: string, why: 'to keep' | 'to remove'): Promise<void> {
  const key = sql`hashtextextended(${`image ${fileKey}`}, 0)`;
  await (why === 'to keep'
    ? sql`select pg_advisory_xact_lock_shared(${key})`
    : sql`select pg_advisory_xact_lock(${key})`
  ).execute(trx);
}
