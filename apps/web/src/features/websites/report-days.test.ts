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
  [{ reportFrom: '2026-06-01' }, { from: '2026-06-01', to: '2026-06-01' }],
  [{ reportTo: '2026-05-30' }, { from: '2026-05-01', to: '2026-05-30' }],
])('%j stand for %j', (chosen, days) => {
  expect(chosenReportDays(chosen, TODAY)).toEqual(days);
});
