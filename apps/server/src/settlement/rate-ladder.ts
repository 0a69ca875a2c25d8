/**
 * How often one viewer may click before clicks are no longer billed: 1 a minute, 3 in 10 minutes, 10 an hour,
 * 25 a day, as EthicalAds keeps it. Every click that got so far counts, also one that is limited, so that a
 * machine that goes on clicking does not earn a free click each time a window ends.
 */
export const CLICK_LADDER = [
  { seconds: 60, clicks: 1 },
  { seconds: 600, clicks: 3 },
  { seconds: 3_600, clicks: 10 },
  { seconds: 86_400, clicks: 25 },
] as const;

/** More are not needed to judge any step. */
export const CLICKS_KEPT = 25;

/** Whether the viewer's clicks before (unix seconds, in the order in which they were judged) leave room for one more. */
export function clickAllowed(clickedAtS: readonly number[], atS: number): boolean {
  return CLICK_LADDER.every((step) => {
    // A click judged earlier but stamped later (another process, another spool) counts as within the window.
    const since = atS - step.seconds;
    return clickedAtS.filter((earlier) => earlier > since).length < step.clicks;
  });
}

/** The viewer's clicks with one more, the oldest dropped beyond what is needed. */
export function withClick(clickedAtS: readonly number[], atS: number): number[] {
  return [...clickedAtS, atS].slice(-CLICKS_KEPT);
}
