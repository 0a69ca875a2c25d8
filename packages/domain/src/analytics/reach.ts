/** Bits of the key by which a day's viewers are told apart: of the eight bytes of the hash an event carries, the last five. */
export const REACH_KEY_BITS = 40;

/** How often a viewer was shown something on a day: from so many times on, up to the next step. */
export const FREQUENCY_STEPS = [1, 2, 3, 5, 10] as const;

/** So long after its end a day of UTC is closed and its keys are erased, where everything that has arrived is settled. */
export const REACH_CLOSES_AFTER_MS = 30 * 60_000;
/** However much waits for settlement. */
export const REACH_CLOSES_AT_LAST_MS = 24 * 60 * 60_000;

/**
 * The share of viewers that are counted as one of the others because both have the same key, as expected: half of how full the keys
 * are.
 * @param viewers of a day
 */
export function reachErrorShare(viewers: number): number {
  return viewers / 2 ** (REACH_KEY_BITS + 1);
}

/** What is said of every figure: it holds up to a hundred million viewers a day. */
export const REACH_ERROR_SHARE = 0.000_05;
