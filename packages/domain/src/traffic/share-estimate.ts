/** One of a sample: what it counts for, how many it stands for, and whether it is among those asked for. */
export type Drawn = { readonly amount: number; readonly weight: number; readonly isHit: boolean };

/** A share of all, as 0 … 1, and how far off it may be at 95 of 100 such samples; null where nothing was drawn. */
export type ShareEstimate = { readonly share: number; readonly margin: number; readonly drawn: number };

const Z_95 = 1.96;
/** Nothing among n: with 95 % less than 3 of n would be found elsewhere. */
const RULE_OF_THREE = 3;

/**
 * Estimates which share of the whole amount is of hits. Those that stand for more count for more, and make the sample
 * count for fewer (Kish: Σa² of what each stands for).
 */
export function estimateShare(sample: readonly Drawn[]): ShareEstimate | null {
  let [all, hits, squares, drawn] = [0, 0, 0, 0];
  for (const { amount, weight, isHit } of sample) {
    const stands = amount * weight;
    if (stands <= 0) continue;
    all += stands;
    squares += stands * stands;
    drawn += 1;
    if (isHit) hits += stands;
  }
  if (all === 0) return null;
  const share = hits / all;
  const effective = (all * all) / squares;
  const spread = Z_95 * Math.sqrt((share * (1 - share)) / effective);
  const isEdge = hits === 0 || hits === all;
  return { share, margin: Math.min(1, isEdge ? RULE_OF_THREE / effective : spread), drawn };
}
