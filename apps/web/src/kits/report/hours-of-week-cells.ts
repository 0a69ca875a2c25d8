import type { Report } from '@placard/contract/reports';
import { METRICS, type Metric } from '@placard/domain/analytics/metrics';

/** Monday first. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;
export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** A figure for each weekday (Monday first) and hour; `null` where a ratio divides by nothing. */
export type WeekHours = readonly (readonly (number | null)[])[];

/** The rows of a breakdown by weekday and hour in their places; what no row tells of did not happen. */
export function hoursOfWeek(rows: Report['rows'], metric: Metric): WeekHours {
  const nothing = METRICS[metric].formula.kind === 'sum' ? 0 : null;
  const found = new Map(
    rows.map(({ dims, metrics }) => [`${dims.weekday} ${dims.hourOfDay}`, metrics[metric] ?? null]),
  );
  return WEEKDAYS.map((weekday) => HOURS.map((hour) => found.get(`${weekday} ${hour}`) ?? nothing));
}

/** How strong an hour is coloured, in percent of the strongest; what there is at all is told from nothing. */
export function heatOf(hours: WeekHours, weekday: number, hour: number): number {
  const value = hours[weekday - 1]?.[hour] ?? 0;
  const most = Math.max(0, ...hours.flat().map((one) => one ?? 0));
  return value <= 0 || most === 0 ? 0 : Math.max(LEAST_SEEN, Math.round((value / most) * 100));
}

const LEAST_SEEN = 8;
