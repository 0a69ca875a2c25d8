import { expect, it } from 'vitest';
import { BASIS_POINTS_WHOLE, basisPointsOf, percentOf } from './basis-points.ts';

it('each percentage of two decimals is its basis points, and they are it', () => {
  for (let basisPoints = 0; basisPoints <= BASIS_POINTS_WHOLE; basisPoints += 1) {
    const percent = Number(`${Math.floor(basisPoints / 100)}.${String(basisPoints % 100).padStart(2, '0')}`);
    expect([basisPointsOf(percent), percentOf(basisPoints)]).toEqual([basisPoints, percent]);
  }
});
