/** Upper ends of the classes in which delivery counts how long decisions took, in ms; one more holds all above. */
export const LATENCY_BOUNDS_MS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 500] as const;
export const LATENCY_CLASSES = LATENCY_BOUNDS_MS.length + 1;

/** The class of a duration: a bound belongs to the class below it. */
export function latencyClass(tookMs: number): number {
  let at = 0;
  for (const bound of LATENCY_BOUNDS_MS) {
    if (tookMs <= bound) return at;
    at += 1;
  }
  return at;
}

/**
 * The upper end of the class in which the `share` of the shortest ends, in ms: no figure is promised that was not measured.
 * Beyond the last bound it is that bound. Null without anything counted.
 */
export function latencyAt(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [at, bound] of LATENCY_BOUNDS_MS.entries()) {
    below += counts[at] ?? 0;
    if (below >= total * share) return bound;
  }
  return LATENCY_BOUNDS_MS.at(-1) ?? null;
}
