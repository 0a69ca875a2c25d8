import { MICROS_PER_DOLLAR, type Micros } from '../micros.ts';

/** What a day usually costs is the median of those of so many whole days before it … */
export const SPIKE_LOOKS_BACK_DAYS = 14;
/** … on which anything was spent; of fewer nothing is usual yet. */
export const SPIKE_LEAST_DAYS = 5;
/** A spike is at least so many times the usual, … */
export const SPIKE_TIMES = 3n;
/** … and at least so much more than it: pennies surprise nobody. */
export const SPIKE_LEAST_MORE_MICROS: Micros = 20n * MICROS_PER_DOLLAR;

export type SpendSpike = { readonly usualMicros: Micros };

/**
 * Whether a day that is not over yet has cost far more than usual.
 * @param spentByDay micros of the whole days before it, in any order; those without spend don't count
 */
export function spendSpike(todayMicros: Micros, spentByDay: readonly Micros[]): SpendSpike | null {
  const days = spentByDay.filter((micros) => micros > 0n).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (days.length < SPIKE_LEAST_DAYS) return null;
  const middle = days.length >> 1;
  const upper = days[middle] ?? 0n;
  const usualMicros = days.length % 2 === 1 ? upper : ((days[middle - 1] ?? 0n) + upper) / 2n;
  const isSpike =
    todayMicros >= usualMicros * SPIKE_TIMES && todayMicros - usualMicros >= SPIKE_LEAST_MORE_MICROS;
  return isSpike ? { usualMicros } : null;
}
