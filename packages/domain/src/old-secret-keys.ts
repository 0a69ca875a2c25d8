import { DAY_MS } from './time-zone.ts';

/** So long an installation key that was replaced opens links in mails that were sent before, from when all else was sealed anew. */
export const OLD_SECRET_KEY_DAYS = 90;

/** Installation keys that may open at once, besides the one that seals: each is tried where the ones before didn't fit. */
export const OLD_SECRET_KEYS_MOST = 3;

/** When a key goes that nothing but links in mails is sealed by any more. */
export function oldKeyGoesMs(sealedAnewMs: number): number {
  return sealedAnewMs + OLD_SECRET_KEY_DAYS * DAY_MS;
}

/** Whether another key may be added to as many. */
export function mayAddOldKey(count: number): boolean {
  return count < OLD_SECRET_KEYS_MOST;
}
