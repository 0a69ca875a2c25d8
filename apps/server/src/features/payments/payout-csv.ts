import type { TypedPaymentDetails } from '@placard/contract/payments';
import type { Secrets } from '@placard/db/secrets/secrets';
import { MICROS_PER_CENT } from '@placard/domain/micros';
import { AppError } from '../../api/app-error.ts';
import { inBreaths } from '../../fairness/breather.ts';
import { displayName } from '../account/user-view.ts';
import type { selectPayouts } from './operator-payouts.ts';
import { openDetails } from './payment-details.ts';
import { netMicros, paymentIdOf } from './payout-record.ts';

export type ExportedRow = Awaited<ReturnType<ReturnType<typeof selectPayouts>['execute']>>[number];

/** What the network says about a batch, in CSV as in SEPA. */
export type Batch = {
  readonly messageId: string;
  readonly network: string;
  readonly currency: string;
  readonly exportedAt: Date;
  /** Day of the export in the network's time zone. */
  readonly day: string;
};

const HEADER = [
  'payment_id',
  'publisher',
  'publisher_email',
  'amount',
  'currency',
  'method',
  'account_name',
  'account_number',
  'bank_name',
  'swift_code',
  'routing_number',
  'iban',
  'bank_address',
  'paypal_email',
  'requested_at',
  'batch',
  'withheld_tax',
];

/** Whole cents of an amount that is in whole cents: `60.50`. */
export function centsText(micros: bigint): string {
  const cents = micros / MICROS_PER_CENT;
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`;
}

/** Opening one's sealed details costs as much as so many steps. */
export const STEPS_A_SEAL = 50;

/** Whole bank details for the operator's own payment run, as the lines of a CSV file. */
export async function payoutLines(
  rows: readonly ExportedRow[],
  batch: Batch,
  secrets: Secrets,
): Promise<string[][]> {
  return [HEADER, ...(await inBreaths(rows, STEPS_A_SEAL, (row) => lineOf(row, batch, secrets)))];
}

/** @throws AppError `conflict_status` that names the payout whose details do not open: it is left out of the batch by hand. */
export function exportedDetails(
  row: Pick<ExportedRow, 'id' | 'publisher_id' | 'details_sealed'>,
  secrets: Secrets,
): TypedPaymentDetails {
  try {
    return openDetails(secrets, row.publisher_id, row.details_sealed);
  } catch {
    const value = paymentIdOf(row.id);
    throw new AppError('conflict_status', { reason: 'export_details_unreadable', value });
  }
}

function lineOf(row: ExportedRow, batch: Batch, secrets: Secrets): string[] {
  const details = exportedDetails(row, secrets);
  const bank = details.type === 'bank_account' ? details : null;
  return [
    paymentIdOf(row.id),
    displayName(row),
    row.email,
    centsText(netMicros(row)),
    batch.currency,
    row.method,
    bank?.accountName ?? '',
    bank?.accountNumber ?? '',
    bank?.bankName ?? '',
    bank?.swiftCode ?? '',
    bank?.routingNumber ?? '',
    bank?.iban ?? '',
    bank?.bankAddress ?? '',
    details.type === 'paypal' ? details.paypalEmail : '',
    row.requested_at.toISOString(),
    batch.messageId,
    centsText(row.withheld_micros),
  ];
}
