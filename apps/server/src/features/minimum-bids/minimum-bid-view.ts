import { type MinimumBidCard, minimumsMet } from '@placard/domain/decision/minimum-bids';
import type { PricedObjective } from '@placard/domain/decision/price';
import { dollarsFromMicros } from '@placard/domain/micros';

/** What the network asks for where an ad set could be shown, in dollars; null where any bid will do. */
export function minimumBidView(
  card: MinimumBidCard,
  adSet: { readonly locations: readonly string[]; readonly objective: PricedObjective },
): { low: number; high: number } | null {
  const { lowestMicros, highestMicros } = minimumsMet(card, adSet);
  if (highestMicros === 0) return null;
  return {
    low: dollarsFromMicros(BigInt(lowestMicros)),
    high: dollarsFromMicros(BigInt(highestMicros)),
  };
}
