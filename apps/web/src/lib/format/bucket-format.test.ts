import { expect, it } from 'vitest';
import { formatBucket, formatBucketLong, isRunningBucket } from './bucket-format.ts';

it('shows civil times as they are', () => {
  expect(formatBucket('2026-03-01', 'day')).toBe('Mar 1');
  expect(formatBucket('2026-03-01T05:00', 'hour')).toBe('05:00');
  expect(formatBucket('2026-03-01T23:00:00', 'hour')).toBe('23:00');
  expect(formatBucketLong('2026-03-01', 'day')).toBe('Sun, Mar 1, 2026');
  expect(formatBucketLong('2026-03-01', 'month')).toBe('March 2026');
});

it.each([
  ['hour', '2026-11-21T17:00', '2026-11-21T17:59', '2026-11-21T18:00'],
  ['day', '2026-11-21', '2026-11-21T23:59:59.999Z', '2026-11-22T00:00'],
  ['week', '2026-12-28', '2027-01-03T23:59', '2027-01-04T00:00'],
  ['month', '2026-12-01', '2026-12-31T23:59', '2027-01-01T00:00'],
] as const)('a bucket of one %s runs until the next begins', (grain, at, last, next) => {
  expect(isRunningBucket(at, grain, at)).toBe(true);
  expect(isRunningBucket(at, grain, last)).toBe(true);
  expect(isRunningBucket(at, grain, next)).toBe(false);
  expect(isRunningBucket(next, grain, last)).toBe(false);
});
