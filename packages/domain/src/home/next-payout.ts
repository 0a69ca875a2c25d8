import type { Micros } from '../micros.ts';

export type NextPayout = {
  /** What can leave on the day when the month is closed. */
  readonly amountMicros: Micros;
  /** What is missing to the smallest payout; 0: nothing. */
  readonly missingMicros: Micros;
};

/** What a publisher could be paid next, by what the books hold now: more may be earned until then. */
export function nextPayout(books: {
  readonly availableMicros: Micros;
  /** Becomes available when its month is closed. */
  readonly pendingMicros: Micros;
  readonly minMicros: Micros;
}): NextPayout {
  const amountMicros = books.availableMicros + books.pendingMicros;
  const missing = books.minMicros - amountMicros;
  return { amountMicros, missingMicros: missing > 0n ? missing : 0n };
}
