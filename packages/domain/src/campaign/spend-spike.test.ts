import { expect, it } from 'vitest';
import { hourSpendSpike, SPIKE_LEAST_DAYS, SPIKE_LEAST_MORE_MICROS, spendSpike } from './spend-spike.ts';

const dollars = (amount: number) => BigInt(Math.round(amount * 1e6));
const days = (amount: number, count = SPIKE_LEAST_DAYS) =>
  Array.from({ length: count }, () => dollars(amount));

it('is three times the usual, to the micro', () => {
  expect(spendSpike(dollars(60), days(20))).toEqual({ usualMicros: dollars(20) });
  expect(spendSpike(dollars(60) - 1n, days(20))).toBeNull();
});

it('is twenty more than the usual, to the micro, however little that was', () => {
  expect(spendSpike(dollars(1) + SPIKE_LEAST_MORE_MICROS, days(1))).toEqual({ usualMicros: dollars(1) });
  expect(spendSpike(dollars(1) + SPIKE_LEAST_MORE_MICROS - 1n, days(1))).toBeNull();
});

it('needs five days with spend: days without say nothing', () => {
  expect(spendSpike(dollars(900), days(20, SPIKE_LEAST_DAYS - 1))).toBeNull();
  expect(spendSpike(dollars(900), [...days(20, SPIKE_LEAST_DAYS - 1), 0n, 0n])).toBeNull();
  expect(spendSpike(dollars(900), [...days(20), 0n])).toEqual({ usualMicros: dollars(20) });
});

it('takes the middle of the days, of two middles what lies between, whatever one wild day cost', () => {
  const wild = [dollars(9_000), ...days(20, 4)];
  expect(spendSpike(dollars(70), wild)?.usualMicros).toBe(dollars(20));
  expect(spendSpike(dollars(900), [10, 20, 30, 40, 50].map(dollars))?.usualMicros).toBe(dollars(30));
  const even = [10, 10, 10, 30, 90, 900].map(dollars);
  expect(spendSpike(dollars(60), even)?.usualMicros).toBe(dollars(20));
  expect(spendSpike(dollars(59.99), even)).toBeNull();
});

it('is of an hour from five times the usual on, and twenty more, to the micro', () => {
  expect(hourSpendSpike(dollars(50), days(10))).toEqual({ usualMicros: dollars(10) });
  expect(hourSpendSpike(dollars(50) - 1n, days(10))).toBeNull();
  expect(hourSpendSpike(dollars(1) + SPIKE_LEAST_MORE_MICROS, days(1))).toEqual({ usualMicros: dollars(1) });
  expect(hourSpendSpike(dollars(1) + SPIKE_LEAST_MORE_MICROS - 1n, days(1))).toBeNull();
  expect(hourSpendSpike(dollars(900), [...days(1, SPIKE_LEAST_DAYS - 1), 0n])).toBeNull();
});
