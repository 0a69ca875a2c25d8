import type { TimeGrain } from '@placard/domain/analytics/metrics';
import {
  addDays,
  DAY_MS,
  dayOfNumber,
  daysNearClockChange,
  monthAfter,
  monthOfDay,
  offsetMinutesAt,
  QUARTER_HOUR_MS,
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

/**
 * When the hour of the clock began that an instant lies in. It begins with the clock's full hour, or when the clock was
 * changed within it: where it is put back by half an hour, the half that is lived twice begins a second hour.
 */
export function startOfLocalHourMs(timeZone: string, epochMs: number): number {
  const offset = offsetMinutesAt(timeZone, epochMs);
  const local = epochMs + offset * 60_000;
  let start = epochMs - (((local % HOUR_MS) + HOUR_MS) % HOUR_MS);
  while (offsetMinutesAt(timeZone, start) !== offset) start += QUARTER_HOUR_MS;
  return start;
}

/** The same in SQL: unix seconds of the start of the hour that a column's quarter of an hour lies in. */
export function startOfLocalHourSql(column: string, zone: string): string {
  const offsetAt = (instant: string) => `timeZoneOffset(toDateTime(${instant}, ${zone}))`;
  const seconds = `toInt64(toUnixTimestamp(${column}))`;
  const floor = `(${seconds} - (${seconds} + ${offsetAt(column)}) % 3600)`;
  return `arrayFirst(start -> ${offsetAt('start')} = ${offsetAt(column)}, range(${floor}, ${floor} + 3600, 900))`;
}

/** Whether clocks change by less than an hour within these days, so that hours are not all an hour long. */
export function hasOddHours(days: LocalDays): boolean {
  const { timeZone, fromDayNumber, toDayNumber } = days;
  const offsetOf = (day: number) => offsetMinutesAt(timeZone, day * DAY_MS);
  return daysNearClockChange(timeZone, fromDayNumber, toDayNumber).some(
    (day) => (offsetOf(day + 2) - offsetOf(day - 1)) % 60 !== 0,
  );
}

const HOUR_MS = 3_600_000;

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
    const odd = hasOddHours(days);
    for (let at = startOfLocalDayMs(timeZone, fromDayNumber); at < end; ) {
      names.push(hourName(at, timeZone));
      at += HOUR_MS;
      if (odd) at = startOfLocalHourMs(timeZone, at);
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
