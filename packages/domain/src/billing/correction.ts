import type { BasisPoints } from '../basis-points.ts';
import { type Micros, wholeCents } from '../micros.ts';
import { type Tax, type TaxTreatment, taxWithin } from './tax.ts';

/** A wallet or earnings credited or debited by hand, or what was charged in a period going back. */
export const CORRECTION_KINDS = ['wallet', 'earnings', 'spend'] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

/** Pending: above the limit for one operator. */
export const CORRECTION_STATUSES = ['pending', 'booked', 'rejected'] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];

export const REASON_LENGTHS = { min: 3, max: 500 } as const;

/** Days of one refund at most: a quarter. */
export const REFUND_DAYS_MAX = 92;

/** So many campaigns and websites of a refund are named, those that were charged most. */
export const CHARGES_NAMED = 100;

/** How far an amount reaches, whichever way it goes: what the limit for one operator is compared with. */
export function sizeOf(amountMicros: Micros): Micros {
  return amountMicros < 0n ? -amountMicros : amountMicros;
}

/**
 * What a document says of an amount that follows others: cents of the running sum, so that all documents together are
 * never a cent off what was booked, though each amount may have fractions of one.
 */
export function centsAfter(beforeMicros: Micros, amountMicros: Micros): bigint {
  return wholeCents(beforeMicros + amountMicros) - wholeCents(beforeMicros);
}

/**
 * The tax in a correction, in cents, with the sign of the correction: a difference of the tax in what was corrected so
 * far, rounded once, so that a document that is corrected wholly, in however many steps, gives back exactly its tax.
 * @param correctedCents sum of earlier corrections of the same document, with their signs
 */
export function taxOfCorrection(correctedCents: bigint, amountCents: bigint, rateBp: BasisPoints): bigint {
  return taxWithin(correctedCents + amountCents, rateBp) - taxWithin(correctedCents, rateBp);
}

/**
 * Which tax a document has that corrects another: the one that it had, if it said anything of tax; where its month has
 * none yet the one that it will have; none of what is no supply, such as money that was paid in.
 * @param taxNow of seller and buyer as they are
 */
export function whichTaxOfCorrection(
  of: {
    readonly supply: boolean;
    readonly corrected: {
      readonly treatment: TaxTreatment | null;
      readonly rateBp: BasisPoints | null;
    } | null;
  },
  taxNow: () => Tax,
): Tax | null {
  if (!of.supply) return null;
  if (of.corrected === null) return taxNow();
  const { treatment, rateBp } = of.corrected;
  return treatment === null || rateBp === null ? null : { treatment, rateBp };
}
