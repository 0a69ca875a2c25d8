import type { DayRange } from '@placard/domain/analytics/range-preset';
import { reportDaysIssue } from '@placard/domain/day-bounds';
import { localDayAt } from '@placard/domain/time-zone';
import { invalidInput, issueAt, refusalAt } from '../../api/app-error.ts';
import type { Actor, HasClock } from '../../deps.ts';

/** Days of a report, judged: in the actor's zone, in order, not too many, none in the far future. */
export type ReportDays = { readonly from: string; readonly to: string; readonly timeZone: string };

/** Every operation that is asked for days asks here. @throws AppError `invalid_input` at `to`. */
export function reportDays(
  deps: HasClock,
  actor: Actor,
  { from, to }: { readonly from: string; readonly to: string },
): ReportDays {
  const today = localDayAt(actor.timeZone, deps.clock().getTime());
  const found = reportDaysIssue({ from, to }, today);
  if (found !== null) throw invalidInput(issueAt('to', found));
  return { from, to, timeZone: actor.timeZone };
}

/** The days to compare with, where both are named. @throws AppError `invalid_input` at `compareTo`. */
export function comparedDays(
  deps: HasClock,
  actor: Actor,
  {
    compareFrom,
    compareTo,
  }: { readonly compareFrom?: string | undefined; readonly compareTo?: string | undefined },
): DayRange | null {
  if (compareFrom === undefined && compareTo === undefined) return null;
  if (compareFrom === undefined || compareTo === undefined) {
    const missing = compareTo === undefined ? 'compareTo' : 'compareFrom';
    throw invalidInput(refusalAt(missing, { reason: 'report_compare_day_missing' }));
  }
  const range = { from: compareFrom, to: compareTo };
  const found = reportDaysIssue(range, localDayAt(actor.timeZone, deps.clock().getTime()));
  if (found !== null) throw invalidInput(issueAt('compareTo', found));
  return range;
}
