/**
 * Money inside Placard: integer micro-dollars (1 USD = 1,000,000 micros) as `bigint`.
 * Money is never summed as floats; the API's JSON numbers are converted here, both ways.
 */
export type Micros = bigint;

export const MICROS_PER_DOLLAR = 1_000_000n;
export const MICROS_PER_CENT = 10_000n;

/**
 * Largest amount that a JSON number carries exactly with six decimals: a double keeps any 15 decimal digits, so
 * below a billion dollars every n / 1e6 survives the round trip; from 2^33 dollars on neighbours are further apart
 * than a micro.
 */
export const MAX_API_MICROS: Micros = 999_999_999_999_999n;

/** JSON numbers carry amounts below it. */
export const API_DOLLARS_LIMIT = 1_000_000_000;

/**
 * Micros of a dollar amount given as JSON number.
 * @returns `null` if the number is not finite, carries more than 6 decimals, or is a billion dollars or more.
 */
export function microsFromDollars(dollars: number): Micros | null {
  if (!Number.isFinite(dollars) || Math.abs(dollars) >= API_DOLLARS_LIMIT) return null;
  const scaled = Math.round(dollars * 1_000_000);
  // The decimal that prints as `dollars` must be the one we keep: 0.1234567 would otherwise be rounded in silence.
  if (scaled / 1_000_000 !== dollars) return null;
  return BigInt(scaled);
}

/**
 * Dollars as JSON number: exact for |micros| ≤ MAX_API_MICROS, which each single amount is. A sum of many may be larger;
 * then it is the nearest number there is, since a list that cannot be seen helps nobody, and nothing is worked out from it.
 */
export function dollarsFromMicros(micros: Micros): number {
  return Number(micros) / 1_000_000;
}

/** Decimal text in dollars without trailing zeros beyond two decimals: 1500000n → "1.50", 1234567n → "1.234567". */
export function formatMicros(micros: Micros): string {
  const sign = micros < 0n ? '-' : '';
  const absolute = micros < 0n ? -micros : micros;
  const whole = absolute / MICROS_PER_DOLLAR;
  const fraction = (absolute % MICROS_PER_DOLLAR)
    .toString()
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${sign}${whole}.${fraction}`;
}

/** Decimal text in dollars with all six places, as files for programs have it: 1500000n → "1.500000". */
export function decimalOfMicros(micros: Micros): string {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0');
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** Whether dollars as a JSON number end with a cent: banks and gateways move nothing smaller. */
export function endsWithACent(dollars: number): boolean {
  return Number.isInteger(Math.round(dollars * 1_000_000) / 10_000);
}

/** Whole cents contained in the amount, rounded toward zero; used at payout and on invoices only. */
export function wholeCents(micros: Micros): bigint {
  return micros / MICROS_PER_CENT;
}

/** The smaller of two or more amounts. */
export function minMicros(first: Micros, ...others: readonly Micros[]): Micros {
  let smallest = first;
  for (const other of others) if (other < smallest) smallest = other;
  return smallest;
}
