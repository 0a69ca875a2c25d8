import type { Tx } from '@placard/db/database';
import { availableOf, pendingOf } from '@placard/domain/ledger/accounts';
import { monthCloseEntries } from '@placard/domain/ledger/postings';
import { dollarsFromMicros, type Micros, wholeCents } from '@placard/domain/micros';
import {
  localDayAt,
  monthAfter,
  monthOfDay,
  numberOfDay,
  startOfLocalDayMs,
} from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { HasClock, HasDb, HasUrls } from '../deps.ts';
import { readCurrency } from '../features/billing/read-balance.ts';
import { eachAlone } from '../features/each-alone.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { notify } from '../features/notices/notify.ts';
import { openFinishedMonths, sealFigures } from '../features/payments/closed-figures.ts';
import { networkName } from '../features/settings/network-name.ts';
import { postTransaction } from '../ledger/post-transaction.ts';
import { mailText } from '../mail/mail-text.ts';
import { moneyIn, monthIn } from '../texts/worded.ts';

export type ClosedMonth = {
  readonly publisherId: number;
  readonly month: string;
  readonly earnedMicros: bigint;
};

type Deps = HasDb & HasClock & Pick<HasUrls, 'publicUrl'>;

/**
 * Closes every month that is over in the network's time zone: what a publisher earned in it goes from pending to
 * available, once, by the ledger's reference. Running it again, late, or twice at once closes nothing twice; what an
 * interrupted run left open, the next one closes. With each month goes the hash of its figures.
 * @returns what was closed now
 */
export async function closeMonths(deps: Deps): Promise<ClosedMonth[]> {
  const now = deps.clock();
  const { time_zone } = await deps.db
    .selectFrom('network_settings')
    .select('time_zone')
    .executeTakeFirstOrThrow();
  const thisMonth = monthOfDay(localDayAt(time_zone, now.getTime()));
  await openFinishedMonths(deps.db, { thisMonth, timeZone: time_zone });
  const open = await deps.db
    .selectFrom('earning_month')
    .select(['publisher_id', 'month'])
    .where('closed_at', 'is', null)
    .where('month', '<', thisMonth)
    .orderBy('month')
    .orderBy('publisher_id')
    .execute();
  const closed = await eachAlone(
    open,
    'months could not be closed',
    async ({ publisher_id: publisherId, month }) => {
      const endsAt = new Date(startOfLocalDayMs(time_zone, numberOfDay(monthAfter(month))));
      const earnedMicros = await closeMonth(deps, { publisherId, month, endsAt }, now);
      return earnedMicros === null ? null : { publisherId, month, earnedMicros };
    },
  );
  return closed.filter((each) => each !== null);
}

/** @returns micros made available, or `null` when the month was closed meanwhile, or waits for one before it. */
async function closeMonth(
  deps: Deps,
  { publisherId, month, endsAt }: { publisherId: number; month: string; endsAt: Date },
  now: Date,
): Promise<bigint | null> {
  return await inTransaction(deps.db, async (trx) => {
    // The lock that settlement holds while it adds earnings: none are added to a month that is being closed. Both
    // accounts, in the order in which everything locks them.
    await sql`select id from ledger_account
               where owner_id = ${publisherId}
                 and kind in (${pendingOf(publisherId).kind}, ${availableOf(publisherId).kind})
               order by id for no key update`.execute(trx);
    const row = await trx
      .selectFrom('earning_month')
      .select(['earned_micros', 'taken_back_micros'])
      .where('publisher_id', '=', publisherId)
      .where('month', '=', month)
      .where('closed_at', 'is', null)
      // One that could not be closed keeps those after it: where it ends, the figures of the next begin.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('earning_month as earlier')
              .select('earlier.month')
              .where('earlier.publisher_id', '=', publisherId)
              .where('earlier.month', '<', month)
              .where('earlier.closed_at', 'is', null),
          ),
        ),
      )
      .executeTakeFirst();
    if (row === undefined) return null;
    const amountMicros = row.earned_micros - row.taken_back_micros;
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
    await sealFigures(trx, { publisherId, month, endsAt });
    if (amountMicros > 0n)
      await tellPublisher(trx, deps.publicUrl, { publisherId, month, amountMicros }, now);
    return amountMicros;
  });
}

async function tellPublisher(
  trx: Tx,
  publicUrl: string,
  closed: { readonly publisherId: number; readonly month: string; readonly amountMicros: Micros },
  now: Date,
): Promise<void> {
  const { publisherId: accountId, month, amountMicros } = closed;
  const currency = await readCurrency(trx);
  const network = await networkName(trx);
  // What is below a cent stays available with the rest.
  const amount = moneyIn(wholeCents(amountMicros), currency);
  await notify(trx, {
    accountId,
    kind: 'month.close',
    data: { amount: dollarsFromMicros(amountMicros), currency, month },
    mail: mailText('monthClosed', {
      network,
      amount,
      month: monthIn(month),
      url: `${publicUrl}/publisher/payment`,
    }),
    key: month,
    at: now,
  });
}
