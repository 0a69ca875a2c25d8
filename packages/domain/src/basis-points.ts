import type { Micros } from './micros.ts';

/** A share in 1/100 of a percent: 7000 = 70 %. */
export type BasisPoints = number;

export const BASIS_POINTS_WHOLE = 10_000;
const PER_PERCENT = 100;

/** Of a percentage of two decimals at most. Rounded, as 64.35 times 100 is a little less than 6435, and 1.1 times 100 a little more than 110. */
export function basisPointsOf(percent: number): BasisPoints {
  return Math.round(percent * PER_PERCENT);
}

export function percentOf(basisPoints: BasisPoints): number {
  return basisPoints / PER_PERCENT;
}

/** The publisher's part of a charge: floor(charge × share); the network keeps the rest, so both always sum to the charge. */
export function splitCharge(
  chargeMicros: Micros,
  shareBp: BasisPoints,
): { publisherMicros: Micros; networkMicros: Micros } {
  const publisherMicros = (chargeMicros * BigInt(shareBp)) / BigInt(BASIS_POINTS_WHOLE);
  return { publisherMicros, networkMicros: chargeMicros - publisherMicros };
}
