import type { WalletTransaction } from '@placard/contract/billing';
import type { Actor, HasDb } from '../../deps.ts';
import { type Booking, type BookingsQuery, listBookings } from './list-bookings.ts';

export type WalletPage = { items: WalletTransaction[]; next: string | null };

/** What moved an account's wallet, newest first, with days of the actor's clock. */
export async function listWalletTransactions(
  { db }: HasDb,
  { accountId, timeZone }: Pick<Actor, 'accountId' | 'timeZone'>,
  query: BookingsQuery,
): Promise<WalletPage> {
  const wallet = { kind: 'advertiser_wallet', ownerId: accountId, timeZone } as const;
  const { items, next } = await listBookings(db, wallet, query);
  return { items: items.map(transactionView), next };
}

const SHOWN_KINDS = ['deposit', 'settlement', 'refund', 'spend_refund'] as const;

function transactionView({ id, at, amount, balanceAfter, day, ...booking }: Booking): WalletTransaction {
  const kind = SHOWN_KINDS.find((shown) => shown === booking.kind) ?? 'adjustment';
  const description = {
    deposit: `Deposit ${booking.reference ?? ''}`.trim(),
    settlement: `Advertising on ${day}`,
    refund: 'Refund',
    spend_refund: booking.reason ?? '',
    adjustment: booking.reason ?? 'Correction by the network',
  };
  return { id, at, kind, amount, balanceAfter, description: description[kind], day };
}
