import { describe, expect, test } from 'vitest';
import { CONVERSION_LADDER } from './conversion-ladder.ts';
import { IMPRESSION_LADDER } from './impression-ladder.ts';
import { newWindowCounts, takeInWindows, type WindowStep } from './window-counts.ts';

/** The beginning of a day, and so of every step's window. */
const T = 20_000 * 86_400;

/** How many of `count` are allowed, one every `everyS` seconds. */
function allowed(ladder: readonly WindowStep[], count: number, everyS: number): number {
  const counts = newWindowCounts(ladder);
  let passed = 0;
  for (let index = 0; index < count; index += 1) {
    if (takeInWindows(ladder, counts, T + Math.floor(index * everyS))) passed += 1;
  }
  return passed;
}

describe.each<[string, readonly WindowStep[]]>([
  ['impressions', IMPRESSION_LADDER],
  ['conversions', CONVERSION_LADDER],
])('the ladder of %s', (_name, ladder) => {
  test('has steps that each let more through in sum and less in the same time', () => {
    for (const [index, step] of ladder.entries()) {
      const before = ladder[index - 1];
      if (before === undefined) continue;
      expect(step.most).toBeGreaterThan(before.most);
      expect(step.most / step.seconds).toBeLessThan(before.most / before.seconds);
    }
  });

  test.each(ladder)('lets $most in $seconds seconds pass, and not one more', ({ seconds, most }) => {
    const everyS = seconds / (most + 1);
    expect(allowed(ladder, most, everyS)).toBe(most);
    expect(allowed(ladder, most + 1, everyS)).toBe(most);
  });
});

describe('the ladder of impressions', () => {
  test('begins anew with the next window, also after the clock was set back', () => {
    const counts = newWindowCounts(IMPRESSION_LADDER);
    const take = (atS: number) => takeInWindows(IMPRESSION_LADDER, counts, atS);
    for (let index = 0; index < 120; index += 1) take(T);
    expect(take(T + 59)).toBe(false);
    expect(take(T + 60)).toBe(true);
    expect(take(T - 1)).toBe(true);
  });

  test('goes on limiting a machine that never stops', () => {
    expect(allowed(IMPRESSION_LADDER, 100_000, 0.1)).toBeLessThanOrEqual(1_800 * 3);
  });
});
