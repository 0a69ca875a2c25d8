import { expect, it } from 'vitest';
import { openThreadTime } from './thread-time.ts';

const now = openThreadTime();

it.runIf(now !== null)('is up to date each time it is asked', () => {
  const told = Array.from({ length: 1_000 }, () => now?.().ranMs ?? 0);
  // Asking takes time of its own, so no two are the same.
  expect(new Set(told).size).toBe(told.length);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
});
