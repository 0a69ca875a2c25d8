import type { Micros } from './micros.ts';

/** A share in 1/100 of a percent: 7000 = 70 %. */
export type BasisPoints = number;

export const BASIS_POINTS_WHOLE = 10_000;

/** The publisher's part of a charge: floor(charge × share); the network keeps the rest, so both always sum to the charge. */
export function splitCharge(
  chargeMicros: Micros,
  shareBp: BasisPoints,
): { publisherMicros: Micros; networkMicros: Micros } {
  const publisherMicros = (chargeMicros * BigInt(shareBp)) / BigInt(BASIS_POINTS_WHOLE);
  return { publisherMicros, networkMicros: chargeMicros - publisherMicros };
}
