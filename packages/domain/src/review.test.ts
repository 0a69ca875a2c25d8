import { expect, it } from 'vitest';
import { BASIS_POINTS_WHOLE } from './basis-points.ts';
import { isDrawn } from './review.ts';

it('of all draws so many are looked at as the share says: none of nothing, each of the whole', () => {
  const draws = Array.from({ length: BASIS_POINTS_WHOLE }, (_, draw) => draw);
  const drawn = (share: number) => draws.filter((draw) => isDrawn(draw, share)).length;
  expect([0, 1, 250, BASIS_POINTS_WHOLE - 1, BASIS_POINTS_WHOLE].map(drawn)).toEqual([
    0, 1, 250, 9_999, 10_000,
  ]);
});
