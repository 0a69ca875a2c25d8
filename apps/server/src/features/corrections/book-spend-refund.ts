import type { Tx } from '@placard/db/database';
import { type TakenBack, takeBack } from '@placard/domain/billing/spend-refund';
import { walletOf } from '@placard/domain/ledger/accounts';
import { spendRefundEntries } from '@placard/domain/ledger/postings';
import type { Micros } from '@placard/domain/micros';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import { accountFor, postTransaction } from '../../ledger/post-transaction.ts';
import type { CorrectionRow } from './correction-row.ts';
import { openCharges, type SpendScope, type TakenCharge, takeCharges } from './spend-charges.ts';

export type BookedRefund = {
  readonly transactionId: bigint;
  readonly uncoveredMicros: Micros;
  readonly walletAfterMicros: Micros;
  /** What each month's days were charged. */
  readonly months: readonly { readonly month: string; readonly chargedMicros: Micros }[];
  readonly publishers: readonly (TakenBack & { readonly publisherId: number })[];
};

export function scopeOf(row: CorrectionRow): SpendScope {
  return {
    advertiserId: row.account_id,
    from: row.period_from ?? '',
    to: row.period_to ?? '',
    campaignId: row.campaign_id,
    websiteId: row.website_id,
  };
}

/**
 * Gives back what is left of a period's charges: to the wallet, from the publishers what they hold of their shares, from
 * the network the rest. Locks what settlement locks, in its order, so that meanwhile nothing is charged and no month is
 * closed; the lines that it writes are what the database holds against the charges.
 * @throws AppError `refund_changed` where it is not what was asked for
 */
export async function bookSpendRefund(trx: Tx, row: CorrectionRow, now: Date): Promise<BookedRefund> {
  const scope = scopeOf(row);
  const publisherIds = (await openCharges(trx, scope)).map(({ publisherId }) => publisherId);
  const available = await lockBalances(trx, scope.advertiserId, publisherIds);
  const taken = await takeCharges(trx, row.id, scope);
  const chargedMicros = sumOf(taken, ({ chargedMicros: micros }) => micros);
  if (
    chargedMicros !== row.amount_micros ||
    taken.some(({ publisherId }) => !publisherIds.includes(publisherId))
  ) {
    throw new AppError('refund_changed');
  }
  const publishers: (TakenBack & { publisherId: number })[] = [];
  for (const publisherId of publisherIds) {
    const own = taken.filter((charge) => charge.publisherId === publisherId);
    const held = {
      openMonths: await openMonths(trx, publisherId),
      availableMicros: available.get(publisherId) ?? 0n,
    };
    const back = takeBack(
      sumOf(own, ({ publisherMicros }) => publisherMicros),
      held,
    );
    await writeTakeBack(trx, row.id, publisherId, back);
    publishers.push({ publisherId, ...back });
  }
  const publisherMicros = sumOf(taken, ({ publisherMicros: micros }) => micros);
  const wallet = walletOf(scope.advertiserId);
  const { transactionId, balances } = await postTransaction(trx, {
    kind: 'spend_refund',
    reference: `correction:${row.id}`,
    entries: spendRefundEntries({
      advertiserId: scope.advertiserId,
      networkMicros: chargedMicros - publisherMicros,
      givenBack: publishers,
    }),
    detail: { correctionId: row.id, reason: row.reason, from: scope.from, to: scope.to },
    at: now,
  });
  return {
    transactionId,
    uncoveredMicros: sumOf(publishers, ({ uncoveredMicros }) => uncoveredMicros),
    walletAfterMicros: balances.get(`${wallet.kind}:${wallet.ownerId}`) ?? 0n,
    months: byMonth(taken),
    publishers,
  };
}

function sumOf<Each>(all: readonly Each[], micros: (each: Each) => Micros): Micros {
  return all.reduce((sum, each) => sum + micros(each), 0n);
}

function byMonth(taken: readonly TakenCharge[]) {
  const months = new Map<string, Micros>();
  for (const { month, chargedMicros } of taken) months.set(month, (months.get(month) ?? 0n) + chargedMicros);
  return [...months].map(([month, chargedMicros]) => ({ month, chargedMicros }));
}

/** @returns what is available to each publisher */
async function lockBalances(
  trx: Tx,
  advertiserId: number,
  publisherIds: readonly number[],
): Promise<ReadonlyMap<number, Micros>> {
  await accountFor(trx, walletOf(advertiserId));
  const lock = async () => {
    const { rows } = await sql<{ kind: string; owner_id: number; balance_micros: Micros }>`
      select kind, owner_id, balance_micros from ledger_account
       where (owner_id = ${advertiserId} and kind = 'advertiser_wallet')
          or (owner_id = any(${publisherIds}::int[]) and kind in ('publisher_pending', 'publisher_available'))
          or (owner_id is null and kind in ('network_revenue', 'adjustments'))
       order by kind <> 'advertiser_wallet', id for no key update`.execute(trx);
    return rows;
  };
  await lock();
  // Once more: while it waited, a publisher's first month may have been closed, which opened an account that was not there to
  // be locked. From here on none is closed.
  const available = (await lock()).filter(({ kind }) => kind === 'publisher_available');
  return new Map(available.map((row) => [row.owner_id, row.balance_micros]));
}

async function openMonths(trx: Tx, publisherId: number): Promise<{ month: string; leftMicros: Micros }[]> {
  return await trx
    .selectFrom('earning_month')
    .select(['month', sql<Micros>`earned_micros - taken_back_micros`.as('leftMicros')])
    .where('publisher_id', '=', publisherId)
    .where('closed_at', 'is', null)
    .orderBy('month')
    .execute();
}

async function writeTakeBack(
  trx: Tx,
  correctionId: number,
  publisherId: number,
  { fromMonths }: TakenBack,
): Promise<void> {
  for (const { month, micros } of fromMonths) {
    await trx
      .updateTable('earning_month')
      .set((eb) => ({ taken_back_micros: eb('taken_back_micros', '+', micros) }))
      .where('publisher_id', '=', publisherId)
      .where('month', '=', month)
      .execute();
    await trx
      .insertInto('earning_take_back')
      .values({ correction_id: correctionId, publisher_id: publisherId, month, micros })
      .execute();
  }
}
