import type { Refusal } from '@placard/contract/refusal-messages';
import type { Secrets } from '@placard/db/secrets/secrets';
import { executionDay } from '@placard/domain/payout/bank-day';
import type { DebtorAccount } from '@placard/domain/payout/rules';
import { isSepaName, SEPA_TRANSFER_MAX_MICROS } from '@placard/domain/payout/sepa-text';
import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import { AppError, refusalAt } from '../../api/app-error.ts';
import { inBreaths } from '../../fairness/breather.ts';
import { type Batch, type ExportedRow, exportedDetails, STEPS_A_SEAL } from './payout-csv.ts';
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
    throw new AppError('conflict_status', { reason: 'sepa_currency', value: batch.currency });
  }
  if (debtor === null) {
    throw new AppError('conflict_status', { reason: 'sepa_debtor_missing' });
  }
  const transfers: SepaTransfer[] = [];
  const faults: Refusal[] = [];
  await inBreaths(rows, STEPS_A_SEAL, (row) => {
    const transfer = transferOf(row, batch, secrets);
    if ('reason' in transfer) faults.push(transfer);
    else transfers.push(transfer);
  });
  if (faults.length > 0) throw unpayable(faults);
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

function unpayable(faults: readonly Refusal[]): AppError {
  const more = faults.length - NAMED;
  const told: readonly Refusal[] = [
    ...faults.slice(0, NAMED),
    ...(more > 0 ? [{ reason: 'sepa_more', value: String(more) } as const] : []),
  ];
  const issues = told.map((each) => refusalAt('ids', each));
  return new AppError('conflict_status', { reason: 'sepa_unpayable', issues });
}

/** A transfer, or why there can be none. */
function transferOf(row: ExportedRow, batch: Batch, secrets: Secrets): SepaTransfer | Refusal {
  const paymentId = paymentIdOf(row.id);
  const details = exportedDetails(row, secrets);
  if (details.type !== 'bank_account') return { reason: 'sepa_by_paypal', value: paymentId };
  if (details.iban === '') return { reason: 'sepa_without_iban', value: paymentId };
  if (!isSepaIban(details.iban)) {
    return { reason: 'sepa_iban_outside', values: { paymentId, country: details.iban.slice(0, 2) } };
  }
  if (details.swiftCode !== '' && !isValidBIC(details.swiftCode)) {
    return { reason: 'sepa_swift_invalid', value: paymentId };
  }
  if (!isSepaName(details.accountName)) return { reason: 'sepa_name_not_latin', value: paymentId };
  if (netMicros(row) > SEPA_TRANSFER_MAX_MICROS) return { reason: 'sepa_too_large', value: paymentId };
  return {
    endToEndId: paymentId,
    amountMicros: netMicros(row),
    creditorName: details.accountName,
    iban: details.iban,
    bic: details.swiftCode,
    remittance: `${batch.network} ${paymentId}`,
  };
}
