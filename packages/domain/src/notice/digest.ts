import { instantOfLocal } from '../report-view/due.ts';
import { localDayNumberAt } from '../time-zone.ts';

/** Minutes since midnight of the reader's account: 08:00. */
export const DIGEST_MINUTE = 8 * 60;
/** What one mail says at length; of more it says how many there are. */
export const DIGEST_ITEMS_MOST = 100;

/** The last turn that has come: today's if its time is over, else yesterday's. */
export function digestTurnMs(timeZone: string, nowMs: number): number {
  const today = localDayNumberAt(timeZone, nowMs);
  const todays = instantOfLocal(timeZone, today, DIGEST_MINUTE);
  return todays <= nowMs ? todays : instantOfLocal(timeZone, today - 1, DIGEST_MINUTE);
}

/** Whether a turn is still to be mailed: something waits from before it, and neither it nor a later one was. */
export function isDigestDue(digest: {
  readonly turnMs: number;
  readonly oldestItemMs: number;
  /** The turn that was mailed last; null: none was. */
  readonly sentForMs: number | null;
}): boolean {
  const { turnMs, oldestItemMs, sentForMs } = digest;
  return oldestItemMs < turnMs && (sentForMs === null || sentForMs < turnMs);
}
