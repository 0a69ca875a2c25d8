import { FIRST_DAY, reportDaysIssue } from '@placard/domain/day-bounds';
import { addDays } from '@placard/domain/time-zone';

export type ReportDays = { readonly from: string; readonly to: string };

/** Where only the last day is chosen: as many days as a report opens with. */
const DAYS_BEFORE_LAST = 29;

/** As they are chosen. */
type Chosen = { readonly reportFrom?: string | undefined; readonly reportTo?: string | undefined };

/**
 * The days that *Report dates* stand for, both included.
 * One end alone is completed: what begins goes on until today, what ends is of thirty days.
 * @param today where the account is
 */
export function completedDays({ reportFrom: from, reportTo: to }: Chosen, today: string): ReportDays {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const [, first = last] = [FIRST_DAY, addDays(last, -DAYS_BEFORE_LAST)].sort();
  return { from: from ?? first, to: last };
}

/** `null` where none are chosen, or some that no report covers. */
export function chosenReportDays(chosen: Chosen, today: string): ReportDays | null {
  if (chosen.reportFrom === undefined && chosen.reportTo === undefined) return null;
  const days = completedDays(chosen, today);
  return reportDaysIssue(days, today) === null ? days : null;
}
