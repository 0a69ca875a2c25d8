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
