import { DAY_MS, offsetMinutesAt, weekdayOfNumber } from '../time-zone.ts';

/** A moment as an account's wall clock shows it. */
export type LocalTime = {
  /** Calendar day as days since 1970-01-01. */
  readonly dayNumber: number;
  /** 0 … 1439. */
  readonly minuteOfDay: number;
  /** 1 = Monday … 7 = Sunday. */
  readonly isoWeekday: number;
};

const MINUTE_MS = 60_000;

/** @throws RangeError for a zone that the runtime does not know. */
export function localTimeAt(zone: string, epochMs: number): LocalTime {
  const localMs = epochMs + offsetMinutesAt(zone, epochMs) * MINUTE_MS;
  const dayNumber = Math.floor(localMs / DAY_MS);
  return {
    dayNumber,
    minuteOfDay: Math.floor((localMs - dayNumber * DAY_MS) / MINUTE_MS),
    isoWeekday: weekdayOfNumber(dayNumber),
  };
}
