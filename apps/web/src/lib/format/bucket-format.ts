import type { TimeGrain } from '@placard/domain/analytics/metrics';

export type { TimeGrain } from '@placard/domain/analytics/metrics';

import { numberOfDay, offsetMinutesAt } from '@placard/domain/time-zone';
import { currentLocale } from '../../i18n/texts.ts';

const SHORT: Readonly<Record<TimeGrain, Intl.DateTimeFormatOptions>> = {
  hour: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { month: 'short', day: 'numeric' },
  week: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: '2-digit' },
};
const LONG: Readonly<Record<TimeGrain, Intl.DateTimeFormatOptions>> = {
  hour: {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
  day: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  week: { month: 'short', day: 'numeric', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
};

/** A report's bucket is a civil time of the account ('2026-03-01', '2026-03-01T05:00'): no zone is applied again. */
function civil(at: string): Date {
  const [day, time = '00:00'] = at.slice(0, 16).split(/[T ]/);
  return new Date(`${day}T${time}Z`);
}

/** The civil time of a zone at an instant, as a report names its buckets. */
export function civilMoment(instant: string, timeZone: string): string {
  const atMs = Date.parse(instant);
  return new Date(atMs + offsetMinutesAt(timeZone, atMs) * 60_000).toISOString();
}

/**
 * How far a bucket was at a moment, which is given as civil time of the same zone, like the bucket. Of what is not over
 * nobody knows the figure: drawn like the others, each curve would fall to 0 at the start of each day.
 */
export function bucketProgress(at: string, grain: TimeGrain, moment: string): 'over' | 'running' | 'ahead' {
  const end = civil(at);
  if (grain === 'hour') end.setUTCHours(end.getUTCHours() + 1);
  else if (grain === 'month') end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCDate(end.getUTCDate() + (grain === 'week' ? 7 : 1));
  if (end <= civil(moment)) return 'over';
  return civil(at) <= civil(moment) ? 'running' : 'ahead';
}

/** The points of a series whose buckets are over: what a curve without axes may show. */
export function pointsOver<Point extends { readonly at: string }>(
  points: readonly Point[],
  grain: TimeGrain,
  moment: string,
): Point[] {
  return points.filter(({ at }) => bucketProgress(at, grain, moment) === 'over');
}

/**
 * For each point that of the days compared with at the same place. Hours are found by day and clock, not counted: where clocks were
 * changed a day has 23 or 25, and all after it would stand beside the hour before or after theirs.
 */
export function pointsBeside<Point extends { readonly at: string }>(
  points: readonly Point[],
  before: readonly Point[] | null,
  grain: TimeGrain,
): (Point | undefined)[] {
  if (before === null || grain !== 'hour') return points.map((_, index) => before?.[index]);
  const places = placesByClock(before);
  const found = new Map(before.map((point, index) => [places[index], point]));
  return placesByClock(points).map((place) => found.get(place));
}

/** Which day from the first, which time of its clock, and whether it is that for the first or the second time. */
function placesByClock(hours: readonly { readonly at: string }[]): string[] {
  const seen = new Set<string>();
  const dayOf = (at: string) => numberOfDay(at.slice(0, 10));
  return hours.map(({ at }) => {
    const place = `${dayOf(at) - dayOf(hours[0]?.at ?? at)} ${at.slice(11, 16)}`;
    if (seen.has(place)) return `${place} again`;
    seen.add(place);
    return place;
  });
}

/** "Mar 1" for an axis. */
export function formatBucket(at: string, grain: TimeGrain): string {
  return new Intl.DateTimeFormat(currentLocale(), { ...SHORT[grain], timeZone: 'UTC' }).format(civil(at));
}

/** "Sun, Mar 1, 2026" for a tooltip and a table. */
export function formatBucketLong(at: string, grain: TimeGrain): string {
  return new Intl.DateTimeFormat(currentLocale(), { ...LONG[grain], timeZone: 'UTC' }).format(civil(at));
}
