import type { LocalTime } from './local-time.ts';

/** When an ad set may run, in its account's time zone. */
export type Schedule = {
  /** First and last calendar day, both included; `null` = no end. */
  readonly startDay: number;
  readonly endDay: number | null;
  /** Minutes of the day; start = end means all day, start > end runs over midnight. */
  readonly startMinute: number;
  readonly endMinute: number;
  /** Bit 0 = Monday … bit 6 = Sunday. */
  readonly weekdayMask: number;
};

export const ALL_WEEKDAYS = 0b111_1111;

/** 1 = Monday … 7 = Sunday, as stored, to a mask. */
export function weekdayMaskOf(daysOfWeek: readonly number[]): number {
  return daysOfWeek.reduce((mask, day) => mask | (1 << (day - 1)), 0);
}

/** Is the local day within the campaign's dates? */
export function withinDates(schedule: Schedule, local: LocalTime): boolean {
  return (
    local.dayNumber >= schedule.startDay && (schedule.endDay === null || local.dayNumber <= schedule.endDay)
  );
}

/**
 * Is the local time within the hours and days? A window that runs over midnight belongs to the day it began on:
 * Friday 22:00–02:00 includes Saturday 01:00 and not Friday 01:00.
 */
export function withinHours(schedule: Schedule, local: LocalTime): boolean {
  const { startMinute, endMinute, weekdayMask } = schedule;
  const today = (weekdayMask >> (local.isoWeekday - 1)) & 1;
  if (startMinute === endMinute) return today === 1;
  if (startMinute < endMinute) {
    return today === 1 && local.minuteOfDay >= startMinute && local.minuteOfDay < endMinute;
  }
  if (local.minuteOfDay >= startMinute) return today === 1;
  const yesterday = (weekdayMask >> ((local.isoWeekday + 5) % 7)) & 1;
  return yesterday === 1 && local.minuteOfDay < endMinute;
}
