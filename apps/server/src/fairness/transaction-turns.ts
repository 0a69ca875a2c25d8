import type { Db } from '@placard/db/database';
import { Turns } from './turns.ts';

/** Longer than this nobody wants to wait for an answer. */
const PATIENCE_MS = 5_000;
const WAITING = 500;

const turnsOf = new WeakMap<Db, Turns>();

/**
 * Lets at most so many transactions of this handle run at once: the rest of its connections stays free for reads. One
 * that waits for its turn holds no connection.
 */
export function limitTransactions(db: Db, atOnce: number): void {
  turnsOf.set(
    db,
    new Turns({ perKey: atOnce, atOnce, waiting: WAITING, waitingInAll: WAITING, patienceMs: PATIENCE_MS }),
  );
}

/** Runs what begins a transaction on this handle when it is its turn. @throws TooManyWaiting */
export async function inTransactionTurn<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const turns = turnsOf.get(db);
  return turns === undefined ? await work() : await turns.run('', work);
}
