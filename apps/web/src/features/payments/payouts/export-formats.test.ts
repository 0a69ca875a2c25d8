import { expect, it } from 'vitest';
import { exportFormatsOf } from './export-formats.ts';

const euros = { currency: 'EUR', method: 'bank_transfer' };

it.each([
  ['euros to bank accounts', [euros, euros], ['sepa', 'csv']],
  ['dollars', [{ ...euros, currency: 'USD' }], ['csv']],
  ['PayPal', [{ ...euros, method: 'paypal' }], ['csv']],
  ['one of them by PayPal', [euros, { ...euros, method: 'paypal' }], ['csv']],
  ['nothing', [], ['csv']],
] as const)('%s', (_, rows, formats) => {
  expect(exportFormatsOf(rows)).toEqual(formats);
});
