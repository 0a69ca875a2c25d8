import type { InvoiceTable } from '@placard/db/schema/ledger';
import type { LocalDay } from '@placard/domain/time-zone';
import type { Selectable } from 'kysely';
import type { InvoiceDetail } from './issue-invoice.ts';
import { labelOf } from './issue-invoice.ts';

export const JOURNAL_HEADER = [
  'document',
  'kind',
  'issued',
  'account_id',
  'buyer',
  'buyer_country',
  'buyer_vat_number',
  'period_from',
  'period_to',
  'net',
  'tax_treatment',
  'tax_percent',
  'tax',
  'total',
  'currency',
  'number',
  'seller',
  'seller_country',
  'seller_vat_number',
  'withheld_tax',
  // The document that this one corrects or cancels.
  'corrects',
];

const CENTS_PER_WHOLE = 100n;

/** -1234n → "-12.34" */
function plainCents(cents: bigint): string {
  const absolute = cents < 0n ? -cents : cents;
  const part = `${absolute % CENTS_PER_WHOLE}`.padStart(2, '0');
  return `${cents < 0n ? '-' : ''}${absolute / CENTS_PER_WHOLE}.${part}`;
}

/**
 * One line a document, in the order of issue. The days are the network's: of the zone that it had then.
 * @param labels of the documents that these correct or cancel, by their numbers
 */
export function journalLines(
  rows: readonly Selectable<InvoiceTable>[],
  labels: ReadonlyMap<number, string>,
  dayOf: (moment: Date) => LocalDay,
): string[][] {
  return rows.map((row) => lineOf(row, labels, dayOf));
}

function lineOf(
  row: Selectable<InvoiceTable>,
  labels: ReadonlyMap<number, string>,
  dayOf: (moment: Date) => LocalDay,
): string[] {
  const { buyer, billedTo, seller, network } = row.detail as InvoiceDetail;
  const taxed = row.tax_cents !== null && row.tax_treatment !== 'untaxed';
  const taxCents = row.tax_cents ?? 0n;
  return [
    labelOf(row),
    row.kind,
    dayOf(row.issued_at),
    String(row.advertiser_id),
    buyer?.name ?? billedTo?.[0] ?? '',
    buyer?.country ?? '',
    buyer?.vatNumber ?? '',
    row.period_from ?? '',
    row.period_to ?? '',
    taxed ? plainCents(row.amount_cents - taxCents) : '',
    row.tax_treatment ?? '',
    taxed ? String((row.tax_bp ?? 0) / 100) : '',
    taxed ? plainCents(taxCents) : '',
    plainCents(row.amount_cents),
    row.currency,
    String(row.number),
    seller?.name ?? network,
    seller?.country ?? '',
    seller?.vatNumber ?? '',
    row.withheld_cents === null ? '' : plainCents(row.withheld_cents),
    row.corrects_number === null ? '' : (labels.get(row.corrects_number) ?? ''),
  ];
}
