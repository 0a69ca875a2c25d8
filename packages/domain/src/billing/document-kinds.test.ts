import { expect, it } from 'vitest';
import { DOCUMENT_KINDS, documentFileName, documentLabel } from './document-kinds.ts';

it.each([
  ['REC', 1, 'REC-7-0001'],
  ['INV', 9_999, 'INV-7-9999'],
  ['COR', 10_000, 'COR-7-10000'],
  [null, null, '31'],
] as const)('place %s %s of account 7 is called %s', (series, seriesNumber, label) => {
  expect(documentLabel({ number: 31, ownerId: 7, series, seriesNumber })).toBe(label);
});

it('a file is called as its document', () => {
  expect(documentFileName('deposit', 'REC-7-0001')).toBe('receipt-REC-7-0001.pdf');
  expect(documentFileName('month', 'INV-7-0001')).toBe('invoice-INV-7-0001.pdf');
});

it('payments in, spend and corrections are numbered apart', () => {
  const { deposit, month, refund, refund_return, self_billing, self_billing_cancellation } = DOCUMENT_KINDS;
  const apart = [deposit, month, refund, self_billing, self_billing_cancellation];
  expect(new Set(apart.map(({ series }) => series)).size).toBe(5);
  expect(refund.series).toBe(refund_return.series);
});
