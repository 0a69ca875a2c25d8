import { expect, it } from 'vitest';
import { isMarkedAction, markedChanges } from './report-marks.ts';

it('tells the figures of an edit, from what to what, and nothing else of it', () => {
  expect(
    markedChanges({
      bid: { before: null, after: 0.5 },
      dailyBudget: { before: 10, after: null },
      name: { before: 'a', after: 'b' },
      totalBudget: { before: 'ten', after: 20 },
      share: 70,
    }),
  ).toEqual([
    { field: 'dailyBudget', before: 10, after: null },
    { field: 'bid', before: null, after: 0.5 },
  ]);
  expect(markedChanges({ bid: { before: 1, after: 2 } })).toEqual([{ field: 'bid', before: 1, after: 2 }]);
  expect(markedChanges({ bid: { before: undefined, after: 2 }, share: { before: 1, after: '2' } })).toEqual(
    [],
  );
  expect(markedChanges({ bid: { before: 1 }, totalBudget: null })).toEqual([]);
});

it('knows what is marked', () => {
  expect(['campaign.edit', 'account.share', 'campaign.note', ''].map(isMarkedAction)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
