import type { Schedule } from '../targeting/schedule.ts';
import {
  DAY_MS,
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
 * changes, where a wall-clock hour is skipped or lived twice.
 */
export function servingMs(schedule: Schedule, timeZone: string, fromMs: number, untilMs: number): number {
  if (untilMs <= fromMs) return 0;
  const firstDay = Math.max(localDayNumberAt(timeZone, fromMs), schedule.startDay);
  const lastDay = Math.min(
    localDayNumberAt(timeZone, untilMs - 1),
    schedule.endDay ?? Number.POSITIVE_INFINITY,
  );
  let total = 0;
  for (let day = firstDay; day <= lastDay; day += 1) {
    const windows = windowsOf(schedule, day);
    if (windows.length === 0) continue;
    for (const stretch of stretchesOf(timeZone, day)) {
      for (const [startMinute, endMinute] of windows) {
        const wallZeroMs = day * DAY_MS - stretch.offsetMinutes * 60_000;
        const from = Math.max(stretch.fromMs, fromMs, wallZeroMs + startMinute * 60_000);
        const until = Math.min(stretch.untilMs, untilMs, wallZeroMs + endMinute * 60_000);
        if (until > from) total += until - from;
      }
    }
  }
  return total;
}
