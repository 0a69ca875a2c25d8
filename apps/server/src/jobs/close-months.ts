import type { Db } from '@placard/db/database';
import { availableOf, pendingOf } from '@placard/domain/ledger/accounts';
import { monthCloseEntries } from '@placard/domain/ledger/postings';
import { localDayAt, monthOfDay } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { inTransaction } from '../features/in-transaction.ts';
import { postTransaction } from '../ledger/post-transaction.ts';

export type ClosedMonth = {
  readonly publisherId: number;
  readonly month: string;
  readonly earnedMicros: bigint;
};

/**
 * Closes every month that is over in the network's time zone: what a publisher earned in it goes from pending to
 * available, once, by the ledger's reference. Running it again, late, or twice at once closes nothing twice.
 * @returns what was closed now
 */
export async function closeMonths(deps: {
  readonly db: Db;
  readonly clock: () => Date;
}): Promise<ClosedMonth[]> {
  const now = deps.clock();
  const { time_zone } = await deps.db
    .selectFrom('network_settings')
    .select('time_zone')
    .executeTakeFirstOrThrow();
  const thisMonth = monthOfDay(localDayAt(time_zone, now.getTime()));
  const open = await deps.db
    .selectFrom('earning_month')
    .select(['publisher_id', 'month'])
    .where('closed_at', 'is', null)
    .where('month', '<', thisMonth)
    .orderBy('month')
    .orderBy('publisher_id')
    .execute();
  const closed: ClosedMonth[] = [];
  for (const { publisher_id: publisherId, month } of open) {
    const earnedMicros = await closeMonth(deps.db, publisherId, month, now);
    if (earnedMicros !== null) closed.push({ publisherId, month, earnedMicros });
  }
  return closed;
}

/** @returns micros made available, or `null` when the month was closed meanwhile. */
async function closeMonth(db: Db, publisherId: number, month: string, now: Date): Promise<bigint | null> {
  return await inTransaction(db, async (trx) => {
    // The lock that settlement holds while it adds earnings: none are added to a month that is being closed. Both
    // accounts, in the order in which everything locks them.
    await sql`select id from ledger_account
               where owner_id = ${publisherId}
                 and kind in (${pendingOf(publisherId).kind}, ${availableOf(publisherId).kind})
               order by id for no key update`.execute(trx);
    const row = await trx
      .selectFrom('earning_month')
      .select('earned_micros')
      .where('publisher_id', '=', publisherId)
      .where('month', '=', month)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) return null;
    const amountMicros = row.earned_micros;
    const posted =
      amountMicros === 0n
        ? null
        : await postTransaction(trx, {
            kind: 'month_close',
            reference: `month:${publisherId}:${month.slice(0, 7)}`,
            entries: monthCloseEntries({ publisherId, amountMicros }),
            detail: { publisherId, month },
            at: now,
          });
    await trx
      .updateTable('earning_month')
      .set({ closed_at: now, ledger_transaction_id: posted?.transactionId ?? null })
      .where('publisher_id', '=', publisherId)
      .where('month', '=', month)
      .where('closed_at', 'is', null)
      .execute();
    return amountMicros;
  });
}
