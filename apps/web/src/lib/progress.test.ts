import { describe, expect, it } from 'vitest';
import { PROGRESS_CEILING, pendingProgress } from './progress.ts';

describe('pendingProgress', () => {
  it('rises all the time and stays below 85 %', () => {
    let last = -1;
    for (let elapsedMs = 0; elapsedMs < 10_000; elapsedMs += 100) {
      const now = pendingProgress(elapsedMs);
      expect(now).toBeGreaterThan(last);
      expect(now).toBeLessThan(PROGRESS_CEILING);
      last = now;
    }
    expect(pendingProgress(60_000)).toBeCloseTo(0.85, 3);
  });
});
