import { expect, it } from 'vitest';
import { RecentCounts } from './recent-counts.ts';

const counted = (impressions: number) => [{ adSetId: 1, impressions, viewables: 0, clicks: 0 }];
const seenAt = (counts: RecentCounts, second: number) => counts.of(1, second * 1_000).impressions;

it('are those of the last ten seconds', () => {
  const counts = new RecentCounts();
  counts.add(counted(1), 100_000);
  counts.add(counted(2), 109_000);
  expect([109, 110, 118, 119].map((second) => seenAt(counts, second))).toEqual([3, 2, 2, 0]);
});

it('are none of a clock that was set back since, nor of before it was set forward again', () => {
  const counts = new RecentCounts();
  counts.add(counted(5), 3_700_000);
  counts.add(counted(1), 100_000);
  expect(seenAt(counts, 100)).toBe(1);
  counts.add(counted(2), 3_700_000);
  expect(seenAt(counts, 3_700)).toBe(2);
});

it('are of each ad set and kind by itself, within a second and of several', () => {
  const counts = new RecentCounts();
  const one = { adSetId: 1, impressions: 1, viewables: 10, clicks: 100 };
  counts.add([one, { adSetId: 2, impressions: 7, viewables: 8, clicks: 9 }], 100_000);
  counts.add([], 100_100);
  counts.add([one], 100_900);
  expect(counts.of(1, 100_999)).toEqual({ impressions: 2, viewables: 20, clicks: 200 });
  counts.add([one], 101_000);
  expect(counts.of(1, 101_000)).toEqual({ impressions: 3, viewables: 30, clicks: 300 });
  expect(counts.of(2, 101_000)).toEqual({ impressions: 7, viewables: 8, clicks: 9 });
  expect(counts.of(3, 101_000)).toEqual({ impressions: 0, viewables: 0, clicks: 0 });
});
