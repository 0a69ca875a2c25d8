import { CAMPAIGN_MAX_DAYS, daysBetween } from '../day-bounds.ts';

type Days = { readonly startDate: string; readonly endDate: string | null };

/**
 * The days of a campaign's copy, all 'YYYY-MM-DD' of the account: a start that has passed becomes today, and an end
 * that would be before it, or too far after, is left out rather than made up.
 */
export function copiedDays({ startDate, endDate }: Days, today: string): Days {
  const start = startDate < today ? today : startDate;
  const fits = endDate !== null && endDate >= start && daysBetween(start, endDate) <= CAMPAIGN_MAX_DAYS;
  return { startDate: start, endDate: fits ? endDate : null };
}
