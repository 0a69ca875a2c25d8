import type { Database } from '@placard/db/schema';
import type { Kysely, Transaction } from 'kysely';

/**
 * Runs the work in one transaction: the caller's own if `db` is one already (an operation with an Idempotency-Key,
 * a use case that calls another), else a new one. What the work throws rolls everything back.
 */
export async function inTransaction<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  // Kysely has no type guard for this; its Transaction is the Kysely whose isTransaction is true.
  if (db.isTransaction) return await work(db as Transaction<Database>);
  return await db.transaction().execute(work);
}
