import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TYPICAL_PRICE_MIN_ACCOUNTS, typicalPrice } from './typical-price.ts';

const cents = (...prices: number[]) => prices.map((price) => price * 10_000);
const range = (...prices: number[]) => {
  const found = typicalPrice(cents(...prices));
  return found === null ? null : [found.lowMicros / 10_000, found.highMicros / 10_000];
};

describe('what others typically pay', () => {
  it('is told of five accounts, and not of four', () => {
    expect(TYPICAL_PRICE_MIN_ACCOUNTS).toBe(5);
    expect(range(40, 42, 44, 46)).toBeNull();
    expect(range(40, 42, 44, 46, 48)).toEqual([30, 50]);
    expect(range()).toBeNull();
  });

  it('is the middle half of them, in whatever order they come', () => {
    expect(range(1, 21, 25, 28, 900)).toEqual([20, 30]);
    expect(range(900, 28, 1, 25, 21)).toEqual([20, 30]);
    expect(range(1, 1, 12, 16, 20, 24, 31, 900, 900)).toEqual([10, 50]);
  });

  it('is never one figure: not where all pay the same, nor where that is a step', () => {
    expect(range(50, 50, 50, 50, 50)).toEqual([50, 70]);
    expect(range(49, 49, 49, 49, 49)).toEqual([30, 50]);
    expect(range(100, 100, 100, 100, 100)).toEqual([100, 150]);
    expect(typicalPrice([1, 1, 1, 1, 1])).toEqual({ lowMicros: 1, highMicros: 2 });
  });

  it('tells many prices apart from none: any change within a step shows nothing', () => {
    expect(range(1, 30, 40, 40, 900)).toEqual(range(1, 49, 40, 40, 900));
    expect(range(1, 40, 40, 40, 900)).toEqual(range(5, 44, 41, 49, 501));
  });

  it('holds the quartiles, and is as coarse at any size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 2 ** 47 }), { minLength: 5, maxLength: 40 }),
        (prices) => {
          const found = typicalPrice(prices);
          if (found === null) throw new Error('there are enough');
          const { lowMicros, highMicros } = found;
          const below = prices.filter((price) => price < lowMicros).length;
          const above = prices.filter((price) => price >= highMicros).length;
          expect(below).toBeLessThanOrEqual(prices.length / 4);
          expect(above).toBeLessThanOrEqual(prices.length / 4);
          expect(Number.isInteger(lowMicros) && Number.isInteger(highMicros)).toBe(true);
          expect(String(lowMicros).replace(/0+$/, '')).toMatch(/^(1|15|2|3|5|7)$/);
          expect(String(highMicros).replace(/0+$/, '')).toMatch(/^(1|15|2|3|5|7)$/);
          expect(highMicros).toBeGreaterThan(lowMicros);
        },
      ),
    );
  });
});
