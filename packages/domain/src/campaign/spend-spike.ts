import { MICROS_PER_DOLLAR, type Micros } from '../micros.ts';

/** What a day usually costs is the median of those of so many whole days before it … */
export const SPIKE_LOOKS_BACK_DAYS = 14;
/** … on which anything was spent; of fewer nothing is usual yet. */
export const SPIKE_LEAST_DAYS = 5;
/** A spike is at least so many times the usual; of one hour more, since hours differ more than days do, … */
export const SPIKE_TIMES = 3n;
export const HOUR_SPIKE_TIMES = 5n;
/** … and in either case at least so much more than it: pennies surprise nobody. */
export const SPIKE_LEAST_MORE_MICROS: Micros = 20n * MICROS_PER_DOLLAR;

export type SpendSpike = { readonly usualMicros: Micros };

/**
 * Whether a day that is not over yet has cost far more than usual.
 * @param spentByDay micros of the whole days before it, in any order; those without spend don't count
 */
export function spendSpike(todayMicros: Micros, spentByDay: readonly Micros[]): SpendSpike | null {
  return spikeOver(todayMicros, spentByDay, SPIKE_TIMES);
}

/** An hour of the clock as long as its spike is news: looked at within it, and so long after it for its last minutes. */
export const HOUR_LOOKED_AT_AFTER_MS = 20 * 60_000;
/** No hour of a campaign is told so soon after a spike of it was: what goes on over midnight is one spike. */
export const HOUR_QUIET_MS = 24 * 60 * 60_000;

/**
 * Whether an hour of the clock, over or not, has cost far more than the same hour usually does.
 * @param spentInHour micros of the same hour on the days before, in any order; those without spend don't count
 */
export function hourSpendSpike(hourMicros: Micros, spentInHour: readonly Micros[]): SpendSpike | null {
  return spikeOver(hourMicros, spentInHour, HOUR_SPIKE_TIMES);
}

function spikeOver(micros: Micros, before: readonly Micros[], times: bigint): SpendSpike | null {
  const spent = before.filter((each) => each > 0n).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (spent.length < SPIKE_LEAST_DAYS) return null;
  const middle = spent.length >> 1;
  const upper = spent[middle] ?? 0n;
  const usualMicros = spent.length % 2 === 1 ? upper : ((spent[middle - 1] ?? 0n) + upper) / 2n;
  const isSpike = micros >= usualMicros * times && micros - usualMicros >= SPIKE_LEAST_MORE_MICROS;
  return isSpike ? { usualMicros } : null;
}
