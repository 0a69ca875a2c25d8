import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rangeOfDay } from './day-range.ts';

const mean = (days: readonly number[]) => days.reduce((sum, views) => sum + views, 0) / days.length;

describe('what most days bring', () => {
  it('is narrow where days were alike, and wider with each that was not', () => {
    const alike = rangeOfDay([1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000], 1_000);
    expect(alike.low).toBeGreaterThan(800);
    expect(alike.high).toBeLessThan(1_250);
    const apart = [400, 1_900, 700, 1_300, 800, 1_200, 700];
    const wide = rangeOfDay(apart, mean(apart));
    expect(wide.low).toBeLessThan(600);
    expect(wide.high).toBeGreaterThan(1_700);
  });

  it('is less sure after one day than after seven, and of few views than of many', () => {
    const width = (days: readonly number[]) => {
      const { low, high } = rangeOfDay(days, mean(days));
      return high / low;
    };
    expect(width([5_000])).toBeGreaterThan(width([5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000]));
    expect(width([10, 10, 10, 10, 10, 10, 10])).toBeGreaterThan(width(Array(7).fill(10_000)));
  });

  it('is nothing where nothing is expected, and no more than a guess where no whole day was seen', () => {
    expect(rangeOfDay([], 0)).toEqual({ low: 0, high: 0 });
    expect(rangeOfDay([0, 0], 0)).toEqual({ low: 0, high: 0 });
    const guess = rangeOfDay([], 100);
    expect(guess.low).toBeLessThan(75);
    expect(guess.high).toBeGreaterThan(130);
  });

  it.each([
    [[], 61.449, 162.737],
    [[100], 61.449, 162.737],
    [[80, 100, 120], 71.327, 140.199],
    [Array(9).fill(100), 87.119, 114.785],
    [Array(10).fill(100), 88.449, 113.059],
  ])('after days of %j is as worked out by hand', (days, low, high) => {
    const range = rangeOfDay(days, 100);
    expect([range.low, range.high].map((views) => Math.round(views * 1_000) / 1_000)).toEqual([low, high]);
  });

  it('lies around the average and grows with it', () => {
    const days = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 31 });
    fc.assert(
      fc.property(days, (counts) => {
        const average = mean(counts);
        fc.pre(average > 0);
        const { low, high } = rangeOfDay(counts, average);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThan(average);
        expect(high).toBeGreaterThan(average);
        expect(Number.isFinite(high)).toBe(true);
        const more = rangeOfDay(
          counts.map((count) => count * 10),
          average * 10,
        );
        expect(more.high).toBeGreaterThan(high);
      }),
    );
  });
});
