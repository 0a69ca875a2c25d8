import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isInSlice, lineSlices } from './line-slices.ts';

it('takes days together up to so many lines, and cuts a day with more into shares', () => {
  const lines = new Map([
    [20_003, 4],
    [20_000, 5],
    [20_001, 5],
    [20_007, 25],
    [20_008, 1],
  ]);
  expect(lineSlices(lines, 10)).toEqual([
    { fromDay: 20_000, toDay: 20_001, share: 0, shares: 1 },
    { fromDay: 20_003, toDay: 20_003, share: 0, shares: 1 },
    { fromDay: 20_007, toDay: 20_007, share: 0, shares: 3 },
    { fromDay: 20_007, toDay: 20_007, share: 1, shares: 3 },
    { fromDay: 20_007, toDay: 20_007, share: 2, shares: 3 },
    { fromDay: 20_008, toDay: 20_008, share: 0, shares: 1 },
  ]);
  expect(lineSlices(new Map(), 10)).toEqual([]);
});

it('a day of exactly so many lines is one slice, and of one more is two', () => {
  expect(lineSlices(new Map([[1, 10]]), 10)).toHaveLength(1);
  expect(lineSlices(new Map([[1, 11]]), 10)).toHaveLength(2);
});

it('has each line of a day that was counted in one slice, whatever its numbers are', () => {
  const days = fc.dictionary(
    fc.integer({ min: 0, max: 65_535 }).map(String),
    fc.integer({ min: 1, max: 50 }),
  );
  const number = fc.integer({ min: 1, max: 2_147_483_647 });
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 30 }), number, number, (counts, most, adSetId, widgetId) => {
      const linesOfDays = new Map(Object.entries(counts).map(([day, lines]) => [Number(day), lines]));
      const slices = lineSlices(linesOfDays, most);
      for (const dayNumber of linesOfDays.keys()) {
        const line = { dayNumber, adSetId, widgetId };
        expect(slices.filter((slice) => isInSlice(slice, line))).toHaveLength(1);
      }
      for (const { fromDay, toDay, shares } of slices) {
        const lines = [...linesOfDays].filter(([day]) => day >= fromDay && day <= toDay);
        const held = lines.reduce((sum, [, count]) => sum + count, 0);
        expect(Math.ceil(held / shares)).toBeLessThanOrEqual(most);
      }
    }),
  );
});
