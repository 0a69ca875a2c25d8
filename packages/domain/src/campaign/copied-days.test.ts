import fc from 'fast-check';
import { expect, it } from 'vitest';
import { copiedDays } from './copied-days.ts';
import { campaignIssues } from './rules.ts';

const TODAY = '2026-05-13';

it.each([
  ['both to come', '2026-05-14', '2026-05-20', '2026-05-14', '2026-05-20'],
  ['begins today', TODAY, TODAY, TODAY, TODAY],
  ['began yesterday, ends today', '2026-05-12', TODAY, TODAY, TODAY],
  ['ended yesterday', '2026-05-01', '2026-05-12', TODAY, null],
  ['has no end', '2026-05-12', null, TODAY, null],
])('%s', (_, startDate, endDate, start, end) => {
  expect(copiedDays({ startDate, endDate }, TODAY)).toEqual({ startDate: start, endDate: end });
});

it('are always days that a new campaign may have', () => {
  const day = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, fc.option(day), day, (startDate, endDate, today) => {
      const days = copiedDays({ startDate, endDate }, today);
      const budgets = { totalBudgetMicros: 1n, dailyBudgetMicros: null, spentMicros: 0n };
      expect(campaignIssues({ ...budgets, ...days, today, before: null })).toEqual([]);
      expect(days.startDate >= today).toBe(true);
    }),
  );
});
