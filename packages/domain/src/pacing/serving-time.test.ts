import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { localTimeAt } from '../targeting/local-time.ts';
import { ALL_WEEKDAYS, type Schedule, withinDates, withinHours } from '../targeting/schedule.ts';
import { numberOfDay, startOfLocalDayMs } from '../time-zone.ts';
import { servingMs, servingMsOfDay, servingMsOfDays } from './serving-time.ts';

const HOUR_MS = 3_600_000;
const BERLIN = 'Europe/Berlin';
const always: Schedule = {
  startDay: 0,
  endDay: null,
  startMinute: 0,
  endMinute: 0,
  weekdayMask: ALL_WEEKDAYS,
};

function dayMs(day: string, schedule: Schedule, timeZone = BERLIN): number {
  const number = numberOfDay(day);
  return servingMs(
    schedule,
    timeZone,
    startOfLocalDayMs(timeZone, number),
    startOfLocalDayMs(timeZone, number + 1),
  );
}

describe('servingMs', () => {
  it('knows days of 23, 24 and 25 hours', () => {
    expect(dayMs('2026-03-29', always)).toBe(23 * HOUR_MS);
    expect(dayMs('2026-11-21', always)).toBe(24 * HOUR_MS);
    expect(dayMs('2026-10-25', always)).toBe(25 * HOUR_MS);
  });

  it('skips an hour that does not exist and counts one that is lived twice', () => {
    const night = { ...always, startMinute: 120, endMinute: 180 };
    expect(dayMs('2026-03-29', night)).toBe(0);
    expect(dayMs('2026-11-21', night)).toBe(HOUR_MS);
    expect(dayMs('2026-10-25', night)).toBe(2 * HOUR_MS);
  });

  it('gives a window over midnight to the day it began on', () => {
    const fridayNight = { ...always, startMinute: 22 * 60, endMinute: 2 * 60, weekdayMask: 1 << 4 };
    expect(dayMs('2026-11-20', fridayNight)).toBe(2 * HOUR_MS);
    expect(dayMs('2026-11-21', fridayNight)).toBe(2 * HOUR_MS);
    expect(dayMs('2026-11-22', fridayNight)).toBe(0);
  });

  it('is the number of minutes on which delivery’s gate is open', () => {
    const schedule = fc.record({
      startDay: fc.constantFrom(numberOfDay('2026-10-24'), numberOfDay('2026-01-01')),
      endDay: fc.constantFrom(null, numberOfDay('2026-10-26')),
      startMinute: fc.integer({ min: 0, max: 1439 }),
      endMinute: fc.integer({ min: 0, max: 1439 }),
      weekdayMask: fc.integer({ min: 1, max: ALL_WEEKDAYS }),
    });
    const zone = fc.constantFrom(BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC');
    const day = fc.constantFrom(
      '2026-03-08',
      '2026-03-29',
      '2026-10-03',
      '2026-10-25',
      '2026-11-01',
      '2026-07-01',
    );
    fc.assert(
      fc.property(schedule, zone, day, fc.integer({ min: 0, max: 1440 }), (each, timeZone, start, length) => {
        const fromMs = Date.parse(`${start}T00:00:00Z`);
        let open = 0;
        for (let minute = 0; minute < length; minute += 1) {
          const local = localTimeAt(timeZone, fromMs + minute * 60_000);
          if (withinDates(each, local) && withinHours(each, local)) open += 60_000;
        }
        expect(servingMs(each, timeZone, fromMs, fromMs + length * 60_000)).toBe(open);
      }),
      { numRuns: 60 },
    );
  });

  it('of years is the sum of their days, over every change of clocks', () => {
    const schedule = fc.record({
      startDay: fc.constantFrom(numberOfDay('2000-01-01'), numberOfDay('2026-03-29')),
      endDay: fc.constantFrom(null, numberOfDay('2029-10-28')),
      startMinute: fc.constantFrom(0, 1, 90, 480, 1439),
      endMinute: fc.constantFrom(0, 1, 90, 480, 1439),
      weekdayMask: fc.integer({ min: 1, max: ALL_WEEKDAYS }),
    });
    // Beirut changes at midnight, Casablanca around Ramadan, Apia has skipped a day.
    const zone = fc.constantFrom(
      ...['UTC', BERLIN, 'Asia/Beirut', 'Africa/Casablanca', 'Pacific/Apia', 'Australia/Lord_Howe'],
    );
    const from = fc.integer({ min: numberOfDay('2009-12-01'), max: numberOfDay('2027-12-01') });
    fc.assert(
      fc.property(schedule, zone, from, fc.integer({ min: 0, max: 900 }), (each, timeZone, start, length) => {
        const fromMs = startOfLocalDayMs(timeZone, start);
        let sum = 0;
        for (let day = start; day < start + length; day += 1) {
          const dayFromMs = startOfLocalDayMs(timeZone, day);
          const ms = servingMs(each, timeZone, dayFromMs, startOfLocalDayMs(timeZone, day + 1));
          expect(servingMsOfDay(each, timeZone, day)).toBe(ms);
          sum += ms;
        }
        expect(servingMsOfDays(each, timeZone, start, start + length - 1)).toBe(sum);
        expect(servingMs(each, timeZone, fromMs, startOfLocalDayMs(timeZone, start + length))).toBe(sum);
      }),
      { numRuns: 60 },
    );
  });

  it('of ten years asks the clock about once a day, and never again', () => {
    const schedule = { ...always, startMinute: 480, endMinute: 1_200, weekdayMask: 0b001_0101 };
    const format = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    try {
      const ask = () => servingMsOfDays(schedule, 'America/Chicago', 20_000, 23_652);
      expect(ask()).toBeGreaterThan(0);
      expect(format.mock.calls.length).toBeLessThan(6_000);
      format.mockClear();
      ask();
      expect(format).not.toHaveBeenCalled();
    } finally {
      format.mockRestore();
    }
  });
});
