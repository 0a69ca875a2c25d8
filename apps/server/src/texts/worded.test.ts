import { expect, it } from 'vitest';
import { decimalIn, moneyIn, monthIn } from './worded.ts';

it('writes money as the language groups it', () => {
  expect(moneyIn(125_000n, 'USD')('en')).toBe('USD 1,250.00');
  expect(moneyIn(125_000n, 'USD')('de')).toBe('USD 1.250,00');
  expect(moneyIn(-123_456_789n, 'EUR')('de')).toBe('EUR -1.234.567,89');
  expect(moneyIn(5n, 'USD')('en')).toBe('USD 0.05');
  expect(moneyIn(99_999n, 'USD')('en')).toBe('USD 999.99');
});

it('writes decimals of any length, and whole numbers', () => {
  expect(decimalIn('de', '1234.567891')).toBe('1.234,567891');
  expect(decimalIn('en', '1234')).toBe('1,234');
  expect(decimalIn('en', '-100.5')).toBe('-100.5');
});

it('names months', () => {
  expect(monthIn('2026-03-01')('en')).toBe('March 2026');
  expect(monthIn('2026-03-01')('de')).toBe('März 2026');
});
