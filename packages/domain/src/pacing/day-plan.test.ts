import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALL_WEEKDAYS } from '../targeting/schedule.ts';
import { startOfLocalDayMs } from '../time-zone.ts';
import { FlightPlan, hourEndsOf, paceState, plannedBy } from './day-plan.ts';
import { OPEN_END_DAYS, planOf } from './plan.ts';
import { servingMs } from './serving-time.ts';

const DAY = 20_586;
const ALWAYS = { startDay: DAY, endDay: DAY + 9, startMinute: 0, endMinute: 0, weekdayMask: ALL_WEEKDAYS };
const NO_LIMIT = {
  timeZone: 'UTC',
  campaignTotalMicros: 1_000_000n,
  campaignDailyMicros: null,
};

const micros = fc.bigInt({ min: 1_000_000n, max: 10_000_000_000n });

describe('the plan of a flight', () => {
  test('is what pacing does at the start of the day', () => {
    const adSet = fc.record({
      totalMicros: micros,
      dailyMicros: fc.option(micros),
      startMinute: fc.constantFrom(0, 480),
      endMinute: fc.constantFrom(0, 480, 1_200),
      endDay: fc.constantFrom(null, DAY, DAY + 5),
      weekdayMask: fc.constantFrom(ALL_WEEKDAYS, ALL_WEEKDAYS, 0b000_0001, 0b100_0000),
    });
    fc.assert(
      fc.property(
        fc.array(adSet, { minLength: 1, maxLength: 3 }),
        micros,
        fc.option(micros),
        fc.constantFrom('UTC', 'Europe/Berlin'),
        (specs, campaignTotalMicros, campaignDailyMicros, timeZone) => {
          const flight = specs.map(({ totalMicros, dailyMicros, ...hours }, index) => ({
            adSetId: index,
            totalMicros,
            dailyMicros,
            schedule: { startDay: DAY, ...hours },
          }));
          const limits = { timeZone, campaignTotalMicros, campaignDailyMicros };
          const fromMs = startOfLocalDayMs(timeZone, DAY);
          const untilMs = startOfLocalDayMs(timeZone, DAY + 1);
          const planned = new FlightPlan(flight, limits).ofDay(
            DAY,
            flight.map(() => 0n),
          );
          const paced = planOf(
            flight.map((each) => ({
              adSetId: each.adSetId,
              campaignId: 1,
              advertiserId: 1,
              timeZone,
              schedule: each.schedule,
              totalLeftMicros: each.totalMicros,
              dayLeftMicros: each.dailyMicros,
              campaignLeftMicros: campaignTotalMicros,
              campaignDayLeftMicros: campaignDailyMicros,
              walletMicros: 10n ** 15n,
              inFlightMicros: 0n,
              decisionMicros: 1n,
            })),
            fromMs,
          );
          for (const [index, each] of flight.entries()) {
            const minutes = BigInt(servingMs(each.schedule, timeZone, fromMs, untilMs) / 60_000);
            const rate = paced[index]?.ratePerMinuteMicros ?? 0n;
            // Pacing rounds its rate up to the micro a minute.
            const most = rate * minutes;
            expect((planned[index] ?? 0n) <= most + 1n).toBe(true);
            expect(most - (planned[index] ?? 0n) <= minutes * 2n + 1n).toBe(true);
          }
        },
      ),
    );
  });

  test('never goes beyond a limit, however long it is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(micros, fc.option(micros)), { minLength: 1, maxLength: 3 }),
        micros,
        fc.option(micros),
        (budgets, campaignTotalMicros, campaignDailyMicros) => {
          const flight = budgets.map(([totalMicros, dailyMicros], adSetId) => ({
            ...{ adSetId, totalMicros, dailyMicros },
            schedule: ALWAYS,
          }));
          const plan = new FlightPlan(flight, { timeZone: 'UTC', campaignTotalMicros, campaignDailyMicros });
          const days = [...plan.ofDays(DAY, DAY + 12)];
          const sum = (values: readonly bigint[]) => values.reduce((total, each) => total + each, 0n);
          expect(sum(days.map(sum)) <= campaignTotalMicros).toBe(true);
          for (const day of days)
            expect(campaignDailyMicros === null || sum(day) <= campaignDailyMicros).toBe(true);
          for (const [index, [totalMicros]] of budgets.entries()) {
            expect(sum(days.map((day) => day[index] ?? 0n)) <= totalMicros).toBe(true);
          }
          // After the last day nothing is planned.
          expect(
            days
              .slice(10)
              .flat()
              .every((each) => each === 0n),
          ).toBe(true);
        },
      ),
    );
  });

  test('spreads a total evenly, and what a slow day left over the days after it', () => {
    const adSet = { adSetId: 1, schedule: ALWAYS, totalMicros: 1_000_000n, dailyMicros: null };
    const plan = new FlightPlan([adSet], NO_LIMIT);
    expect([...plan.ofDays(DAY, DAY + 9)].map(([day]) => day)).toEqual(
      Array.from({ length: 10 }, () => 100_000n),
    );
    expect(plan.ofDay(DAY + 5, [0n])).toEqual([200_000n]);
    expect(plan.ofDay(DAY + 10, [0n])).toEqual([0n]);
    // Without an end, over the days that are looked ahead.
    const endless = new FlightPlan([{ ...adSet, schedule: { ...ALWAYS, endDay: null } }], NO_LIMIT);
    expect(endless.ofDay(DAY, [0n])).toEqual([1_000_000n / BigInt(OPEN_END_DAYS)]);
  });
});

