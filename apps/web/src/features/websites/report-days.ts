import { addDays } from '@placard/domain/time-zone';

export type ReportDays = { readonly from: string; readonly to: string };

/** Where only the last day is chosen: as many days as a report opens with. */
const DAYS_BEFORE_LAST = 29;

/**
 * The days that *Report dates* stand for, both included; `null` where none are chosen or the last is before the first.
 * One end alone is completed: what begins goes on until today, what ends is of thirty days.
 * @param today where the account is
 */
export function chosenReportDays(
  { reportFrom: from, reportTo: to }: { reportFrom?: string | undefined; reportTo?: string | undefined },
  today: string,
): ReportDays | null {
  if (from !== undefined && to !== undefined) return from <= to ? { from, to } : null;
  if (from !== undefined) return { from, to: from > today ? from : today };
  return to === undefined ? null : { from: addDays(to, -DAYS_BEFORE_LAST), to };
}
