import type { TimeGrain } from '@placard/domain/analytics/metrics';
import {
  addDays,
  dayOfNumber,
  monthAfter,
  monthOfDay,
  offsetMinutesAt,
  startOfLocalDayMs,
  weekdayOfNumber,
} from '@placard/domain/time-zone';

/** The name of a period as series show it, from what `GRAIN_SQL` gives. */
export function periodName(grain: TimeGrain, at: string, timeZone: string): string {
  return grain === 'hour' ? hourName(Number(at) * 1000, timeZone) : at;
}

/** `2026-10-25T02:00+02:00`: the offset tells the two hours apart that a night of changing clocks has. */
function hourName(epochMs: number, timeZone: string): string {
  const offset = offsetMinutesAt(timeZone, epochMs);
  const local = new Date(epochMs + offset * 60_000).toISOString().slice(0, 16);
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Local days, both included. */
export type LocalDays = {
  readonly timeZone: string;
  readonly fromDayNumber: number;
  readonly toDayNumber: number;
};

/** Names of all periods of these days, so that none is missing where nothing happened. */
export function periodsOf(days: LocalDays, grain: TimeGrain): string[] {
  const { timeZone, fromDayNumber, toDayNumber } = days;
  const names: string[] = [];
  if (grain === 'hour') {
    const end = startOfLocalDayMs(timeZone, toDayNumber + 1);
    for (let at = startOfLocalDayMs(timeZone, fromDayNumber); at < end; at += 3_600_000) {
      names.push(hourName(at, timeZone));
    }
    return names;
  }
  const last = dayOfNumber(toDayNumber);
  let day = dayOfNumber(fromDayNumber);
  if (grain === 'week') day = addDays(day, 1 - weekdayOfNumber(fromDayNumber));
  if (grain === 'month') day = monthOfDay(day);
  while (day <= last) {
    names.push(day);
    day = grain === 'month' ? monthAfter(day) : addDays(day, grain === 'week' ? 7 : 1);
  }
  return names;
}

export function inOrderOfTime(names: readonly string[], grain: TimeGrain): string[] {
  return names.toSorted((a, b) => (grain === 'hour' ? Date.parse(a) - Date.parse(b) : a.localeCompare(b)));
}
