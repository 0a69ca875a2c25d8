import { MOST_ATTEMPTS, pauseAfterAttemptMs } from '@placard/domain/billing/check-schedule';
import { GatewayAwayError } from '../../../gateways/card-gateway.ts';
import { inTransaction } from '../../in-transaction.ts';
import type { CardDeps } from './cards-of.ts';
import { syncDeposit } from './sync-deposit.ts';

const BATCH = 20;
/** A deposit that was asked for and never paid: its owner went away. */
const NEVER_BEGUN_MS = 2 * 3_600_000;

/**
 * Asks the gateway about deposits that wait, for those whose payer never came back and whose event never came.
 * @returns how many were due.
 */
export async function reconcileDeposits(deps: CardDeps): Promise<number> {
  const due = await claimDeposits(deps);
  for (const depositId of due) {
    try {
      await syncDeposit(deps, depositId);
    } catch (error) {
      // One that makes trouble shall not hold up the others.
      const level = error instanceof GatewayAwayError ? 'warn' : 'error';
      deps.log[level]({ depositId, err: error }, 'a deposit could not be asked for and waits');
    }
  }
  return due.length;
}

async function claimDeposits(deps: CardDeps): Promise<number[]> {
  const now = deps.clock();
  const neverBegun = new Date(now.getTime() - NEVER_BEGUN_MS);
  return await inTransaction(deps.db, async (trx) => {
    const rows = await trx
      .selectFrom('deposit')
      .select(['id', 'check_attempts', 'next_check_at'])
      .where('status', '=', 'pending')
      .where('gateway', '=', 'stripe')
      .where((eb) =>
        eb.or([
          eb('next_check_at', '<=', now),
          eb.and([
            eb('next_check_at', 'is', null),
            eb('gateway_id', 'is', null),
            eb('created_at', '<', neverBegun),
          ]),
        ]),
      )
      // Those that were never begun have no time of their own: whoever was looked at seldom comes first.
      .orderBy('next_check_at', (order) => order.asc().nullsLast())
      .orderBy('check_attempts')
      .orderBy('id')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of rows) {
      const nextMs = now.getTime() + pauseAfterAttemptMs(row.check_attempts + 1);
      const begun = row.next_check_at !== null;
      await trx
        .updateTable('deposit')
        .set({
          check_attempts: Math.min(row.check_attempts + 1, MOST_ATTEMPTS),
          // A time for the next look says that a payment was begun.
          ...(begun ? { next_check_at: new Date(nextMs) } : {}),
        })
        .where('id', '=', row.id)
        .execute();
    }
    return rows.map((row) => row.id);
  });
}