describe('a flight of ten years', () => {
  const TEN_YEARS = 3_653;

  test('is planned from day to day as from each day alone', () => {
    const hours = { startMinute: 480, endMinute: 120, weekdayMask: 0b101_1001 };
    const flight = [
      { schedule: { startDay: DAY, endDay: DAY + TEN_YEARS - 1, ...hours }, dailyMicros: null },
      { schedule: { startDay: DAY, endDay: null, ...hours }, dailyMicros: null },
      { schedule: { startDay: DAY, endDay: null, ...hours }, dailyMicros: 2_000_000n },
    ].map((each, adSetId) => ({ ...each, adSetId, totalMicros: 10n ** 12n }));
    const limits = { ...NO_LIMIT, timeZone: 'America/New_York', campaignTotalMicros: 10n ** 13n };
    const spent = [0n, 0n, 0n];
    let day = DAY;
    for (const planned of new FlightPlan(flight, limits).ofDays(DAY, DAY + TEN_YEARS)) {
      // A plan that remembers nothing.
      if (day % 97 === 0) expect(planned).toEqual(new FlightPlan(flight, limits).ofDay(day, spent));
      for (const [index, micros] of planned.entries()) spent[index] = (spent[index] ?? 0n) + micros;
      day += 1;
    }
    // All but what is rounded down each day.
    expect((spent[0] ?? 0n) > 10n ** 12n - 10_000n).toBe(true);
  });

  test('asks for each day of the flight a few times, not for all days that are left', () => {
    const schedule = { ...ALWAYS, endDay: DAY + TEN_YEARS - 1 };
    let asked = 0;
    const counting = Object.defineProperty({ ...schedule }, 'weekdayMask', {
      get: () => {
        asked += 1;
        return ALL_WEEKDAYS;
      },
    });
    const adSet = { adSetId: 1, schedule: counting, totalMicros: 10n ** 12n, dailyMicros: null };
    const days = [...new FlightPlan([adSet], NO_LIMIT).ofDays(DAY, DAY + TEN_YEARS - 1)];
    expect(days).toHaveLength(TEN_YEARS);
    expect(asked).toBeLessThan(TEN_YEARS * 10);
  });
});

describe('a day', () => {
  test('is spent over its hours', () => {
    const schedule = { ...ALWAYS, startMinute: 480, endMinute: 1_200 };
    const ends = hourEndsOf('UTC', DAY);
    const by = ends.map((untilMs) =>
      plannedBy({ schedule }, 'UTC', { dayNumber: DAY, budgetMicros: 1_200n, untilMs }),
    );
    expect(by.slice(0, 10)).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 100n, 200n]);
    expect(by.slice(19)).toEqual([1_200n, 1_200n, 1_200n, 1_200n, 1_200n]);
  });

  test('has the hours that the clocks give it', () => {
    // 2026-03-29 and 2026-10-25
    expect(hourEndsOf('Europe/Berlin', 20_541)).toHaveLength(23);
    expect(hourEndsOf('Europe/Berlin', 20_751)).toHaveLength(25);
  });

  test('is on plan within what uneven hours bring', () => {
    const state = (plannedMicros: bigint, spentMicros: bigint, budgetMicros = 1_000n) =>
      paceState({ plannedMicros, spentMicros, budgetMicros });
    expect(state(500n, 431n)).toBe('on_plan');
    expect(state(500n, 429n)).toBe('behind');
    expect(state(500n, 571n)).toBe('ahead');
    expect(state(500n, 1_000n)).toBe('done');
    expect(state(0n, 0n)).toBe('idle');
    expect(state(0n, 0n, 0n)).toBe('idle');
  });
});
