import { numberOfDay } from './time-zone.ts';

/**
 * Between which days anything happens. Beyond them lie typing mistakes: 0002-01-01 is what a date field holds while
 * a year is typed, and every loop and every calendar sum over days is only as long as these bounds.
 */
export const FIRST_DAY = '2000-01-01';
export const LAST_DAY = '2100-12-31';
/** Ten years, with as many leap days as they can hold; both ends included. */
export const CAMPAIGN_MAX_DAYS = 3_653;
/** What one report may cover, both ends included. */
export const REPORT_MAX_DAYS = 800;
/** By the hour: as a series, or as hours of weekdays. */
export const HOURLY_MAX_DAYS = 92;

export type DayIssue = 'date_invalid' | 'date_out_of_range';

/** What is wrong with a text that should name a day; null for a day within the bounds. */
export function dayIssue(text: string): DayIssue | null {
  try {
    numberOfDay(text);
  } catch {
    return 'date_invalid';
  }
  // Four digits each, so text order is day order.
  return text < FIRST_DAY || text > LAST_DAY ? 'date_out_of_range' : null;
}

export function isDay(text: string): boolean {
  return dayIssue(text) === null;
}

/** Days from the first to the last, both included; 0 or less where they are the wrong way round. */
export function daysBetween(from: string, to: string): number {
  return numberOfDay(to) - numberOfDay(from) + 1;
}

export type ReportDaysIssue = 'end_date_before_start' | 'report_too_long' | 'report_in_future';

/**
 * What is wrong with the days of a report. Tomorrow is allowed: a page that was open over midnight, or somebody on
 * the other side of the date line, asks for it in good faith.
 * @param today where the account is
 */
export function reportDaysIssue(
  range: { readonly from: string; readonly to: string },
  today: string,
): ReportDaysIssue | null {
  const days = daysBetween(range.from, range.to);
  if (days < 1) return 'end_date_before_start';
  if (days > REPORT_MAX_DAYS) return 'report_too_long';
  return daysBetween(today, range.to) > 2 ? 'report_in_future' : null;
}

/** As an address has them, which may be anything. */
type NamedDays = { readonly from?: string | undefined; readonly to?: string | undefined };

export type AddressDaysIssue = DayIssue | ReportDaysIssue | 'day_missing';

/** Why a list is not narrowed to the days that its address names, of which one is enough; null where it is. */
export function listDaysIssue({ from = '', to = '' }: NamedDays): DayIssue | 'end_date_before_start' | null {
  for (const day of [from, to]) {
    const issue = day === '' ? null : dayIssue(day);
    if (issue !== null) return issue;
  }
  return from !== '' && to !== '' && from > to ? 'end_date_before_start' : null;
}

/** Why a report is not of the days that its address names; null where it is, or where none are named. */
export function addressDaysIssue({ from = '', to = '' }: NamedDays, today: string): AddressDaysIssue | null {
  if (from === '' && to === '') return null;
  const issue = listDaysIssue({ from, to });
  if (issue !== null) return issue;
  return from === '' || to === '' ? 'day_missing' : reportDaysIssue({ from, to }, today);
}

/** The same where one day is enough and `asked` has the other. */
export function namedDaysIssue(
  raw: NamedDays,
  asked: { readonly from: string; readonly to: string },
  today: string,
): AddressDaysIssue | null {
  if (!(raw.from || raw.to)) return null;
  return addressDaysIssue({ from: raw.from || asked.from, to: raw.to || asked.to }, today);
}
