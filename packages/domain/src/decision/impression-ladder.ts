/**
 * How many impressions of one viewer (an address and a browser) are billed. A reader of twenty widgets a page reaches
 * none of it. Households, offices and mobile networks share an address, and many browsers are alike, so the steps are far above one person:
 * they end what a machine makes of one address, which is thousands a minute.
 */
export const IMPRESSION_LADDER = [
  { seconds: 60, impressions: 120 },
  { seconds: 600, impressions: 600 },
  { seconds: 3_600, impressions: 1_800 },
  { seconds: 86_400, impressions: 10_000 },
] as const;

/** A viewer's counts: for each step the number of its window, and how many came in it. */
export type ImpressionCounts = Int32Array;

export function newImpressionCounts(): ImpressionCounts {
  return new Int32Array(IMPRESSION_LADDER.length * 2);
}

/** Counts one at `atS`, unix seconds. @returns whether every step has room for it; a limited one counts as well. */
export function takeImpression(counts: ImpressionCounts, atS: number): boolean {
  let allowed = true;
  for (const [step, { seconds, impressions }] of IMPRESSION_LADDER.entries()) {
    const window = Math.floor(atS / seconds);
    const before = counts[step * 2] === window ? (counts[step * 2 + 1] ?? 0) : 0;
    counts[step * 2] = window;
    counts[step * 2 + 1] = before + 1;
    if (before >= impressions) allowed = false;
  }
  return allowed;
}
