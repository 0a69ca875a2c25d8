import type { EarningBooking } from '@placard/contract/records';
import { AppError } from '../../api/app-error.ts';
import type { HasDb } from '../../deps.ts';
import { type Booking, type BookingsQuery, listBookings } from '../billing/list-bookings.ts';
import { listWalletTransactions, type WalletPage } from '../billing/list-wallet-transactions.ts';
import { paymentIdOf } from '../payments/payout-record.ts';

type OfAccount = BookingsQuery & { readonly id: number };

async function clockOf({ db }: HasDb, accountId: number): Promise<string> {
  const { time_zone: timeZone } = await db
    .selectFrom('account')
    .select('time_zone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return timeZone;
}

/** What moved an account's wallet, as its members see it, with days of their clock. @throws AppError `not_found`. */
export async function readAccountWallet(
  deps: HasDb,
  _actor: unknown,
  { id, ...query }: OfAccount,
): Promise<WalletPage> {
  const timeZone = await clockOf(deps, id);
  return await listWalletTransactions(deps, { accountId: id, timeZone }, query);
}

/** What moved a publisher's earnings, of one of their two balances, with days of their clock. @throws AppError `not_found`. */
export async function readAccountEarnings(
  deps: HasDb,
  _actor: unknown,
  { id, balance, ...query }: OfAccount & { readonly balance: 'pending' | 'available' },
): Promise<{ items: EarningBooking[]; next: string | null }> {
  const account = { kind: `publisher_${balance}`, ownerId: id, timeZone: await clockOf(deps, id) } as const;
  const { items, next } = await listBookings(deps.db, account, query);
  return { items: items.map(earningView), next };
}

const SHOWN_KINDS = ['settlement', 'month_close', 'payout_request', 'payout_return', 'spend_refund'] as const;
const OF_PAYOUTS: readonly string[] = ['payout_request', 'payout_return'];

function earningView({ id, at, amount, balanceAfter, day, ...booking }: Booking): EarningBooking {
  const { payoutId, month, reason } = booking;
  return {
    ...{ id, at, amount, balanceAfter, day, reason },
    kind: SHOWN_KINDS.find((shown) => shown === booking.kind) ?? 'adjustment',
    month: month === null ? null : month.slice(0, 7),
    // A correction that a returned payout covers names it too, and is no movement of it.
    payout:
      payoutId === null || !OF_PAYOUTS.includes(booking.kind)
        ? null
        : { id: payoutId, paymentId: paymentIdOf(payoutId) },
  };
}
