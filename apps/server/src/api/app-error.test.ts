import { expect, it } from 'vitest';
import { AppError, tooOften } from './app-error.ts';

it.each([
  [0, 1, 'Too many attempts. Please wait a moment and try again.'],
  [5_000, 5, 'Too many attempts. Please wait a moment and try again.'],
  [5_001, 6, 'Too many attempts. Please try again in 6 seconds.'],
  [60_000, 60, 'Too many attempts. Please try again in 60 seconds.'],
  [60_001, 61, 'Too many attempts. Please try again in 2 minutes.'],
  [7_200_000, 7_200, 'Too many attempts. Please try again in 120 minutes.'],
  [7_200_001, 7_201, 'Too many attempts. Please try again in 3 hours.'],
])('tells after %s ms of waiting when to come again', (waitMs, seconds, message) => {
  const { code, retryAfterSeconds, message: said } = tooOften(waitMs);
  expect([code, retryAfterSeconds, said]).toEqual(['rate_limited', seconds, message]);
});

it('tells whoever does too much when to come again, also where nobody said how long, and nobody else', () => {
  expect(new AppError('rate_limited').retryAfterSeconds).toBe(60);
  expect(new AppError('rate_limited', { retryAfterSeconds: 7 }).retryAfterSeconds).toBe(7);
  expect(new AppError('not_found').retryAfterSeconds).toBeUndefined();
});
