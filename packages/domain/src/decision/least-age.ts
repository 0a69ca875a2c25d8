import type { EventKind } from '../event-kind.ts';

/**
 * How long after its decision an event can happen at the soonest, ms. A viewable impression is one continuous second in
 * view (video: two; MRC), and what is to be seen must come first; nobody has seen an ad, understood it and clicked it
 * sooner than that.
 */
export const LEAST_AGE_MS = {
  impression: 0,
  viewable: 1_000,
  videoViewable: 2_000,
  click: 300,
} as const;

/**
 * Where one process decided and another one, perhaps on another machine, took the event, their clocks may differ: by
 * this much at most where they are kept by NTP. Events of one clock get nothing of it.
 */
export const CLOCK_DIFFERENCE_MS = 100;

/** @returns the age below which an event is `too_fast`, ms. */
export function leastAgeMs(kind: EventKind, isVideo: boolean, otherClock: boolean): number {
  const least = kind === 'viewable' && isVideo ? LEAST_AGE_MS.videoViewable : LEAST_AGE_MS[kind];
  return otherClock ? Math.max(0, least - CLOCK_DIFFERENCE_MS) : least;
}
