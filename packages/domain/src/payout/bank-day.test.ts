import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, dayOfNumber, localDayAt, numberOfDay, weekdayOfNumber } from '../time-zone.ts';
import { BANK_TIME_ZONE, easterDay, executionDay, isBankDay } from './bank-day.ts';

const at = (instant: string) => executionDay(Date.parse(instant));

test.each([
  '2008-03-23',
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2029-04-01',
  '2035-03-25',
  '2038-04-25',
  '2049-04-18',
  '2076-04-19',
])('%s is Easter', (day) => {
  expect(dayOfNumber(easterDay(Number(day.slice(0, 4))))).toBe(day);
});

test('Easter is as another rule says, since the calendar was reformed', () => {
  /** Oudin's. */
  const oudin = (year: number): string => {
    const [golden, century] = [year % 19, Math.floor(year / 100)];
    const h =
      (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30;
    const lateMoon = Math.floor(h / 28) * (1 - Math.floor(29 / (h + 1)) * Math.floor((21 - golden) / 11));
    const moon = h - lateMoon;
    const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
    return dayOfNumber(Date.UTC(year, 2, 28 + moon - weekday) / 86_400_000);
  };
  for (let year = 1583; year < 4_100; year += 1) expect(dayOfNumber(easterDay(year))).toBe(oudin(year));
});

test('Easter is a Sunday from 22 March to 25 April', () => {
  for (let year = 2000; year < 2200; year += 1) {
    const day = dayOfNumber(easterDay(year));
    expect(weekdayOfNumber(numberOfDay(day))).toBe(7);
    expect(day >= `${year}-03-22` && day <= `${year}-04-25`).toBe(true);
  }
});

describe('a bank day', () => {
  it.each([
    ['2026-04-02', true],
    ['2026-04-03', false],
    ['2026-04-06', false],
    ['2026-04-07', true],
    ['2026-05-01', false],
    ['2027-12-24', true],
    ['2028-12-25', false],
    ['2028-12-26', false],
    ['2029-01-01', false],
    ['2026-12-31', true],
    ['2026-03-13', true],
    ['2026-03-14', false],
    ['2026-03-15', false],
    // Holidays of one country are none of TARGET's.
    ['2028-10-03', true],
  ])('%s: %s', (day, expected) => {
    expect(isBankDay(day)).toBe(expected);
  });
});

describe('the execution day', () => {
  it.each([
    ['2026-03-10T12:59:59.999Z', '2026-03-10'],
    ['2026-03-10T13:00:00.000Z', '2026-03-11'],
    // Summer time.
    ['2026-07-07T11:59:59.999Z', '2026-07-07'],
    ['2026-07-07T12:00:00.000Z', '2026-07-08'],
    // Its day is the bank's, wherever the network is.
    ['2026-03-09T23:00:00.000Z', '2026-03-10'],
    ['2026-03-13T13:00:00.000Z', '2026-03-16'],
    ['2026-04-02T12:00:00.000Z', '2026-04-07'],
    ['2026-12-24T13:00:00.000Z', '2026-12-28'],
    ['2027-12-31T13:00:00.000Z', '2028-01-03'],
  ])('of %s is %s', (instant, expected) => {
    expect(at(instant)).toBe(expected);
  });

  it('is the first bank day that is left, at most five days ahead, and never goes back', () => {
    const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2060, 0, 1) });
    fc.assert(
      fc.property(instant, fc.nat(40 * 3_600_000), (nowMs, laterMs) => {
        const day = executionDay(nowMs);
        const today = localDayAt(BANK_TIME_ZONE, nowMs);
        expect(isBankDay(day) && day >= today && day <= addDays(today, 5)).toBe(true);
        for (let between = addDays(today, 1); between < day; between = addDays(between, 1)) {
          expect(isBankDay(between)).toBe(false);
        }
        expect(executionDay(nowMs + laterMs) >= day).toBe(true);
      }),
    );
  });
});
