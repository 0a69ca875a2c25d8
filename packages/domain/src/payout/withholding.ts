import { BASIS_POINTS_WHOLE, type BasisPoints } from '../basis-points.ts';
import { latestAt } from '../ledger/share-rate.ts';
import type { Micros } from '../micros.ts';

/** More than any country withholds of what is paid for a service: 50 %. */
export const MAX_WITHHOLDING_BP: BasisPoints = 5_000;
/** Of a publisher, or of the network with its countries: ended ones are kept and count. */
export const MAX_WITHHOLDING_RATES = 500;

/** Nearest first: a publisher's own rate goes before its country's, and that before the network's. */
export const WITHHOLDING_LEVELS = ['publisher', 'country', 'network', 'none'] as const;
export type WithholdingLevel = (typeof WITHHOLDING_LEVELS)[number];

/** A rate for a time. */
export type WithholdingRate = {
  readonly rateBp: BasisPoints;
  readonly fromMs: number;
  /** The first instant it no longer holds; null: for good. */
  readonly untilMs: number | null;
};

export type WithholdingRates = {
  readonly publisher: readonly WithholdingRate[];
  readonly country: readonly WithholdingRate[];
  readonly network: readonly WithholdingRate[];
};

/**
 * The rate at an instant; 0 where none holds. Of several of one level that hold, the one that began last: one with an end
 * gives way to the one before it. A publisher's own rate of 0 exempts them from the others.
 */
export function withholdingAt(
  { publisher, country, network }: WithholdingRates,
  atMs: number,
): { readonly rateBp: BasisPoints; readonly level: WithholdingLevel } {
  const levels = [publisher, country, network].map((rates) => latestAt(rates, atMs));
  const nearest = levels.findIndex((rate) => rate !== null);
  return { rateBp: levels[nearest]?.rateBp ?? 0, level: WITHHOLDING_LEVELS[nearest] ?? 'none' };
}

/** A rate may begin only later: what was asked for before it has the rate of then. */
export function mayBegin(fromMs: number, nowMs: number): boolean {
  return fromMs > nowMs;
}

/**
 * What is withheld of a payout as tax: amount × rate in whole cents, rounded once, half a cent up. The only rounding there
 * is: what is paid is the rest. At least a cent of a payout is paid, or a bank would be told to send nothing.
 * @param stepMicros the currency's cent, or its whole unit where it has none (`smallestStepMicros`)
 * @throws RangeError for an amount that is not in whole cents and above 0, or a rate beyond the bounds
 */
export function withheldMicros(amountMicros: Micros, rateBp: BasisPoints, stepMicros: Micros): Micros {
  if (amountMicros <= 0n || amountMicros % stepMicros !== 0n) {
    throw new RangeError(`${amountMicros} micros are no payout in whole steps of ${stepMicros}`);
  }
  if (!Number.isInteger(rateBp) || rateBp < 0 || rateBp > MAX_WITHHOLDING_BP) {
    throw new RangeError(`${rateBp} is no rate of withholding`);
  }
  const cents = amountMicros / stepMicros;
  const whole = BigInt(BASIS_POINTS_WHOLE);
  const rounded = (2n * cents * BigInt(rateBp) + whole) / (2n * whole);
  return (rounded < cents ? rounded : cents - 1n) * stepMicros;
}
