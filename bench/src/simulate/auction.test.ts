import { describe, expect, test } from 'vitest';
import { beta, POLICIES, type PolicyName, runPolicy } from './auction.ts';
import { Draws } from './random.ts';

describe('the auction simulation', () => {
  test('shows the same market to each policy, and lets nobody earn more than who knows all', () => {
    const runs = (Object.keys(POLICIES) as PolicyName[]).map((name) => runPolicy(name, 3, 20_000));
    const most = runs[0]?.earned.at(-1) ?? 0;
    for (const { earned, uniformReally } of runs) {
      expect(earned.at(-1)).toBeLessThanOrEqual(most);
      expect(uniformReally).toBe(runs[0]?.uniformReally);
    }
    const uniform = runs.at(-1);
    // Whoever chooses evenly earns the mean, and by its own log as much.
    expect(Math.abs((uniform?.earned.at(-1) ?? 0) / 20_000 / (uniform?.uniformReally ?? 1) - 1)).toBeLessThan(
      0.03,
    );
    expect(Math.abs((uniform?.uniformFromLog ?? 0) / (uniform?.uniformReally ?? 1) - 1)).toBeLessThan(0.4);
  });

  test('is the same run for the same seed, and another for another', () => {
    const earned = (seed: number) => runPolicy('Thompson', seed, 4_000).earned.at(-1);
    expect(earned(1)).toBe(earned(1));
    expect(earned(1)).not.toBe(earned(2));
  });

  test('draws from a beta distribution', () => {
    const draws = new Draws(1);
    const drawn = Array.from({ length: 4_000 }, () => beta(draws, 20, 80));
    const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
    const variance = drawn.reduce((sum, value) => sum + (value - mean) ** 2, 0) / drawn.length;
    expect(mean).toBeCloseTo(0.2, 2);
    expect(variance).toBeCloseTo((20 * 80) / (100 ** 2 * 101), 4);
  });
});
