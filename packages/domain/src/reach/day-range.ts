/** Eight of ten days are expected within: one of ten below `low`, one of ten above `high`. Not rounded. */
export type DayRange = { readonly low: number; readonly high: number };

/** How much days differ before any was seen: by a fifth, as sure as two days would make it. */
const PRIOR = { spread: 0.2, days: 2 } as const;

/** Ninth decile of Student's t for 1, 2, … degrees of freedom; beyond the last one the normal curve's is near enough. */
const T_90 = [3.078, 1.886, 1.638, 1.533, 1.476, 1.44, 1.415, 1.397, 1.383, 1.372] as const;
const NORMAL_90 = 1.282;

/**
 * How far another day may lie from the average of those that were seen: days of a website multiply (a holiday, a story that
 * is shared) rather than add, so they are compared by their logarithms; few days, and few views, are less sure.
 * @param days what was counted on each whole day seen, at most a month of them
 * @param mean the average that a day is expected to bring, which may rest on more than these days
 */
export function rangeOfDay(days: readonly number[], mean: number): DayRange {
  if (mean <= 0) return { low: 0, high: 0 };
  // Half a view each, so that a day without any is far away and not endlessly so.
  const apart = days.reduce((sum, views) => sum + Math.log((views + 0.5) / (mean + 0.5)) ** 2, 0);
  const freedom = PRIOR.days + Math.max(0, days.length - 1);
  // A count of its own varies by its root; what the days show beyond that is theirs.
  const variance = (PRIOR.days * (PRIOR.spread ** 2 + 1 / mean) + apart) / (freedom + 1);
  const spread = Math.sqrt(variance * (1 + 1 / Math.max(1, days.length)));
  const reach = (T_90[freedom - 1] ?? NORMAL_90) * spread;
  return { low: mean * Math.exp(-reach), high: mean * Math.exp(reach) };
}
