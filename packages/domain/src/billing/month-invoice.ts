import type { Micros } from '../micros.ts';

const MICROS_PER_CENT = 10_000n;

/** What a campaign was charged and no invoice says yet. */
export type CampaignCharge = { readonly campaignId: number; readonly chargedMicros: Micros };

export type MonthInvoice = {
  readonly totalCents: bigint;
  readonly lines: readonly { readonly campaignId: number; readonly cents: bigint }[];
  /** Less than a cent; belongs to the next invoice. */
  readonly carriedOutMicros: Micros;
};

/**
 * Charges in micros as an invoice in cents. Nothing is rounded away: what is below a cent at the end is carried to
 * the next month, and a line is the difference of two running sums in whole cents, so that the lines add up to the
 * total and none is a cent or more off its charge.
 * @param carriedInMicros what the invoice before carried out, 0 to 9,999
 */
export function monthInvoice(carriedInMicros: Micros, charges: readonly CampaignCharge[]): MonthInvoice {
  let runningMicros = carriedInMicros;
  const lines = charges.map(({ campaignId, chargedMicros }) => {
    const before = runningMicros / MICROS_PER_CENT;
    runningMicros += chargedMicros;
    return { campaignId, cents: runningMicros / MICROS_PER_CENT - before };
  });
  return {
    lines,
    totalCents: runningMicros / MICROS_PER_CENT,
    carriedOutMicros: runningMicros % MICROS_PER_CENT,
  };
}
