const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after a failed try the next one follows: two and a half days in all, longer than a weekend's outage. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  24 * HOUR_MS,
] as const;

export const MAX_TRIES = PAUSES_MS.length + 1;
/** Pauses are lengthened by up to a tenth, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * How long to wait after a try that failed.
 * @param tries so many have failed, from 1
 * @param random from 0 up to 1
 * @returns milliseconds; null: it is given up
 */
export function pauseAfter(tries: number, random: number): number | null {
  const pause = PAUSES_MS[tries - 1];
  return pause === undefined ? null : Math.round(pause * (1 + JITTER * random));
}

/** What an answer means: 410 says that nobody wants to be told any more; a redirect is no yes, as it is not followed. */
export function outcomeOf(status: number | null): 'delivered' | 'gone' | 'failed' {
  if (status === null) return 'failed';
  if (status === 410) return 'gone';
  return status >= 200 && status < 300 ? 'delivered' : 'failed';
}
