import type { Reach } from '@placard/contract/reach';
import { brokenDownBy, type ReportAsked } from '@placard/domain/analytics/report-asked';
import type { apiQuery } from '../../lib/api/api.ts';

/** Viewers of the days and how often each was shown something on one of them. */
export type Viewers = Pick<Reach['rows'][number], 'viewerDays' | 'frequency'>;
export type ViewersQuery = ReturnType<typeof apiQuery<object, Reach>>;

/** Columns of the breakdown; a list can be sorted by them. */
export const VIEWERS_COLUMNS = ['viewers', 'frequency'] as const;

/** Most rows that a question for viewers gives: those with the most viewers. */
export const VIEWERS_ROWS = 1_000;

/**
 * By what the viewers of a breakdown's rows can be told, of `keys`, which are counted: `null` where rows are of two things, of days, or of
 * a part of the traffic. Viewers of parts don't add up, and an account's days are not those of UTC.
 */
export function viewersBy<Key extends string>(asked: ReportAsked, keys: readonly Key[]): Key | null {
  const [by, ...others] = brokenDownBy(asked);
  if (others.length > 0 || asked.filters.length > 0) return null;
  return keys.find((key) => key === by) ?? null;
}

/** By the number of the row's record. */
export function viewersOfRows(reach: Reach | undefined): ReadonlyMap<string, Viewers> {
  return new Map(reach?.rows.map((row) => [row.key, row]));
}
