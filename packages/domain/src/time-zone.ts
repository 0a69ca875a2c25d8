/**
 * Calendar days in an account's time zone. Offsets come from the platform's IANA data. Every offset in use since
 * 1980 is a whole number of quarter hours, so within a quarter hour of UTC the local day never changes.
 */
export const QUARTER_HOUR_MS = 15 * 60_000;
export const DAY_MS = 24 * 60 * 60_000;

/** 'YYYY-MM-DD' in whatever zone the context names. */
export type LocalDay = string;

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

// Asking the platform takes microseconds, and the same quarter hours are asked for again and again.
const offsets = new Map<string, Map<number, number>>();
const OFFSETS_KEPT = 10_000;
// Kiritimati was the last to leave an odd one, 10 hours and 40 minutes, on 1 October 1979.
const QUARTERS_SINCE_MS = Date.UTC(1980, 0, 1);

/** Minutes that local time is ahead of UTC at an instant. @throws RangeError for an unknown zone. */
export function offsetMinutesAt(timeZone: string, epochMs: number): number {
  if (timeZone === 'UTC') return 0;
  if (epochMs < QUARTERS_SINCE_MS) return readOffset(timeZone, epochMs);
  let known = offsets.get(timeZone);
  if (known === undefined) {
    known = new Map();
    offsets.set(timeZone, known);
  }
  const quarter = Math.floor(epochMs / QUARTER_HOUR_MS);
  let offset = known.get(quarter);
  if (offset === undefined) {
    offset = readQuarter(timeZone, quarter * QUARTER_HOUR_MS);
    if (known.size >= OFFSETS_KEPT) known.clear();
    known.set(quarter, offset);
  }
  return offset;
}

/** Far from a change of clocks all quarters of a UTC day have the offset of its start: one question for 96 of them. */
function readQuarter(timeZone: string, epochMs: number): number {
  const day = Math.floor(epochMs / DAY_MS);
  const atStart = day * DAY_MS;
  if (epochMs === atStart || isNearClockChange(timeZone, day)) return readOffset(timeZone, epochMs);
  return offsetMinutesAt(timeZone, atStart);
}

function readOffset(timeZone: string, epochMs: number): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const part of formatterOf(timeZone).formatToParts(epochMs)) parts[part.type] = Number(part.value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  const localMs = Date.UTC(year, month - 1, day, hour, minute);
  return Math.round((localMs - Math.floor(epochMs / 60_000) * 60_000) / 60_000);
}

/** A zone as it is kept; UTC in the place of one that the platform does not know, which may only have got there past the API. */
export function platformZone(timeZone: string): string {
  try {
    offsetMinutesAt(timeZone, 0);
    return timeZone;
  } catch {
    return 'UTC';
  }
}

/** Days since 1970-01-01 of the local calendar day at an instant. */
export function localDayNumberAt(timeZone: string, epochMs: number): number {
  return Math.floor((epochMs + offsetMinutesAt(timeZone, epochMs) * 60_000) / DAY_MS);
}

export function localDayAt(timeZone: string, epochMs: number): LocalDay {
  return dayOfNumber(localDayNumberAt(timeZone, epochMs));
}

/** 'YYYY-MM-DD' of days since 1970-01-01. */
export function dayOfNumber(dayNumber: number): LocalDay {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
}

/** @throws RangeError when the text is no calendar day. */
export function numberOfDay(day: LocalDay): number {
  const epochMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(epochMs) || new Date(epochMs).toISOString().slice(0, 10) !== day) {
    throw new RangeError(`${day} is no calendar day`);
  }
  return epochMs / DAY_MS;
}

export function addDays(day: LocalDay, days: number): LocalDay {
  return dayOfNumber(numberOfDay(day) + days);
}

/** 1 = Monday … 7 = Sunday. */
export function weekdayOfNumber(dayNumber: number): number {
  return ((((dayNumber + 3) % 7) + 7) % 7) + 1;
}

/** First day of the month that contains the day. */
export function monthOfDay(day: LocalDay): LocalDay {
  return `${day.slice(0, 7)}-01`;
}

