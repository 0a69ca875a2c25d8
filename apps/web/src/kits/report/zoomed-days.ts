import type { TimeGrain } from '@placard/domain/analytics/metrics';
import type { DayRange } from '@placard/domain/analytics/range-preset';
import { addDays, monthAfter } from '@placard/domain/time-zone';

/** The days of some of a chart's points, first and last included, within those that the chart is of. */
export function zoomedDays(first: string, last: string, grain: TimeGrain, within: DayRange): DayRange {
  const from = first.slice(0, 10);
  const to = lastDayOf(last.slice(0, 10), grain);
  const [, begin = from] = [from, within.from].sort();
  const [end = to] = [to, within.to].sort();
  return { from: begin, to: end };
}

function lastDayOf(day: string, grain: TimeGrain): string {
  if (grain === 'week') return addDays(day, 6);
  return grain === 'month' ? addDays(monthAfter(day), -1) : day;
}
