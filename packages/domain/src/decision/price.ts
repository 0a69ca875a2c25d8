/** What a campaign pays for, and what an ad set pays when it has no bid of its own. Micros as numbers: below 2^48. */
export type RateCard = { readonly cpmMicros: number; readonly cpcMicros: number };

/** BRAND_AWARENESS is charged per 1,000 viewable impressions, TRAFFIC per click. */
export type PricedObjective = 'BRAND_AWARENESS' | 'TRAFFIC';

/** The largest price that a decision token can carry. */
export const MAX_PRICE_MICROS = 2 ** 48 - 1;

export function priceMicrosOf(
  objective: PricedObjective,
  bidMicros: number | null,
  rateCard: RateCard,
): number {
  const rate = objective === 'TRAFFIC' ? rateCard.cpcMicros : rateCard.cpmMicros;
  return Math.min(bidMicros ?? rate, MAX_PRICE_MICROS);
}

/**
 * Beta prior of a click rate: 5 clicks in 1,000 impressions, the middle of what display ads reach. A creative's own
 * figures outweigh it after a thousand impressions.
 */
export const CLICK_RATE_PRIOR = { clicks: 5, impressions: 1_000 } as const;

export type ClickCounts = { readonly impressions: number; readonly clicks: number };

export function smoothedClickRate(counts: ClickCounts | null): number {
  if (counts === null) return CLICK_RATE_PRIOR.clicks / CLICK_RATE_PRIOR.impressions;
  const clicks = CLICK_RATE_PRIOR.clicks + counts.clicks;
  const impressions = CLICK_RATE_PRIOR.impressions + Math.max(counts.impressions, counts.clicks);
  return clicks / impressions;
}

/** What 1,000 impressions are expected to pay: the order of the auction. */
export function effectiveCpmMicros(
  objective: PricedObjective,
  priceMicros: number,
  counts: ClickCounts | null,
): number {
  return objective === 'TRAFFIC' ? priceMicros * smoothedClickRate(counts) * 1_000 : priceMicros;
}

/**
 * What 1,000 impressions might pay as far as anybody knows: two standard deviations of the posterior above what is expected.
 * The same as expected where views are paid; the fewer impressions stand behind a click rate, the more above it.
 */
export function hopefulCpmMicros(
  objective: PricedObjective,
  priceMicros: number,
  counts: ClickCounts | null,
): number {
  const expected = effectiveCpmMicros(objective, priceMicros, counts);
  if (objective !== 'TRAFFIC') return expected;
  const rate = smoothedClickRate(counts);
  const impressions = CLICK_RATE_PRIOR.impressions + Math.max(counts?.impressions ?? 0, counts?.clicks ?? 0);
  return expected + 2 * priceMicros * Math.sqrt((rate * (1 - rate)) / (impressions + 1)) * 1_000;
}
