/** With fewer impressions a click rate is chance. */
export const LEAST_JUDGED_IMPRESSIONS = 1_000;

export type Shown = { readonly id: number; readonly impressions: number; readonly clicks: number };

/** Compared crosswise, so that no rounding decides; of equal rates the one that was shown more is the better. */
function byRate(a: Shown, b: Shown): number {
  return b.clicks * a.impressions - a.clicks * b.impressions || b.impressions - a.impressions || a.id - b.id;
}

/**
 * The campaigns with the best and the worst click rate, of those that were shown often enough. None is the worst beside
 * others that do as well.
 */
export function bestAndWorst<Campaign extends Shown>(
  campaigns: readonly Campaign[],
): { readonly best: Campaign | null; readonly worst: Campaign | null } {
  const judged = campaigns.filter(({ impressions }) => impressions >= LEAST_JUDGED_IMPRESSIONS).sort(byRate);
  const best = judged[0] ?? null;
  const last = judged.at(-1) ?? null;
  const differs =
    best !== null && last !== null && best.clicks * last.impressions > last.clicks * best.impressions;
  return { best, worst: differs ? last : null };
}
