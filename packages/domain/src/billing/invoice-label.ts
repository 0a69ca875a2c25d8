/**
 * What an invoice, receipt or refund document is called by who gets it: the account, and its place in the account's own
 * series. Documents of before there were series keep the network's number.
 */
export function invoiceLabel(invoice: {
  readonly number: number;
  readonly advertiserId: number;
  readonly seriesNumber: number | null;
}): string {
  const { number, advertiserId, seriesNumber } = invoice;
  return seriesNumber === null ? `${number}` : `INV-${advertiserId}-${`${seriesNumber}`.padStart(4, '0')}`;
}
