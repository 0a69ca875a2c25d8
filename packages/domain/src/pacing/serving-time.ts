import type { Schedule } from '../targeting/schedule.ts';
import {
  DAY_MS,
  daysNearClockChange,
  isNearClockChange,
  localDayNumberAt,
  offsetMinutesAt,
  startOfLocalDayMs,
  weekdayOfNumber,
} from '../time-zone.ts';

type Stretch = { readonly fromMs: number; readonly untilMs: number; readonly offsetMinutes: number };
const DAY_MINUTES = 1440;
const SHAPES_KEPT = 2_000;
const shapes = new Map<string, readonly Stretch[]>();

/** The stretches of one offset that a local day consists of: one, or two on a day when clocks change. */
function stretchesOf(timeZone: string, dayNumber: number): readonly Stretch[] {
  const key = `${timeZone}:${dayNumber}`;
  const kept = shapes.get(key);
  if (kept !== undefined) return kept;
  const fromMs = startOfLocalDayMs(timeZone, dayNumber);
  const untilMs = startOfLocalDayMs(timeZone, dayNumber + 1);
  const first = offsetMinutesAt(timeZone, fromMs);
  const last = offsetMinutesAt(timeZone, untilMs - 1);
  const made: Stretch[] = [];
  if (first === last) made.push({ fromMs, untilMs, offsetMinutes: first });
  else {
    let before = Math.floor(fromMs / 60_000);
    let after = Math.ceil(untilMs / 60_000);
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offsetMinutesAt(timeZone, middle * 60_000) === first) before = middle;
      else after = middle;
    }
    made.push({ fromMs, untilMs: after * 60_000, offsetMinutes: first });
    made.push({ fromMs: after * 60_000, untilMs, offsetMinutes: last });
  }
  if (shapes.size >= SHAPES_KEPT) shapes.clear();
  shapes.set(key, made);
  return made;
}

/** Minutes of the wall clock on which the ad set may run on a local day, as [from, until). */
function windowsOf(schedule: Schedule, dayNumber: number): readonly (readonly [number, number])[] {
  const { startMinute, endMinute, weekdayMask } = schedule;
  const runs = (day: number) => ((weekdayMask >> (weekdayOfNumber(day) - 1)) & 1) === 1;
  if (startMinute === endMinute) return runs(dayNumber) ? [[0, DAY_MINUTES]] : [];
  if (startMinute < endMinute) return runs(dayNumber) ? [[startMinute, endMinute]] : [];
  const windows: (readonly [number, number])[] = [];
  // What began the evening before still runs.
  if (runs(dayNumber - 1)) windows.push([0, endMinute]);
  if (runs(dayNumber)) windows.push([startMinute, DAY_MINUTES]);
  return windows;
}

/**
 * Milliseconds between two instants on which the ad set may run by its dates, days and hours: exact over clock
 * changes, where a wall-clock hour is skipped or lived twice. Ten years cost no more than a week and their changes.
 */
export function servingMs(schedule: Schedule, timeZone: string, fromMs: number, untilMs: number): number {
  if (untilMs <= fromMs) return 0;
  const firstDay = Math.max(localDayNumberAt(timeZone, fromMs), schedule.startDay);
  const lastDay = Math.min(
    localDayNumberAt(timeZone, untilMs - 1),
    schedule.endDay ?? Number.POSITIVE_INFINITY,
  );
  if (lastDay < firstDay) return 0;
  const part = (day: number) => exactMsOfDay(schedule, timeZone, { day, fromMs, untilMs });
  // Only the first and the last may be cut.
  if (lastDay === firstDay) return part(firstDay);
  return part(firstDay) + servingMsOfDays(schedule, timeZone, firstDay + 1, lastDay - 1) + part(lastDay);
}

/** The same for whole local days, both included. */
export function servingMsOfDays(
  schedule: Schedule,
  timeZone: string,
  fromDay: number,
  toDay: number,
): number {
  const from = Math.max(fromDay, schedule.startDay);
  const to = Math.min(toDay, schedule.endDay ?? toDay);
  if (to < from) return 0;
  const days = to - from + 1;
  const ofWeek = (count: number) => {
    let ms = 0;
    for (let day = from; day < from + count; day += 1) ms += plainMsOfDay(schedule, day);
    return ms;
  };
  let total = Math.floor(days / 7) * ofWeek(7) + ofWeek(days % 7);
  for (const day of daysNearClockChange(timeZone, from, to)) {
    total += servingMsOfDay(schedule, timeZone, day) - plainMsOfDay(schedule, day);
  }
  return total;
}

/** The same for one whole local day. */
export function servingMsOfDay(schedule: Schedule, timeZone: string, day: number): number {
  if (day < schedule.startDay || (schedule.endDay !== null && day > schedule.endDay)) return 0;
  if (!isNearClockChange(timeZone, day)) return plainMsOfDay(schedule, day);
  return exactMsOfDay(schedule, timeZone, {
    ...{ day, fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY },
  });
}

/** Of a day of 24 hours within the dates. */
function plainMsOfDay(schedule: Schedule, day: number): number {
  let minutes = 0;
  for (const [startMinute, endMinute] of windowsOf(schedule, day)) minutes += endMinute - startMinute;
  return minutes * 60_000;
}

function exactMsOfDay(
  schedule: Schedule,
  timeZone: string,
  { day, fromMs, untilMs }: { readonly day: number; readonly fromMs: number; readonly untilMs: number },
): number {
  const windows = windowsOf(schedule, day);
  if (windows.length === 0) return 0;
  let total = 0;
  for (const stretch of stretchesOf(timeZone, day)) {
    for (const [startMinute, endMinute] of windows) {
      const wallZeroMs = day * DAY_MS - stretch.offsetMinutes * 60_000;
      const from = Math.max(stretch.fromMs, fromMs, wallZeroMs + startMinute * 60_000);
      const until = Math.min(stretch.untilMs, untilMs, wallZeroMs + endMinute * 60_000);
      if (until > from) total += until - from;
    }
  }
  return total;
}
