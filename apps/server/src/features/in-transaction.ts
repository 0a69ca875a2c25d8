import { type Db, inTransaction as inNewTransaction, type Tx } from '@placard/db/database';
import { inTransactionTurn } from '../fairness/transaction-turns.ts';

/**
 * Runs the work in one transaction: the caller's own if `db` is one already (an operation with an Idempotency-Key,
 * a use case that calls another), else a new one, tried again after a deadlock: the work changes nothing but the
 * database. What it throws rolls everything back.
 */
export async function inTransaction<Result>(db: Db, work: (trx: Tx) => Promise<Result>): Promise<Result> {
  // Kysely has no type guard for this; its Transaction is the Kysely whose isTransaction is true.
  if (db.isTransaction) return await work(db as Tx);
  return await inTransactionTurn(db, async () => await inNewTransaction(db, work));
}
