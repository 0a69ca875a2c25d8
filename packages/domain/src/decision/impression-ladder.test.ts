import { describe, expect, test } from 'vitest';
import { IMPRESSION_LADDER, newImpressionCounts, takeImpression } from './impression-ladder.ts';

/** The beginning of a day, and so of every step's window. */
const T = 20_000 * 86_400;

/** How many of `count` are allowed, one every `everyS` seconds. */
function allowed(count: number, everyS: number): number {
  const counts = newImpressionCounts();
  let passed = 0;
  for (let index = 0; index < count; index += 1) {
    if (takeImpression(counts, T + Math.floor(index * everyS))) passed += 1;
  }
  return passed;
}

describe('the ladder of impressions', () => {
  test('has steps that each let more through in sum and less in the same time', () => {
    for (const [index, step] of IMPRESSION_LADDER.entries()) {
      const before = IMPRESSION_LADDER[index - 1];
      if (before === undefined) continue;
      expect(step.impressions).toBeGreaterThan(before.impressions);
      expect(step.impressions / step.seconds).toBeLessThan(before.impressions / before.seconds);
    }
  });

  test.each(IMPRESSION_LADDER)('lets $impressions in $seconds seconds pass, and not one more', (step) => {
    const everyS = step.seconds / (step.impressions + 1);
    expect(allowed(step.impressions, everyS)).toBe(step.impressions);
    expect(allowed(step.impressions + 1, everyS)).toBe(step.impressions);
  });

  test('begins anew with the next window, also after the clock was set back', () => {
    const counts = newImpressionCounts();
    for (let index = 0; index < 120; index += 1) takeImpression(counts, T);
    expect(takeImpression(counts, T + 59)).toBe(false);
    expect(takeImpression(counts, T + 60)).toBe(true);
    expect(takeImpression(counts, T - 1)).toBe(true);
  });

  test('goes on limiting a machine that never stops', () => {
    expect(allowed(100_000, 0.1)).toBeLessThanOrEqual(1_800 * 3);
  });
});
