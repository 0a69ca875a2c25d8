import { daysBetween, FIRST_DAY, isDay, reportDaysIssue } from '../day-bounds.ts';
import { addDays } from '../time-zone.ts';
import type { DayRange } from './range-preset.ts';

/**
 * With what a report is compared: the days of the same number right before, those 52 weeks before, which fall on the same
 * weekdays, any others, or nothing.
 */
export const COMPARISONS = ['previous', 'year', 'days', 'none'] as const;
export type Comparison = (typeof COMPARISONS)[number];

const YEAR_DAYS = 364;

/** The same number of days, ending the day before; null where these begin before the first day that there is. */
export function daysBefore({ from, to }: DayRange): DayRange | null {
  const first = addDays(from, -daysBetween(from, to));
  return first < FIRST_DAY ? null : { from: first, to: addDays(from, -1) };
}

/** The same weekdays a year before. */
export function daysLastYear({ from, to }: DayRange): DayRange {
  return { from: addDays(from, -YEAR_DAYS), to: addDays(to, -YEAR_DAYS) };
}

export type ComparedDays = {
  readonly comparison: Comparison;
  /** Both included; `null` where nothing is compared. */
  readonly compared: DayRange | null;
};

/** What an address compares with; the days before where it says nothing, or names days that no report covers. */
export function readCompared(
  raw: {
    readonly vs?: string | undefined;
    readonly vsFrom?: string | undefined;
    readonly vsTo?: string | undefined;
  },
  range: DayRange,
  today: string,
): ComparedDays {
  const { vs, vsFrom: from = '', vsTo: to = '' } = raw;
  if (vs === 'none') return { comparison: 'none', compared: null };
  if (vs === 'days' && isDay(from) && isDay(to) && reportDaysIssue({ from, to }, today) === null) {
    return { comparison: 'days', compared: { from, to } };
  }
  const lastYear = daysLastYear(range);
  if (vs === 'year' && lastYear.from >= FIRST_DAY) return { comparison: 'year', compared: lastYear };
  const before = daysBefore(range);
  return { comparison: before === null ? 'none' : 'previous', compared: before };
}
