import type { Secrets } from '@placard/db/secrets/secrets';
import { executionDay } from '@placard/domain/payout/bank-day';
import type { DebtorAccount } from '@placard/domain/payout/rules';
import { isSepaName, SEPA_TRANSFER_MAX_MICROS } from '@placard/domain/payout/sepa-text';
import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import { AppError } from '../../api/app-error.ts';
import { inBreaths } from '../../fairness/breather.ts';
import { openDetails } from './payment-details.ts';
import { type Batch, type ExportedRow, STEPS_A_SEAL } from './payout-csv.ts';
import { netMicros, paymentIdOf } from './payout-record.ts';
import type { SepaOrder, SepaTransfer } from './sepa-document.ts';

/** Joined in 2024 and 2025, after ibantools's table was made. */
const LATE_MEMBERS = ['AL', 'MD', 'ME', 'MK', 'RS'];

export function isSepaIban(iban: string): boolean {
  const country = iban.slice(0, 2);
  return isValidIBAN(iban) && (isSEPACountry(country) || LATE_MEMBERS.includes(country));
}

/**
 * A batch as SEPA credit transfers.
 * @throws AppError `conflict_status` that says why it cannot be: another currency than the euro, no paying account, or
 * the first payouts that have no IBAN inside the SEPA.
 */
export async function sepaOrderOf(
  rows: readonly ExportedRow[],
  batch: Batch,
  debtor: DebtorAccount | null,
  secrets: Secrets,
): Promise<SepaOrder> {
  if (batch.currency !== 'EUR') {
    throw refused(
      `SEPA moves euros only, and this network pays in ${batch.currency}. Export the payouts as CSV instead.`,
    );
  }
  if (debtor === null) {
    throw refused('Enter the account that pays in the payout settings first: a SEPA file names it.');
  }
  const transfers: SepaTransfer[] = [];
  const faults: string[] = [];
  await inBreaths(rows, STEPS_A_SEAL, (row) => {
    const transfer = transferOf(row, batch, secrets);
    if (typeof transfer === 'string') faults.push(`${paymentIdOf(row.id)} ${transfer}`);
    else transfers.push(transfer);
  });
  if (faults.length > 0) {
    const more = faults.length > NAMED ? ` And ${faults.length - NAMED} more.` : '';
    throw refused(`${faults.slice(0, NAMED).join(' ')}${more} Leave them out, or export them as CSV.`);
  }
  return {
    messageId: batch.messageId,
    createdAt: batch.exportedAt,
    executionDay: executionDay(batch.exportedAt.getTime()),
    debtor,
    transfers,
  };
}

/** More would be no message but a list. */
const NAMED = 5;

function refused(message: string): AppError {
  return new AppError('conflict_status', { message });
}

/** A transfer, or why there can be none. */
function transferOf(row: ExportedRow, batch: Batch, secrets: Secrets): SepaTransfer | string {
  const details = openDetails(secrets, row.publisher_id, row.details_sealed);
  if (details.type !== 'bank_account') return 'is paid by PayPal, not by bank transfer.';
  if (details.iban === '') return 'has an account number, but no IBAN.';
  if (!isSepaIban(details.iban)) return `has an IBAN outside the SEPA (${details.iban.slice(0, 2)}).`;
  if (details.swiftCode !== '' && !isValidBIC(details.swiftCode)) return 'has no valid SWIFT code.';
  if (!isSepaName(details.accountName)) return 'has an account name without Latin letters.';
  if (netMicros(row) > SEPA_TRANSFER_MAX_MICROS) return 'is larger than a SEPA transfer can be.';
  const paymentId = paymentIdOf(row.id);
  return {
    endToEndId: paymentId,
    amountMicros: netMicros(row),
    creditorName: details.accountName,
    iban: details.iban,
    bic: details.swiftCode,
    remittance: `${batch.network} ${paymentId}`,
  };
}
