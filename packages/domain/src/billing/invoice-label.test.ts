import { expect, it } from 'vitest';
import { invoiceLabel } from './invoice-label.ts';

it.each([
  [1, 'INV-7-0001'],
  [9_999, 'INV-7-9999'],
  [10_000, 'INV-7-10000'],
  [null, '31'],
])('%s is %s', (seriesNumber, label) => {
  expect(invoiceLabel({ number: 31, advertiserId: 7, seriesNumber })).toBe(label);
});
