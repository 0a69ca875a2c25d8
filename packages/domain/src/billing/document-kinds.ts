/**
 * The documents that the network issues: by which series each is numbered, and how its file is called. Payments in,
 * what was spent, what corrects either, and what publishers are paid are counted apart, as bookkeepers file them.
 */
export const DOCUMENT_KINDS = {
  deposit: { series: 'REC', file: 'receipt' },
  month: { series: 'INV', file: 'invoice' },
  refund: { series: 'COR', file: 'refund-receipt' },
  refund_return: { series: 'COR', file: 'refund-reversal' },
  credit_note: { series: 'COR', file: 'credit-note' },
  debit_note: { series: 'COR', file: 'debit-note' },
  self_billing: { series: 'SBI', file: 'self-billing-invoice' },
  self_billing_cancellation: { series: 'SBC', file: 'self-billing-cancellation' },
} as const satisfies Record<string, { readonly series: string; readonly file: string }>;

/** What the network writes in a publisher's name; all others it writes in its own. */
export const SOLD_KINDS = ['self_billing', 'self_billing_cancellation'] as const;
export type SoldKind = (typeof SOLD_KINDS)[number];

/** A payout has so many invoices at most, all but the last of them cancelled. */
export const PAYOUT_ISSUES_MAX = 20;

export type DocumentKind = keyof typeof DOCUMENT_KINDS;
export type DocumentSeries = (typeof DOCUMENT_KINDS)[DocumentKind]['series'];

const DIGITS = 4;

/**
 * What a document is called by everybody: its series, its account, and its place in that account's series. Documents of
 * before there were series keep the network's number.
 */
export function documentLabel(document: {
  readonly number: number;
  readonly ownerId: number;
  readonly series: DocumentSeries | null;
  readonly seriesNumber: number | null;
}): string {
  const { number, ownerId, series, seriesNumber } = document;
  if (series === null || seriesNumber === null) return `${number}`;
  return `${series}-${ownerId}-${`${seriesNumber}`.padStart(DIGITS, '0')}`;
}

/** `receipt-REC-7-0001.pdf` */
export function documentFileName(kind: DocumentKind, label: string): string {
  return `${DOCUMENT_KINDS[kind].file}-${label}.pdf`;
}
