import { expect, it } from 'vitest';
import { unpaidReasons } from './unpaid-reasons.ts';

const answer = {
  updatedAt: '2026-05-13T12:00:00Z',
  widget: null,
  requests: 100,
  filled: 60,
  impressions: 55,
  viewables: 40,
  clicks: 2,
  earnings: 0.1,
  overDelivered: 3,
  noFill: [
    { outcome: 'floor' as const, count: 10 },
    { outcome: 'no_candidate' as const, count: 30 },
  ],
  filtered: [{ reason: 'bot' as const, kind: 'impression' as const, count: 4 }],
};

it('goes from the view to the money, the largest of each step first', () => {
  expect(unpaidReasons(answer).map(({ code, count }) => [code, count])).toEqual([
    ['no_candidate', 30],
    ['floor', 10],
    ['notViewable', 15],
    ['notLoaded', 5],
    ['bot', 4],
    ['overDelivered', 3],
  ]);
});

it('says nothing where every view counted', () => {
  const paid = { ...answer, filled: 100, impressions: 100, viewables: 100, overDelivered: 0 };
  expect(unpaidReasons({ ...paid, noFill: [], filtered: [] })).toEqual([]);
});
