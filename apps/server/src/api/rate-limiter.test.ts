import { expect, it } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

it('lets so many through in a window, and tells how long to wait', () => {
  const limiter = createRateLimiter({ limit: 2, windowMs: 1_000 });
  expect([0, 100, 400].map((at) => limiter.take('a', at))).toEqual([0, 0, 600]);
  expect(limiter.take('b', 400)).toBe(0);
  expect(limiter.take('a', 1_000)).toBe(0);
});

it('takes a count back, but not below none', () => {
  const limiter = createRateLimiter({ limit: 1, windowMs: 1_000 });
  limiter.giveBack('a');
  expect(limiter.take('a', 0)).toBe(0);
  limiter.giveBack('a');
  limiter.giveBack('a');
  expect([limiter.take('a', 1), limiter.take('a', 2)]).toEqual([0, 998]);
});

it('forgets the oldest windows beyond its size', () => {
  const limiter = createRateLimiter({ limit: 1, windowMs: 1_000 }, 2);
  for (const [at, key] of ['a', 'b', 'c'].entries()) limiter.take(key, at);
  expect(limiter.take('b', 10)).toBeGreaterThan(0);
  expect(limiter.take('a', 11)).toBe(0);
});

it('says how many calls are left, and until when', () => {
  const limiter = createRateLimiter({ limit: 2, windowMs: 1_000 });
  limiter.take('a', 0);
  expect(limiter.left('a', 400)).toEqual({ calls: 1, resetMs: 600 });
  limiter.take('a', 500);
  limiter.take('a', 600);
  expect(limiter.left('a', 999)).toEqual({ calls: 0, resetMs: 1 });
  expect(limiter.left('a', 1_000)).toEqual({ calls: 2, resetMs: 1_000 });
});

it('begins anew where the clock was set back', () => {
  const limiter = createRateLimiter({ limit: 1, windowMs: 1_000 });
  expect([limiter.take('a', 3_600_000), limiter.take('a', 3_600_000)]).toEqual([0, 1_000]);
  expect([limiter.take('a', 0), limiter.take('a', 400), limiter.take('a', 1_000)]).toEqual([0, 600, 0]);
});

it('counts so many at once, or none of them', () => {
  const limiter = createRateLimiter({ limit: 10, windowMs: 1_000 });
  expect([limiter.take('a', 0, 6), limiter.take('a', 100, 5), limiter.take('a', 200, 4)]).toEqual([
    0, 900, 0,
  ]);
  expect([limiter.take('a', 300), limiter.take('b', 300, 10), limiter.take('c', 300, 11)]).toEqual([
    700, 0, 1_000,
  ]);
});
