import { expect, test } from 'vitest';
import { chosenReportDays } from './report-days.ts';

const TODAY = '2026-05-13';

test.each([
  [{}, null],
  [
    { reportFrom: '2026-05-01', reportTo: '2026-05-02' },
    { from: '2026-05-01', to: '2026-05-02' },
  ],
  [
    { reportFrom: '2026-05-02', reportTo: '2026-05-02' },
    { from: '2026-05-02', to: '2026-05-02' },
  ],
  [{ reportFrom: '2026-05-03', reportTo: '2026-05-02' }, null],
  [{ reportFrom: '2026-05-01' }, { from: '2026-05-01', to: TODAY }],
  [{ reportFrom: TODAY }, { from: TODAY, to: TODAY }],
  // Tomorrow is the last day that a report may name, and it has 800 days at most.
  [{ reportFrom: '2026-05-14' }, { from: '2026-05-14', to: '2026-05-14' }],
  [{ reportFrom: '2026-05-15' }, null],
  [{ reportTo: '2026-05-14' }, { from: '2026-04-15', to: '2026-05-14' }],
  [{ reportTo: '2026-05-15' }, null],
  [{ reportTo: '2000-01-05' }, { from: '2000-01-01', to: '2000-01-05' }],
  [{ reportFrom: '2024-03-05' }, { from: '2024-03-05', to: TODAY }],
  [{ reportFrom: '2024-03-04' }, null],
  [{ reportFrom: '2024-03-04', reportTo: TODAY }, null],
])('%j stand for %j', (chosen, days) => {
  expect(chosenReportDays(chosen, TODAY)).toEqual(days);
});
