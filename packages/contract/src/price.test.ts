import { MAX_PRICE_MICROS } from '@placard/domain/decision/price';
import { dollarsFromMicros } from '@placard/domain/micros';
import { expect, it } from 'vitest';
import { price } from './scalars.ts';

const LARGEST = dollarsFromMicros(BigInt(MAX_PRICE_MICROS));

it.each([0.000_001, 2.5, LARGEST])('%f is a price', (value) => {
  expect(price.safeParse(value).success).toBe(true);
});

it.each([
  [0, 'amount_too_small'],
  [-1, 'amount_too_small'],
  [0.000_000_1, 'amount_decimals'],
  // A decision's record would carry less than was bid.
  [dollarsFromMicros(BigInt(MAX_PRICE_MICROS) + 1n), 'amount_too_large'],
  [999_999_999.999_999, 'amount_too_large'],
])('%f is none', (value, code) => {
  expect(price.safeParse(value).error?.issues.map(({ message }) => message)).toContain(code);
});
