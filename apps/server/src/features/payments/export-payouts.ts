import { MICROS_PER_CENT } from '@placard/domain/micros';
import { AppError } from '../../http/app-error.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { displayName } from '../account/user-view.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { readCurrency } from '../billing/read-balance.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../feature.ts';
import { inTransaction } from '../in-transaction.ts';
import { selectPayouts } from './operator-payouts.ts';
import { openDetails } from './payment-details.ts';
import { paymentIdOf } from './payout-record.ts';

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
];

/**
 * Whole bank details of payouts that are being processed, the only place that shows them; each export is audited.
 * @returns RFC 4180 with a byte order mark
 * @throws AppError `not_found` when one does not exist, `conflict_status` when one is not in processing.
 */
export async function exportPayouts(
  deps: HasDb & HasClock & HasSecrets,
  actor: Actor,
  input: { readonly ids: readonly number[] },
): Promise<string> {
  const ids = [...new Set(input.ids)];
  return await inTransaction(deps.db, async (trx) => {
    const rows = await selectPayouts(trx).where('payout.id', 'in', ids).orderBy('payout.id').execute();
    if (rows.length < ids.length) throw new AppError('not_found');
    const other = rows.find((row) => row.status !== 'processing');
    if (other !== undefined) {
      throw new AppError('conflict_status', {
        message: `${paymentIdOf(other.id)} is ${other.status} now: only payouts in processing can be exported.`,
      });
    }
    const currency = await readCurrency(trx);
    const lines = rows.map((row) => lineOf(row, currency, deps.secrets));
    await writeAudit(trx, {
      actorUserId: actor.userId,
      actorKind: 'operator',
      action: 'payout.export',
      subjectKind: 'payout',
      subjectId: null,
      detail: { payouts: rows.map((row) => row.id) },
      at: deps.clock(),
    });
    return `\uFEFF${[HEADER, ...lines].map((line) => line.map(csvField).join(',')).join('\r\n')}\r\n`;
  });
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPayouts>['execute']>>[number];

function lineOf(row: Row, currency: string, secrets: Secrets): string[] {
  const details = openDetails(secrets, row.publisher_id, row.details_sealed);
  const cents = row.amount_micros / MICROS_PER_CENT;
  const bank = details.type === 'bank_account' ? details : null;
  return [
    paymentIdOf(row.id),
    displayName(row),
    row.email,
    `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`,
    currency,
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
  ];
}

/** Spreadsheets run what starts like a formula, and publishers chose these texts: such a one gets an apostrophe. */
function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
