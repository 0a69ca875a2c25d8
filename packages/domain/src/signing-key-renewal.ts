import { DAY_MS } from './time-zone.ts';

/** How often another key begins to sign by itself. */
export const SIGNING_KEY_RENEWALS = ['never', 'month', 'quarter', 'year'] as const;
export type SigningKeyRenewal = (typeof SIGNING_KEY_RENEWALS)[number];

/** A number has one byte: by the month all of them last for 20 years. */
export const SIGNING_KEYS_MOST = 255;

const DAYS: Readonly<Record<SigningKeyRenewal, number | null>> = {
  never: null,
  month: 30,
  quarter: 91,
  year: 365,
};

/**
 * The day of UTC with which the next key should begin to sign, as its first millisecond: so many days after the newest one began.
 * @param newestFromMs when the newest key began or begins to sign
 * @returns null where nothing is renewed by itself
 */
export function renewsFromMs(renewal: SigningKeyRenewal, newestFromMs: number): number | null {
  const days = DAYS[renewal];
  return days === null ? null : Math.ceil((newestFromMs + days * DAY_MS) / DAY_MS) * DAY_MS;
}

/** @param nextFromMs with which day a key would begin that were made now */
export function isRenewalDue(renewal: SigningKeyRenewal, newestFromMs: number, nextFromMs: number): boolean {
  const fromMs = renewsFromMs(renewal, newestFromMs);
  return fromMs !== null && nextFromMs >= fromMs;
}
