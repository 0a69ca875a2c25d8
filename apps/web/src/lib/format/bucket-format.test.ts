import { expect, it } from 'vitest';
import { bucketProgress, civilMoment, formatBucket, formatBucketLong, pointsOver } from './bucket-format.ts';

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
  expect(bucketProgress(at, grain, at)).toBe('running');
  expect(bucketProgress(at, grain, last)).toBe('running');
  expect(bucketProgress(at, grain, next)).toBe('over');
  expect(bucketProgress(next, grain, last)).toBe('ahead');
});

it('a curve ends with the last bucket that is over, in the zone of the report', () => {
  const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map((at) => ({ at }));
  const ends = (zone: string) =>
    pointsOver(days, 'day', civilMoment('2026-11-22T01:00:00Z', zone)).at(-1)?.at;
  expect(ends('UTC')).toBe('2026-11-21');
  expect(ends('America/New_York')).toBe('2026-11-20');
  expect(ends('Pacific/Kiritimati')).toBe('2026-11-21');
  expect(pointsOver([{ at: '2026-11-22' }], 'day', '2026-11-22T23:59')).toEqual([]);
  expect(pointsOver([{ at: '2026-11-22' }], 'day', '2026-11-23T00:00')).toEqual([{ at: '2026-11-22' }]);
});
