import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTimeAt } from '../targeting/local-time.ts';
import { ALL_WEEKDAYS, type Schedule, withinDates, withinHours } from '../targeting/schedule.ts';
import { numberOfDay, startOfLocalDayMs } from '../time-zone.ts';
import { servingMs } from './serving-time.ts';

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
});
