import type { Micros } from '../micros.ts';

/** What an ad set should spend, over so many milliseconds on which it may run: all of them today, or on days to come as well. */
export type PaceClaim = {
  readonly paceMicros: Micros;
  readonly spreadMs: number;
  readonly isOfToday: boolean;
};

/**
 * What each ad set of a campaign should spend where together they may spend no more than a limit. Who may not run any more has no part
 * in it. Of what is to be spent today, who may run longer gets more, all at one rate for each micro claimed: shares alone would be
 * shared anew each second, and an ad set of the morning would leave nothing to one of the evening.
 */
export function sharedPaces(claims: readonly PaceClaim[], limit: Micros): Micros[] {
  const paces = claims.map(({ paceMicros, spreadMs }) => (spreadMs > 0 ? paceMicros : 0n));
  const claimed = paces.reduce((sum, micros) => sum + micros, 0n);
  if (claimed <= limit) return paces;
  const isOfOneDay = claims.every(({ isOfToday, spreadMs }) => isOfToday || spreadMs <= 0);
  if (!isOfOneDay) return paces.map((micros) => (micros * limit) / claimed);
  const weights = paces.map((micros, at) => micros * BigInt(claims[at]?.spreadMs ?? 0));
  let weight = weights.reduce((sum, each) => sum + each, 0n);
  let left = limit;
  // Nobody gets more than claimed: whoever runs longest comes to that first, and the others share what it leaves.
  const byTime = [...claims.keys()].sort((a, b) => (claims[b]?.spreadMs ?? 0) - (claims[a]?.spreadMs ?? 0));
  for (const at of byTime) {
    const [pace, own] = [paces[at] ?? 0n, weights[at] ?? 0n];
    const part = (left * own) / weight;
    if (part >= pace) {
      left -= pace;
      weight -= own;
    } else paces[at] = part;
  }
  return paces;
}
