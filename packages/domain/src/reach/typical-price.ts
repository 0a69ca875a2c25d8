/** Fewer accounts than this say too much about each of them. */
export const TYPICAL_PRICE_MIN_ACCOUNTS = 5;

/** In whole micros. `high` is always above `low`. */
export type TypicalPrice = { readonly lowMicros: number; readonly highMicros: number };

/** Steps of every power of ten: between two of them lies a third to a half of the lower one. */
const STEPS = [1, 1.5, 2, 3, 5, 7] as const;

/**
 * What the middle half of the accounts pays, from one price of each: the quartiles, widened to coarse steps so that
 * nobody's price can be read off. `null` while there are too few accounts.
 * @param pricesMicros above 0
 */
export function typicalPrice(pricesMicros: readonly number[]): TypicalPrice | null {
  if (pricesMicros.length < TYPICAL_PRICE_MIN_ACCOUNTS) return null;
  const sorted = pricesMicros.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  const lower = sorted[Math.floor(last / 4)] ?? 0;
  const upper = sorted[Math.ceil((last * 3) / 4)] ?? 0;
  return { lowMicros: stepAtMost(lower), highMicros: stepAbove(upper) };
}

function stepAtMost(micros: number): number {
  return steps(micros).findLast((step) => step <= micros) ?? 0;
}

/** Above it even where it is a step itself: a range of one figure would be that figure. */
function stepAbove(micros: number): number {
  return steps(micros).find((step) => step > micros) ?? 0;
}

/** The steps around a figure of 1 or more, as whole micros. */
function steps(micros: number): number[] {
  let power = 1;
  while (power * 10 <= micros) power *= 10;
  return [power, power * 10].flatMap((ten) => STEPS.map((step) => Math.floor(step * ten)));
}
