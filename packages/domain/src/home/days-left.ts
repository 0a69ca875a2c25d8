import type { Micros } from '../micros.ts';

/** The present pace is that of so many whole days before today. */
export const PACE_DAYS = 7;
/** From fewer days with spend nothing is foretold. */
export const LEAST_PACE_DAYS = 3;

export type DaysLeft =
  /** Whole days that the balance pays for at the mean of the last `of` days. */
  | { readonly kind: 'days'; readonly days: number; readonly of: number }
  /** It began too lately to foretell anything. */
  | { readonly kind: 'too_early' }
  /** Nothing is spent: there is no pace. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'empty' };

/**
 * How long a balance lasts at the present pace. Days before the first spend within the window don't count: they were
 * no part of the pace.
 * @param spentByDay micros of the whole days before today, the oldest first
 */
export function daysLeft(wallet: {
  readonly balanceMicros: Micros;
  readonly spentTodayMicros: Micros;
  readonly spentByDay: readonly Micros[];
}): DaysLeft {
  const { balanceMicros, spentTodayMicros, spentByDay } = wallet;
  if (balanceMicros <= 0n) return { kind: 'empty' };
  const window = spentByDay.slice(-PACE_DAYS);
  const first = window.findIndex((micros) => micros > 0n);
  if (first < 0) return { kind: spentTodayMicros > 0n ? 'too_early' : 'idle' };
  const counted = window.slice(first);
  if (counted.length < LEAST_PACE_DAYS) return { kind: 'too_early' };
  const spent = counted.reduce((sum, micros) => sum + micros, 0n);
  return { kind: 'days', days: Number((balanceMicros * BigInt(counted.length)) / spent), of: counted.length };
}
