import { describe, expect, it } from 'vitest';
import { closeBlockers, type MonthState } from './month-close.ts';
import { RECONCILED_WITHIN_MS } from './reconciliation.ts';

const END = Date.UTC(2026, 2, 1);
const NOW = END + 5 * 86_400_000;
const READY: MonthState = {
  nowMs: NOW,
  endsMs: END,
  earlierOpen: false,
  settledUpToMs: END,
  openEarnings: 0,
  uninvoiced: 0,
  books: { isGreen: true, lookedMs: NOW },
};
const blockers = (change: Partial<MonthState>) => closeBlockers({ ...READY, ...change });

describe('a month can be closed', () => {
  it('once it is over, settled, earned, invoiced and green', () => {
    expect(blockers({})).toEqual([]);
    expect(blockers({ nowMs: END, books: { isGreen: true, lookedMs: END } })).toEqual([]);
    expect(blockers({ nowMs: END - 1 })).toEqual(['month_runs']);
  });

  it.each([
    ['earlier_open', { earlierOpen: true }],
    ['not_settled', { settledUpToMs: END - 1 }],
    ['earnings_open', { openEarnings: 1 }],
    ['not_invoiced', { uninvoiced: 1 }],
    ['books_unchecked', { books: null }],
    ['books_differ', { books: { isGreen: false, lookedMs: NOW } }],
  ] as const)('not while %s', (blocker, change) => {
    expect(blockers(change)).toEqual([blocker]);
  });

  it('by a look at the books that is of after its end and of a day and a half ago at most', () => {
    const looked = (lookedMs: number, nowMs = NOW) => blockers({ nowMs, books: { isGreen: true, lookedMs } });
    expect(looked(NOW - RECONCILED_WITHIN_MS)).toEqual([]);
    expect(looked(NOW - RECONCILED_WITHIN_MS - 1)).toEqual(['books_unchecked']);
    expect(looked(END, END + 1)).toEqual([]);
    expect(looked(END - 1, END + 1)).toEqual(['books_unchecked']);
  });

  it('says all that is missing, and of an old red result only that it is old', () => {
    expect(
      blockers({ earlierOpen: true, openEarnings: 2, books: { isGreen: false, lookedMs: END - 1 } }),
    ).toEqual(['earlier_open', 'earnings_open', 'books_unchecked']);
  });
});
