const HOUR_MS = 3_600_000;

/**
 * How long after its click a conversion came, in steps that a person can act on: hours from which each counts, up to where the next
 * begins; the last ends with the window in which conversions count.
 */
export const CONVERSION_DELAY_HOURS = [0, 1, 6, 24, 48, 168, 336] as const;
export type ConversionDelayHours = (typeof CONVERSION_DELAY_HOURS)[number];

/** The step of a time between click and conversion; of two servers' clocks the second may be behind: that is at once. */
export function conversionDelay(betweenMs: number): ConversionDelayHours {
  return CONVERSION_DELAY_HOURS.findLast((hours) => betweenMs >= hours * HOUR_MS) ?? 0;
}
