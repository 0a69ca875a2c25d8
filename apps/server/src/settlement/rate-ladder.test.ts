import { describe, expect, it } from 'vitest';
import { CLICKS_KEPT, clickAllowed, withClick } from './rate-ladder.ts';

const T = 1_780_000_000;

function allowedOf(times: readonly number[]): boolean[] {
  let seen: number[] = [];
  return times.map((time) => {
    const allowed = clickAllowed(seen, time);
    seen = withClick(seen, time);
    return allowed;
  });
}

describe('the click ladder', () => {
  it('allows one a minute, and the window ends with the full minute', () => {
    expect(allowedOf([T, T + 59])).toEqual([true, false]);
    expect(allowedOf([T, T + 60])).toEqual([true, true]);
  });

  it('allows three in ten minutes', () => {
    expect(allowedOf([T, T + 61, T + 122, T + 183, T + 722])).toEqual([true, true, true, false, true]);
  });

  it('allows ten an hour and 25 a day', () => {
    const everyFiveMinutes = allowedOf(Array.from({ length: 12 }, (_, index) => T + index * 300));
    expect(everyFiveMinutes.filter(Boolean)).toHaveLength(10);
    const everyHalfHour = allowedOf(Array.from({ length: 40 }, (_, index) => T + index * 1_800));
    expect(everyHalfHour.filter(Boolean)).toHaveLength(25);
  });

  it.each([
    [600, 3],
    [3_600, 10],
    [86_400, 25],
  ])('has a step of %d s that ends with its last second, with %d clicks', (seconds, clicks) => {
    // Spread over half the window, so that none of the shorter steps stops what comes at its end.
    const earlier = Array.from(
      { length: clicks },
      (_, index) => T + Math.floor((index * seconds) / 2 / clicks),
    );
    expect(clickAllowed(earlier, T + seconds - 1)).toBe(false);
    expect(clickAllowed(earlier, T + seconds)).toBe(true);
    expect(clickAllowed(earlier.slice(1), T + seconds - 1)).toBe(true);
  });

  it('keeps limiting a machine that never stops', () => {
    const everySecond = allowedOf(Array.from({ length: 600 }, (_, index) => T + index));
    expect(everySecond.filter(Boolean)).toHaveLength(1);
  });

  it('keeps a bounded memory', () => {
    let seen: number[] = [];
    for (let index = 0; index < 100; index += 1) seen = withClick(seen, T + index);
    expect(seen).toHaveLength(CLICKS_KEPT);
  });
});
