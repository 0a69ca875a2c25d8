/**
 * What one billable event costs. Amounts here are integers kept in doubles, because a settlement charges hundreds
 * of thousands of events a second; every operand stays below 2^53 and every step is an exact integer operation,
 * so nothing is rounded: limits are clamped to MAX_EXACT_MICROS before they come in.
 */
export const MAX_EXACT_MICROS = Number.MAX_SAFE_INTEGER;

/** A limit or balance as exact integer; what is beyond 2^53 micros (9 billion dollars) is no limit for one settlement. */
export function exactMicros(micros: bigint): number {
  return micros > BigInt(MAX_EXACT_MICROS) ? MAX_EXACT_MICROS : Number(micros);
}

/**
 * CPM: a viewable impression costs a thousandth of the price; thousandths of a micro are carried on per ad set.
 * @param carryThousandths 0 … 999; what the ad set's events before left over
 */
export function dueForViewable(
  cpmMicros: number,
  carryThousandths: number,
): { dueMicros: number; carryThousandths: number } {
  const thousandths = cpmMicros + carryThousandths;
  const carry = thousandths % 1000;
  return { dueMicros: (thousandths - carry) / 1000, carryThousandths: carry };
}

/** floor(charge × share / 10,000), exact without a product beyond 2^53. */
export function publisherPart(chargedMicros: number, shareBp: number): number {
  const rest = chargedMicros % 10_000;
  const whole = (chargedMicros - rest) / 10_000;
  const product = rest * shareBp;
  return whole * shareBp + (product - (product % 10_000)) / 10_000;
}
