import { expect, it } from 'vitest';
import { decimalsShown } from './amount-decimals.ts';

it('never hides a decimal of an amount and never shows fewer than cents', () => {
  expect([4, 0.6, 12.34, 0.002345, '0.5', '', undefined].map(decimalsShown)).toEqual([2, 2, 2, 6, 2, 2, 2]);
});
