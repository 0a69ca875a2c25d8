import { expect, it } from 'vitest';
import { FREQUENCY_STEPS, REACH_ERROR_SHARE, REACH_KEY_BITS, reachErrorShare } from './reach.ts';

it('says an error that holds up to a hundred million viewers a day', () => {
  expect(reachErrorShare(100_000_000)).toBeLessThan(REACH_ERROR_SHARE);
  expect(reachErrorShare(110_000_000)).toBeGreaterThan(REACH_ERROR_SHARE);
});

it('expects what keys drawn at random come to', () => {
  // Of so many more viewers than there is room for among fewer bits: the same rule, near enough to try.
  const bits = 20;
  const viewers = 2 ** 14;
  let state = 12_345;
  const keys = new Set<number>();
  for (let each = 0; each < viewers; each += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x45d9f3b);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    keys.add((mixed ^ (mixed >>> 12)) & (2 ** bits - 1));
  }
  const expected = reachErrorShare(viewers) * 2 ** (REACH_KEY_BITS - bits);
  expect(1 - keys.size / viewers).toBeGreaterThan(expected * 0.7);
  expect(1 - keys.size / viewers).toBeLessThan(expected * 1.3);
});

it('has steps that leave nobody out', () => {
  expect(FREQUENCY_STEPS[0]).toBe(1);
  expect([...FREQUENCY_STEPS].sort((a, b) => a - b)).toEqual([...FREQUENCY_STEPS]);
});
