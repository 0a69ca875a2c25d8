import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axesOf } from './chart-model.ts';
import { axisOf, labelIndexes, linePath, lonePlaces } from './chart-scale.ts';

describe('axisOf', () => {
  it('ends at a round gridline that holds the highest value', () => {
    expect(axisOf(97, true)).toEqual({ top: 100, ticks: [0, 20, 40, 60, 80, 100] });
    expect(axisOf(1_000, true).top).toBe(1_000);
    expect(axisOf(0.034, false).top).toBeCloseTo(0.04);
    expect(axisOf(0, true)).toEqual({ top: 1, ticks: [0, 1] });
    expect(axisOf(0, false).top).toBe(1);
  });

  it('counts whole things in whole numbers', () => {
    expect(axisOf(3, true).ticks).toEqual([0, 1, 2, 3]);
    expect(axisOf(7, true).ticks).toEqual([0, 2, 4, 6, 8]);
    expect(axisOf(1, true).ticks).toEqual([0, 1]);
  });

  it('holds every value, begins at 0 and has evenly spaced gridlines, few of them', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e15, noNaN: true }), fc.boolean(), (highest, wholeNumbers) => {
        const { top, ticks } = axisOf(highest, wholeNumbers);
        expect(top).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
        expect(ticks[0]).toBe(0);
        expect(ticks.at(-1)).toBeCloseTo(top, 6 - Math.ceil(Math.log10(top)));
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThan(9);
        if (wholeNumbers) expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

it('gives the axes of one chart the same gridlines', () => {
  const points = [{ at: '2026-03-01', values: { impressions: 5_480, earnings: 16.2 } }];
  const axes = axesOf(
    [
      { key: 'impressions', label: 'Impressions', format: String, unit: 'count', whole: true },
      { key: 'earnings', label: 'Earnings', format: String, unit: 'money' },
    ],
    points,
  );
  expect(axes.map(({ ticks }) => ticks)).toEqual([
    [0, 2_000, 4_000, 6_000, 8_000],
    [0, 5, 10, 15, 20],
  ]);
  expect(axes.map(({ top }) => top)).toEqual([8_000, 20]);
});

it('draws gaps as gaps', () => {
  const path = linePath([{ x: 0, y: 1 }, { x: 1, y: 2 }, null, { x: 3, y: 0 }]);
  expect(path).toBe('M0.0 1.0L1.0 2.0M3.0 0.0');
});

it('knows the places that no line reaches: first, last, between gaps, or the only one', () => {
  const [a, b] = [
    { x: 0, y: 1 },
    { x: 1, y: 2 },
  ];
  expect(lonePlaces([a, null, a, b, null, b, null, null, a])).toEqual([a, b, a]);
  expect(lonePlaces([a])).toEqual([a]);
  expect(lonePlaces([a, b])).toEqual([]);
  expect(lonePlaces([null])).toEqual([]);
});

it('labels as many points as fit', () => {
  expect(labelIndexes(7, 700, 70)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelIndexes(30, 350, 70)).toEqual([0, 6, 12, 18, 24]);
  expect(labelIndexes(8, 350, 70)).toEqual([0, 2, 4, 6]);
  // Two wherever it is, however narrow: where it begins, and half of it.
  expect(labelIndexes(10, 20, 70)).toEqual([0, 5]);
});
