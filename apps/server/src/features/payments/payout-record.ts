import type { Payout } from '@placard/contract/payments';
import type { PayoutTable } from '@placard/db/schema/payouts';
import type { Secrets } from '@placard/db/secrets/secrets';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import type { Selectable } from 'kysely';
import { idSearched } from '../list-query.ts';
import { destinationOf, openDetails } from './payment-details.ts';

export type PayoutRecord = Selectable<PayoutTable>;

export function paymentIdOf(payoutId: number): string {
  return `PO-${payoutId}`;
}

/** The payout that is called so, in whatever letters; null where none can be. */
export function payoutCalled(name: string): number | null {
  return idSearched(/^po-(\d+)$/i.exec(name)?.[1]);
}

/** What is paid of a payout: the tax that is withheld stays with the network. */
export function netMicros(payout: Pick<PayoutRecord, 'amount_micros' | 'withheld_micros'>): Micros {
  return payout.amount_micros - payout.withheld_micros;
}

export function payoutView(payout: PayoutRecord, currency: string, secrets: Secrets): Payout {
  return {
    id: payout.id,
    paymentId: paymentIdOf(payout.id),
    amount: dollarsFromMicros(payout.amount_micros),
    withholdingPercent: payout.withholding_bp / 100,
    withheld: dollarsFromMicros(payout.withheld_micros),
    net: dollarsFromMicros(netMicros(payout)),
    currency,
    method: payout.method,
    destination: destinationOfPayout(payout, secrets),
    status: payout.status,
    automatic: payout.automatic,
    requestedAt: payout.requested_at.toISOString(),
    completedAt: payout.completed_at?.toISOString() ?? null,
    reason: payout.reason,
    cancelled: payout.cancelled_at !== null,
  };
}

/** Where it went, masked. Details that no longer open (another installation's key) must not hide what was paid. */
export function destinationOfPayout(
  payout: Pick<PayoutRecord, 'publisher_id' | 'details_sealed'>,
  secrets: Secrets,
): string {
  try {
    return destinationOf(openDetails(secrets, payout.publisher_id, payout.details_sealed));
  } catch {
    return '••••';
  }
}
