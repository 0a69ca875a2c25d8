import { expect, it } from 'vitest';
import { formatBucket, formatBucketLong } from './bucket-format.ts';

it('shows civil times as they are', () => {
  expect(formatBucket('2026-03-01', 'day')).toBe('Mar 1');
  expect(formatBucket('2026-03-01T05:00', 'hour')).toBe('05:00');
  expect(formatBucket('2026-03-01T23:00:00', 'hour')).toBe('23:00');
  expect(formatBucketLong('2026-03-01', 'day')).toBe('Sun, Mar 1, 2026');
  expect(formatBucketLong('2026-03-01', 'month')).toBe('March 2026');
});
