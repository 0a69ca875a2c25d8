import { type DayIssue, dayIssue, type ReportDaysIssue, reportDaysIssue } from '@placard/domain/day-bounds';

export type Days = { readonly from: string; readonly to: string };
export type Side = keyof Days;
export type DayFault = { readonly side: Side; readonly issue: DayIssue | ReportDaysIssue };

export const SIDES = ['from', 'to'] as const;

/**
 * What is wrong with days as they are typed, and at which of them.
 * @param unread where the browser holds something that is no day: its value is empty then
 * @param today of a report, which covers only so many days; null for a list, which may have any
 */
export function faultOf(days: Days, unread: ReadonlySet<Side>, today: string | null): DayFault | null {
  for (const side of SIDES) {
    const found = unread.has(side) ? 'date_invalid' : days[side] === '' ? null : dayIssue(days[side]);
    if (found !== null) return { side, issue: found };
  }
  const { from, to } = days;
  if (from === '' && to === '') return null;
  // With one end open: what begins goes on until today, and what ends has begun before.
  const first = from || to;
  const last = to || (today !== null && from < today ? today : from);
  const issue =
    today !== null
      ? reportDaysIssue({ from: first, to: last }, today)
      : last < first
        ? 'end_date_before_start'
        : null;
  return issue === null ? null : { side: to === '' ? 'from' : 'to', issue };
}

/** What a report still lacks: it has both days. */
export function lackOf(days: Days, open: boolean): DayFault | null {
  const side = SIDES.find((each) => days[each] === '');
  return open || side === undefined ? null : { side, issue: 'date_invalid' };
}
