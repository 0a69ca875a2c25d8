import { FIRST_DAY, reportDaysIssue } from '@placard/domain/day-bounds';
import { addDays } from '@placard/domain/time-zone';

export type ReportDays = { readonly from: string; readonly to: string };

/** Where only the last day is chosen: as many days as a report opens with. */
const DAYS_BEFORE_LAST = 29;

/**
 * The days that *Report dates* stand for, both included; `null` where none are chosen, or some that
 * no report covers.
 * One end alone is completed: what begins goes on until today, what ends is of thirty days.
 * @param today where the account is
 */
export function chosenReportDays(
  { reportFrom: from, reportTo: to }: { reportFrom?: string | undefined; reportTo?: string | undefined },
  today: string,
): ReportDays | null {
  if (from === undefined && to === undefined) return null;
  const last = to ?? (from !== undefined && from > today ? from : today);
  const [, first = last] = [FIRST_DAY, addDays(last, -DAYS_BEFORE_LAST)].sort();
  const days = { from: from ?? first, to: last };
  return reportDaysIssue(days, today) === null ? days : null;
}
