import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  DAY_MS,
  dayOfNumber,
  daysNearClockChange,
  isNearClockChange,
  localDayAt,
  localDayNumberAt,
  monthAfter,
  numberOfDay,
  offsetMinutesAt,
  QUARTER_HOUR_MS,
  startOfLocalDayMs,
  weekdayOfNumber,
} from './time-zone.ts';

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/Santiago',
  'Asia/Beirut',
);
const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));

/** By 'GMT', 'GMT+01:00', 'GMT-03:30' or, until January 1972, 'GMT-00:44:30', of which clocks without seconds show 45. */
function plainOffsetMinutes(timeZone: string, epochMs: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    epochMs,
  );
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  const read = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name);
  if (read === null) throw new Error(`${name} is read as no offset`);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = read;
  const ahead = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  return Math.floor(sign === '-' ? -ahead : ahead) + 0;
}

const dayNumber = fc.integer({ min: 16_000, max: 24_000 });

describe('local days', () => {
  it('begin where the day before ends, and the millisecond before belongs to another day', () => {
    fc.assert(
      fc.property(zone, dayNumber, (timeZone, day) => {
        const start = startOfLocalDayMs(timeZone, day);
        expect(localDayNumberAt(timeZone, start)).toBe(day);
        expect(localDayNumberAt(timeZone, start - 1)).toBe(day - 1);
      }),
      { numRuns: 200 },
    );
  });

  it('last 23, 24 or 25 hours where clocks change by an hour', () => {
    const lengthOf = (day: string) =>
      (startOfLocalDayMs('Europe/Berlin', numberOfDay(day) + 1) -
        startOfLocalDayMs('Europe/Berlin', numberOfDay(day))) /
      3_600_000;
    expect(lengthOf('2026-03-29')).toBe(23);
    expect(lengthOf('2026-06-01')).toBe(24);
    expect(lengthOf('2026-10-25')).toBe(25);
  });

  it('never change within a quarter hour, in any zone since 1980', () => {
    const quarters = fc.integer({ min: numberOfDay('1980-01-01') * 96, max: 47_000 * 96 });
    fc.assert(
      fc.property(anyZone, quarters, (timeZone, quarter) => {
        const start = quarter * QUARTER_HOUR_MS;
        const last = start + QUARTER_HOUR_MS - 60_000;
        expect(localDayNumberAt(timeZone, last)).toBe(localDayNumberAt(timeZone, start));
        expect(offsetMinutesAt(timeZone, last)).toBe(plainOffsetMinutes(timeZone, last));
      }),
      { numRuns: 200 },
    );
  });

  it('have the odd offsets of before, minute by minute where clocks changed', () => {
    const offsets = (timeZone: string, change: number) =>
      [-60_000, 0].map((beside) => offsetMinutesAt(timeZone, change + beside));
    expect(offsets('Pacific/Kiritimati', Date.UTC(1979, 9, 1, 10, 40))).toEqual([-640, -600]);
    expect(offsets('Africa/Monrovia', Date.UTC(1972, 0, 7, 0, 45))).toEqual([-45, 0]);
  });

  it('have the offset that the platform tells for the instant itself, also within hours of a change', () => {
    const instant = fc.oneof(
      fc.integer({ min: 16_000 * 96, max: 24_000 * 96 }).map((quarter) => () => quarter * QUARTER_HOUR_MS),
      fc.tuple(fc.integer({ min: 16_000, max: 23_500 }), fc.nat(95)).map(
        ([day, quarter]) =>
          (timeZone: string) =>
            (daysNearClockChange(timeZone, day, day + 400)[1] ?? day) * DAY_MS + quarter * QUARTER_HOUR_MS,
      ),
    );
    fc.assert(
      fc.property(zone, instant, (timeZone, instantIn) => {
        const epochMs = instantIn(timeZone);
        expect(offsetMinutesAt(timeZone, epochMs)).toBe(plainOffsetMinutes(timeZone, epochMs));
      }),
      { numRuns: 600 },
    );
  });

  describe('changes of clocks', () => {
    /** Every day asked. */
    function plainDays(timeZone: string, from: number, to: number): number[] {
      const changes = Array.from({ length: to - from + 3 }, (_, at) => from - 1 + at).filter(
        (day) =>
          plainOffsetMinutes(timeZone, day * DAY_MS) !== plainOffsetMinutes(timeZone, (day + 1) * DAY_MS),
      );
      const near = new Set(changes.flatMap((day) => [day - 1, day, day + 1]));
      return [...near].filter((day) => day >= from && day <= to).toSorted((a, b) => a - b);
    }

    it('are found in any zone, whatever year it is', () => {
      fc.assert(
        fc.property(anyZone, fc.integer({ min: 731, max: 47_000 }), (timeZone, day) => {
          const found = daysNearClockChange(timeZone, day, day + 60);
          expect(found.toSorted((a, b) => a - b)).toEqual(plainDays(timeZone, day, day + 60));
        }),
        { numRuns: 150 },
      );
    });

    // The fewest days that lie between two: by the platform's data of all its zones from 1972 to 2100.
    it.each([
      ['America/Boa_Vista', '2000-10-09', '2000-10-16'],
      ['Asia/Gaza', '2040-10-20', '2040-10-27'],
      ['Asia/Hebron', '2054-03-28', '2054-04-04'],
      ['America/Argentina/Tucuman', '2004-06-02', '2004-06-14'],
    ])('are found both where %s has two of them within days', (timeZone, first, second) => {
      const [from, to] = [numberOfDay(first), numberOfDay(second)];
      const found = new Set(daysNearClockChange(timeZone, from - 30, to + 30));
      expect([...found].toSorted((a, b) => a - b)).toEqual(plainDays(timeZone, from - 30, to + 30));
      expect([found.has(from - 1), found.has(to - 1), isNearClockChange(timeZone, from - 3)]).toEqual([
        true,
        true,
        false,
      ]);
    });
  });

  // Days are looked through 400 at a time.
  it.each([
    ['Asia/Damascus', '1977-08-31', 7 * 400 - 1],
    ['Asia/Gaza', '2070-10-03', 92 * 400],
    ['Africa/Cairo', '2077-04-29', 98 * 400],
    ['Australia/Lord_Howe', '2024-10-05', 50 * 400 + 1],
  ])(
    '%s changes its clocks on %s, where one look ends: the days beside it are near, on both sides',
    (timeZone, changed, day) => {
      expect(numberOfDay(changed)).toBe(day);
      const near = [-2, -1, 0, 1, 2].map((beside) => isNearClockChange(timeZone, day + beside));
      expect(near).toEqual([false, true, true, true, false]);
    },
  );

  it('are named as the zone names them', () => {
    const instant = Date.UTC(2026, 11, 31, 23, 30);
    expect(localDayAt('UTC', instant)).toBe('2026-12-31');
    expect(localDayAt('Europe/Berlin', instant)).toBe('2027-01-01');
    expect(localDayAt('America/New_York', instant)).toBe('2026-12-31');
    expect(offsetMinutesAt('Asia/Kathmandu', instant)).toBe(345);
  });

  it('convert both ways, add and have weekdays', () => {
    expect(dayOfNumber(0)).toBe('1970-01-01');
    expect(numberOfDay('2026-11-21') * DAY_MS).toBe(Date.UTC(2026, 10, 21));
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(monthAfter('2026-12-31')).toBe('2027-01-01');
    expect(weekdayOfNumber(numberOfDay('2026-11-21'))).toBe(6);
    expect(weekdayOfNumber(numberOfDay('2026-11-23'))).toBe(1);
    expect(() => numberOfDay('2026-02-30')).toThrow(RangeError);
  });
});
