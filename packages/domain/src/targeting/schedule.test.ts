import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayOfNumber, numberOfDay, weekdayOfNumber } from '../time-zone.ts';
import { localTimeAt } from './local-time.ts';
import { ALL_WEEKDAYS, type Schedule, weekdayMaskOf, withinDates, withinHours } from './schedule.ts';

const MINUTE_MS = 60_000;

function schedule(part: Partial<Schedule>): Schedule {
  return { startDay: 0, endDay: null, startMinute: 0, endMinute: 0, weekdayMask: ALL_WEEKDAYS, ...part };
}

/** 2026-11-20 is a Friday. */
function at(day: string, hour: number, minute = 0) {
  const dayNumber = numberOfDay(day);
  return { dayNumber, minuteOfDay: hour * 60 + minute, isoWeekday: weekdayOfNumber(dayNumber) };
}

describe('local time', () => {
  test('follows the zone over a change of clocks', () => {
    const beforeMs = Date.UTC(2026, 2, 29, 0, 59);
    expect(localTimeAt('Europe/Berlin', beforeMs)).toMatchObject({ minuteOfDay: 119, isoWeekday: 7 });
    expect(localTimeAt('Europe/Berlin', beforeMs + MINUTE_MS)).toMatchObject({ minuteOfDay: 180 });
    expect(localTimeAt('Asia/Kolkata', Date.UTC(2026, 0, 1, 18, 30)).dayNumber).toBe(
      numberOfDay('2026-01-02'),
    );
  });

  test('numbers days both ways', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), (day) => {
        expect(numberOfDay(dayOfNumber(day))).toBe(day);
        expect(weekdayOfNumber(day)).toBe(new Date(day * 86_400_000).getUTCDay() || 7);
      }),
    );
    expect(() => numberOfDay('tomorrow')).toThrow(RangeError);
  });
});

describe('a schedule', () => {
  test('includes its first and its last day', () => {
    const dates = schedule({ startDay: numberOfDay('2026-11-20'), endDay: numberOfDay('2026-11-21') });
    const days = ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];
    expect(days.map((day) => withinDates(dates, at(day, 12)))).toEqual([false, true, true, false]);
  });

  test('runs all day where start equals end', () => {
    expect(withinHours(schedule({ startMinute: 300, endMinute: 300 }), at('2026-11-20', 0))).toBe(true);
  });

  test('counts a window over midnight to the day on which it began', () => {
    const fridayNight = schedule({
      startMinute: 22 * 60,
      endMinute: 2 * 60,
      weekdayMask: weekdayMaskOf([5]),
    });
    expect(withinHours(fridayNight, at('2026-11-20', 1))).toBe(false);
    expect(withinHours(fridayNight, at('2026-11-20', 22))).toBe(true);
    expect(withinHours(fridayNight, at('2026-11-21', 1, 59))).toBe(true);
    expect(withinHours(fridayNight, at('2026-11-21', 2))).toBe(false);
    expect(withinHours(fridayNight, at('2026-11-21', 22))).toBe(false);
  });

  test('is open for exactly the minutes of its window, each week', () => {
    const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    const minute = fc.integer({ min: 0, max: 1_439 });
    fc.assert(
      fc.property(minute, minute, weekdays, (startMinute, endMinute, days) => {
        const hours = schedule({ startMinute, endMinute, weekdayMask: weekdayMaskOf(days) });
        let open = 0;
        for (let now = 0; now < 7 * 1_440; now += 1) {
          const dayNumber = Math.floor(now / 1_440);
          const local = { dayNumber, minuteOfDay: now % 1_440, isoWeekday: weekdayOfNumber(dayNumber) };
          if (withinHours(hours, local)) open += 1;
        }
        const window = startMinute === endMinute ? 1_440 : (endMinute - startMinute + 1_440) % 1_440;
        expect(open).toBe(window * days.length);
      }),
      { numRuns: 30 },
    );
  });
});
