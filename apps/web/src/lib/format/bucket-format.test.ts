import { expect, it } from 'vitest';
import {
  bucketProgress,
  civilMoment,
  formatBucket,
  formatBucketLong,
  pointsBeside,
  pointsOver,
} from './bucket-format.ts';

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

it('each hour stands beside that of the same clock in the days compared with, whatever became of the clock in either', () => {
  const hours = (days: readonly string[], besides: Readonly<Record<string, readonly string[]>> = {}) =>
    days.flatMap((day) =>
      Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
        .flatMap((time) => besides[`${day}T${time}`] ?? [`${time}+01:00`])
        .map((time) => ({ at: `${day}T${time}` })),
    );
  const beside = (now: { at: string }[], before: { at: string }[] | null) =>
    Object.fromEntries(
      pointsBeside(now, before, 'hour').map((point, index) => [
        now[index]?.at.slice(5, 16),
        point?.at.slice(5),
      ]),
    );
  const put = { '2026-10-25T02:00': ['02:00+02:00', '02:00+01:00'] };
  const autumn = hours(['2026-10-24', '2026-10-25', '2026-10-26'], put);
  const after = hours(['2026-10-27', '2026-10-28', '2026-10-29']);
  expect(beside(after, autumn)).toMatchObject({
    ...{ '10-27T09:00': '10-24T09:00+01:00', '10-28T02:00': '10-25T02:00+02:00' },
    ...{ '10-28T03:00': '10-25T03:00+01:00', '10-29T23:00': '10-26T23:00+01:00' },
  });
  // The hour that was there twice has one beside it.
  const twice = pointsBeside(autumn, after, 'hour').slice(26, 28);
  expect(twice.map((point) => point?.at)).toEqual(['2026-10-28T02:00+01:00', undefined]);
  const spring = hours(['2026-03-28', '2026-03-29', '2026-03-30'], { '2026-03-29T02:00': [] });
  expect(beside(after, spring)).toMatchObject({
    ...{ '10-28T01:00': '03-29T01:00+01:00', '10-28T02:00': undefined, '10-29T00:00': '03-30T00:00+01:00' },
  });
  expect(pointsBeside(after, null, 'hour').filter((point) => point !== undefined)).toEqual([]);
  expect(pointsBeside([], [], 'hour')).toEqual([]);
  const [first, second] = [{ at: '2026-09-28' }, { at: '2026-10-05' }];
  expect(pointsBeside([{ at: '2026-10-26' }, second], [first], 'week')).toEqual([first, undefined]);
});
