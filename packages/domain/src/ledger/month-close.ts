import { RECONCILED_WITHIN_MS } from './reconciliation.ts';

/** Why a month's books cannot be closed yet, in the order in which it is mended. */
export const CLOSE_BLOCKERS = [
  'month_runs',
  'earlier_open',
  'not_settled',
  'earnings_open',
  'not_invoiced',
  'books_unchecked',
  'books_differ',
] as const;
export type CloseBlocker = (typeof CLOSE_BLOCKERS)[number];

export type MonthState = {
  readonly nowMs: number;
  /** The first instant after the month. */
  readonly endsMs: number;
  /** Whether a month before it is open. */
  readonly earlierOpen: boolean;
  /** No decision of before this instant can be charged any more. */
  readonly settledUpToMs: number;
  /** Publishers' months up to it that are not closed, and campaigns' charges up to it that stand on no invoice. */
  readonly openEarnings: number;
  readonly uninvoiced: number;
  /** The newest result of holding the books against each other; null: there is none. */
  readonly books: { readonly isGreen: boolean; readonly lookedMs: number } | null;
};

/** What stands between a month and its close; empty: it can be closed. */
export function closeBlockers(state: MonthState): CloseBlocker[] {
  const { nowMs, endsMs, books } = state;
  if (nowMs < endsMs) return ['month_runs'];
  const unchecked =
    books === null || books.lookedMs < endsMs || nowMs - books.lookedMs > RECONCILED_WITHIN_MS;
  const found: (CloseBlocker | false)[] = [
    state.earlierOpen && 'earlier_open',
    state.settledUpToMs < endsMs && 'not_settled',
    state.openEarnings > 0 && 'earnings_open',
    state.uninvoiced > 0 && 'not_invoiced',
    unchecked && 'books_unchecked',
    books !== null && !unchecked && !books.isGreen && 'books_differ',
  ];
  return found.filter((blocker) => blocker !== false);
}

/** A figure of a closed month. Money in micros as text: JSON has no integers of that size. */
export type ClosedLine = {
  readonly section: 'charged' | 'earned' | 'booked' | 'balance' | 'documents' | 'tax';
  readonly name: string;
  readonly count: number;
  readonly micros: string;
};
