import { DAY_MS, dayOfNumber, localDayNumberAt, offsetMinutesAt, weekdayOfNumber } from '../time-zone.ts';

export const CADENCES = ['day', 'week', 'month'] as const;
export type Cadence = (typeof CADENCES)[number];

/** When something is sent: each day, on a weekday (1 = Monday … 7 = Sunday) or on the first, at a local time. */
export type Rhythm = {
  readonly every: Cadence;
  readonly weekday: number | null;
  /** Minutes since midnight in the account's zone. */
  readonly minuteOfDay: number;
};

/** No two turns lie further apart. */
const SEARCH_DAYS = 33;

/**
 * The instant of a local time on a day. A time that is skipped as clocks go forward is taken as much later; of one
 * that is lived twice the first counts.
 */
export function instantOfLocal(timeZone: string, dayNumber: number, minuteOfDay: number): number {
  const localMs = dayNumber * DAY_MS + minuteOfDay * 60_000;
  const before = localMs - offsetMinutesAt(timeZone, localMs - DAY_MS) * 60_000;
  const after = localMs - offsetMinutesAt(timeZone, localMs + DAY_MS) * 60_000;
  const lived = [before, after]
    .sort((a, b) => a - b)
    .find((ms) => ms + offsetMinutesAt(timeZone, ms) * 60_000 === localMs);
  return lived ?? before;
}

function isTurn({ every, weekday }: Rhythm, dayNumber: number): boolean {
  if (every === 'week') return weekdayOfNumber(dayNumber) === weekday;
  return every === 'day' || dayOfNumber(dayNumber).endsWith('-01');
}

/** The first turn after an instant. */
export function nextDueMs(rhythm: Rhythm, timeZone: string, afterMs: number): number {
  const today = localDayNumberAt(timeZone, afterMs);
  for (let day = today - 1; day <= today + SEARCH_DAYS; day += 1) {
    if (!isTurn(rhythm, day)) continue;
    const dueMs = instantOfLocal(timeZone, day, rhythm.minuteOfDay);
    if (dueMs > afterMs) return dueMs;
  }
  throw new RangeError(`no turn within ${SEARCH_DAYS} days`);
}

/**
 * The turn of a zone that an instant was meant to be: the nearest. It may have been worked out for a zone that the account has no more,
 * or before the zone's clock got other rules.
 */
export function turnMeantMs(rhythm: Rhythm, timeZone: string, dueMs: number): number {
  const today = localDayNumberAt(timeZone, dueMs);
  let nearest = Number.POSITIVE_INFINITY;
  for (let day = today - SEARCH_DAYS; day <= today + SEARCH_DAYS; day += 1) {
    if (!isTurn(rhythm, day)) continue;
    const turn = instantOfLocal(timeZone, day, rhythm.minuteOfDay);
    if (Math.abs(turn - dueMs) < Math.abs(nearest - dueMs)) nearest = turn;
  }
  return nearest;
}

/** The last turn that has come, from one that is due: what was missed before it is not made up for. */
export function latestDueMs(rhythm: Rhythm, timeZone: string, dueMs: number, nowMs: number): number {
  let latest = dueMs;
  // From far back by days, not turn by turn.
  const near = nowMs - (SEARCH_DAYS + 2) * DAY_MS;
  if (latest < near) latest = nextDueMs(rhythm, timeZone, near);
  for (let next = latest; next <= nowMs; next = nextDueMs(rhythm, timeZone, next)) latest = next;
  return latest;
}
