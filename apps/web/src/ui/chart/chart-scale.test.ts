import { describe, expect, it } from 'vitest';
import { axisOf, labelIndexes, linePath } from './chart-scale.ts';

describe('axisOf', () => {
  it('ends at a round gridline that holds the highest value', () => {
    expect(axisOf(97, true)).toEqual({ top: 100, ticks: [0, 25, 50, 75, 100] });
    expect(axisOf(1_000, true).top).toBe(1_000);
    expect(axisOf(0.034, false).top).toBeCloseTo(0.04);
    expect(axisOf(0, true)).toEqual({ top: 1, ticks: [0, 1] });
  });

  it('counts whole things in whole numbers', () => {
    expect(axisOf(3, true).ticks).toEqual([0, 1, 2, 3]);
    expect(axisOf(7, true).ticks).toEqual([0, 2, 4, 6, 8]);
  });
});

it('draws gaps as gaps', () => {
  const path = linePath([{ x: 0, y: 1 }, { x: 1, y: 2 }, null, { x: 3, y: 0 }]);
  expect(path).toBe('M0.0 1.0L1.0 2.0M3.0 0.0');
});

it('labels as many points as fit', () => {
  expect(labelIndexes(7, 700, 70)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labelIndexes(30, 350, 70)).toEqual([0, 6, 12, 18, 24]);
});
