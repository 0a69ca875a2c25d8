import { describe, expect, test } from 'vitest';
import { Thinning } from './thinning.ts';

/** What each of so many stands for; null: due, and too many were kept lately; undefined: passed over. */
function kept(thinning: Thinning, count: number): (number | null | undefined)[] {
  return Array.from({ length: count }, () => (thinning.due() ? thinning.take() : undefined));
}

describe('thinning', () => {
  test('keeps as many at once as it may, each second some more, and loses none that it does not keep', () => {
    const thinning = new Thinning(() => 0, { perSecond: 2, burst: 4 });
    expect(kept(thinning, 6)).toEqual([1, 1, 1, 1, null, null]);
    thinning.tick();
    expect(kept(thinning, 4)).toEqual([3, 1, null, null]);
    for (let second = 0; second < 10; second += 1) thinning.tick();
    expect(kept(thinning, 6)).toEqual([3, 1, 1, 1, null, null]);
  });

  test('draws how many it passes over by the traffic of the second before', () => {
    const thinning = new Thinning(() => 0.999, { perSecond: 3, burst: 3 });
    expect(kept(thinning, 4)).toEqual([1, 1, 1, null]);
    thinning.tick();
    // Four came where three may be kept: at most every second one is.
    expect(kept(thinning, 5)).toEqual([2, undefined, 2, undefined, 2]);
    thinning.tick();
    // Five came: 5/3 on the average, so at most three apart.
    expect(kept(thinning, 5)).toEqual([undefined, 2, undefined, undefined, 3]);
  });
});