/** First day of the month after the one that contains the day. */
export function monthAfter(day: LocalDay): LocalDay {
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7));
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/**
 * The first instant of a local day. Where clocks are put forward at midnight the day begins at 01:00; where they
 * are put back at midnight, the hour that is lived twice belongs to the day before.
 */
export function startOfLocalDayMs(timeZone: string, dayNumber: number): number {
  if (timeZone === 'UTC') return dayNumber * DAY_MS;
  // Zones lie between UTC-12 and UTC+14, so the day's start lies between these two. Where the clock is the same at
  // both it did not change between them, and neighbouring days ask for the same instants.
  const offset = offsetMinutesAt(timeZone, (dayNumber - 1) * DAY_MS);
  if (offset === offsetMinutesAt(timeZone, (dayNumber + 1) * DAY_MS)) {
    return dayNumber * DAY_MS - offset * 60_000;
  }
  // Searched in steps of a minute because some old offsets are odd.
  let before = dayNumber * 1440 - 15 * 60;
  let after = dayNumber * 1440 + 13 * 60;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (localDayNumberAt(timeZone, middle * 60_000) >= dayNumber) after = middle;
    else before = middle;
  }
  return after * 60_000;
}

const BLOCK_DAYS = 400;
const changesOfZone = new Map<string, Map<number, ReadonlySet<number>>>();

/**
 * Is this one of the local days around a change of clocks? All other days have 24 hours of one offset, so that sums
 * over years need to look at these few only.
 */
export function isNearClockChange(timeZone: string, dayNumber: number): boolean {
  return timeZone !== 'UTC' && changesOfBlock(timeZone, Math.floor(dayNumber / BLOCK_DAYS)).has(dayNumber);
}

/** The days of which isNearClockChange is true, from one day to another, both included. */
export function daysNearClockChange(timeZone: string, fromDay: number, toDay: number): number[] {
  if (timeZone === 'UTC') return [];
  const found: number[] = [];
  for (let block = Math.floor(fromDay / BLOCK_DAYS); block <= Math.floor(toDay / BLOCK_DAYS); block += 1) {
    for (const day of changesOfBlock(timeZone, block)) if (day >= fromDay && day <= toDay) found.push(day);
  }
  return found;
}

function changesOfBlock(timeZone: string, block: number): ReadonlySet<number> {
  let blocks = changesOfZone.get(timeZone);
  if (blocks === undefined) {
    blocks = new Map();
    changesOfZone.set(timeZone, blocks);
  }
  let days = blocks.get(block);
  if (days === undefined) {
    days = readChanges(timeZone, block * BLOCK_DAYS);
    blocks.set(block, days);
  }
  return days;
}

/**
 * A zone's days are looked at so far apart: a fifth of the questions to the platform, which take 4 ms for each day of a block.
 * No zone changes its clocks twice within fewer than seven days from 1972 to 2100; two changes in between would be taken for one or none.
 */
const SAMPLE_DAYS = 5;

/** A change within a UTC day falls on the local day of that number or on one beside it. */
function readChanges(timeZone: string, firstDay: number): Set<number> {
  const days = new Set<number>();
  const offsetOf = (day: number) => readOffset(timeZone, day * DAY_MS);
  const end = firstDay + BLOCK_DAYS + 1;
  let from = firstDay - 1;
  let before = offsetOf(from);
  while (from < end) {
    const to = Math.min(from + SAMPLE_DAYS, end);
    const after = offsetOf(to);
    if (after !== before) {
      const day = lastWith(before, offsetOf, { from, to });
      for (const near of [day - 1, day, day + 1]) {
        if (near >= firstDay && near < firstDay + BLOCK_DAYS) days.add(near);
      }
    }
    [from, before] = [to, after];
  }
  return days;
}

/** The last day that begins with the offset of `from`; `to` begins with another one. */
function lastWith(
  offset: number,
  offsetOf: (day: number) => number,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetOf(middle) === offset) low = middle;
    else high = middle;
  }
  return low;
}
