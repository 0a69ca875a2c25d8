import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_WEEKDAYS, type Schedule } from '../targeting/schedule.ts';
import { numberOfDay, startOfLocalDayMs } from '../time-zone.ts';
import { expectedPerThousandMicros, inFlightMicros, type PacedAdSet, planInSteps, planOf } from './plan.ts';
import { servingMs } from './serving-time.ts';

const BERLIN = 'Europe/Berlin';
const DOLLAR = 1_000_000n;
const always: Schedule = {
  startDay: 0,
  endDay: null,
  startMinute: 0,
  endMinute: 0,
  weekdayMask: ALL_WEEKDAYS,
};

function adSetOf(more: Partial<PacedAdSet> = {}): PacedAdSet {
  return {
    adSetId: 1,
    campaignId: 1,
    advertiserId: 1,
    timeZone: BERLIN,
    schedule: always,
    totalLeftMicros: 1_000n * DOLLAR,
    dayLeftMicros: 24n * DOLLAR,
    campaignLeftMicros: 1_000n * DOLLAR,
    campaignDayLeftMicros: null,
    walletMicros: 1_000n * DOLLAR,
    inFlightMicros: 0n,
    decisionMicros: 1n,
    ...more,
  };
}

/** Spends a day minute by minute exactly as planned. */
function spendDay(day: string, schedule: Schedule, dailyMicros: bigint): { spent: bigint; byHour: bigint[] } {
  const start = startOfLocalDayMs(BERLIN, numberOfDay(day));
  const end = startOfLocalDayMs(BERLIN, numberOfDay(day) + 1);
  let spent = 0n;
  const byHour: bigint[] = [];
  for (let at = start; at < end; at += 60_000) {
    const [plan] = planOf([adSetOf({ schedule, dayLeftMicros: dailyMicros - spent })], at);
    const open = servingMs(schedule, BERLIN, at, at + 60_000);
    const step = ((plan?.ratePerMinuteMicros ?? 0n) * BigInt(open)) / 60_000n;
    const left = plan?.remainingMicros ?? 0n;
    const paid = step < left ? step : left;
    spent += paid;
    const hour = Math.floor((at - start) / 3_600_000);
    byHour[hour] = (byHour[hour] ?? 0n) + paid;
  }
  return { spent, byHour };
}

describe('planOf', () => {
  it.each(['2026-03-29', '2026-11-21', '2026-10-25'])('spends a daily budget evenly over %s', (day) => {
    const { spent, byHour } = spendDay(day, always, 24n * DOLLAR);
    expect(spent).toBe(24n * DOLLAR);
    const even = Number(24n * DOLLAR) / byHour.length;
    for (const hour of byHour) expect(Math.abs(Number(hour) - even) / even).toBeLessThan(0.001);
  });

  it('spends it all within any hours, also over midnight', () => {
    const schedule = fc.record({
      startDay: fc.constant(0),
      endDay: fc.constant(null),
      startMinute: fc.integer({ min: 0, max: 1439 }),
      endMinute: fc.integer({ min: 0, max: 1439 }),
      weekdayMask: fc.constant(ALL_WEEKDAYS),
    });
    fc.assert(
      fc.property(schedule, fc.constantFrom('2026-11-21', '2026-10-25'), (hours, day) => {
        expect(spendDay(day, hours, 7_654_321n).spent).toBe(7_654_321n);
      }),
      { numRuns: 10 },
    );
  });

  it('catches up after an hour without traffic', () => {
    const noon = startOfLocalDayMs(BERLIN, numberOfDay('2026-11-21')) + 12 * 3_600_000;
    const [plan] = planOf([adSetOf({ dayLeftMicros: 24n * DOLLAR })], noon);
    expect(plan?.ratePerMinuteMicros).toBe((24n * DOLLAR) / 720n + 1n);
  });

  it('leaves an ad set of the evening its part of a campaign’s day, and gives it what others may not spend any more', () => {
    const hours = (startMinute: number, endMinute: number) => ({ ...always, startMinute, endMinute });
    const spendShared = (schedules: readonly Schedule[], isDaily = true) => {
      const start = startOfLocalDayMs(BERLIN, numberOfDay('2026-11-21'));
      const spent = schedules.map(() => Array.from({ length: 24 }, () => 0n));
      let left = 24n * DOLLAR;
      for (let at = start; at < start + 86_400_000; at += 60_000) {
        const shared = {
          dayLeftMicros: null,
          ...(isDaily ? { campaignDayLeftMicros: left } : { campaignLeftMicros: left }),
        };
        const plan = planOf(
          schedules.map((schedule, adSetId) => adSetOf({ ...shared, adSetId, schedule })),
          at,
        );
        for (const { adSetId, ratePerMinuteMicros } of plan) {
          const open = servingMs(schedules[adSetId] ?? always, BERLIN, at, at + 60_000);
          const paid = (ratePerMinuteMicros * BigInt(open)) / 60_000n;
          const ofHours = spent[adSetId] ?? [];
          const hour = Math.floor((at - start) / 3_600_000);
          ofHours[hour] = (ofHours[hour] ?? 0n) + paid;
          left -= paid;
        }
      }
      return spent.map((ofHours) => ofHours.map((micros) => Math.round(Number(micros) / 100_000) / 10));
    };
    const ofTheDay = [
      hours(8 * 60, 12 * 60),
      hours(12 * 60, 20 * 60),
      { ...always, weekdayMask: 0b100_0000 },
    ];
    const even = (from: number, to: number) =>
      Array.from({ length: 24 }, (_, hour) => (hour >= from && hour < to ? 2 : 0));
    expect(spendShared(ofTheDay)).toEqual([even(8, 12), even(12, 20), even(0, 0)]);
    // The same on the only day of a campaign that has no daily budget.
    const endDay = numberOfDay('2026-11-21');
    const ofOneDay = ofTheDay.map((schedule) => ({ ...schedule, endDay }));
    expect(spendShared(ofOneDay, false)).toEqual([even(8, 12), even(12, 20), even(0, 0)]);
    // Side by side both spend at one rate.
    const [always24, noon] = spendShared([always, hours(12 * 60, 18 * 60)]);
    expect([always24?.[3], always24?.[15], noon?.[11], noon?.[15]]).toEqual([0.8, 0.8, 0, 0.8]);
  });

  it('spreads a total over the days left', () => {
    const schedule = { ...always, endDay: numberOfDay('2026-11-30') };
    const start = startOfLocalDayMs(BERLIN, numberOfDay('2026-11-21'));
    const [plan] = planOf(
      [adSetOf({ schedule, dayLeftMicros: null, totalLeftMicros: 100n * DOLLAR })],
      start,
    );
    expect(plan).toMatchObject({
      remainingMicros: 100n * DOLLAR,
      ratePerMinuteMicros: (10n * DOLLAR) / 1440n + 1n,
    });
  });

  it('has no rate after the last minute of today', () => {
    const evening = startOfLocalDayMs(BERLIN, numberOfDay('2026-11-21')) + 20 * 3_600_000;
    const schedule = { ...always, startMinute: 480, endMinute: 1080 };
    expect(planOf([adSetOf({ schedule })], evening)[0]?.ratePerMinuteMicros).toBe(0n);
  });

  it('never gives out more than any limit holds', () => {
    const micros = fc.bigInt({ min: -1_000_000n, max: 10n ** 12n });
    const paced = fc.record({
      adSetId: fc.integer({ min: 1, max: 1_000 }),
      campaignId: fc.integer({ min: 1, max: 3 }),
      totalLeftMicros: micros,
      dayLeftMicros: fc.option(micros),
      inFlightMicros: fc.bigInt({ min: 0n, max: 10n ** 6n }),
    });
    const limits = fc.record({
      campaignLeftMicros: micros,
      campaignDayLeftMicros: fc.option(micros),
      walletMicros: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    });
    fc.assert(
      fc.property(
        fc.array(paced, { maxLength: 8 }),
        fc.array(limits, { minLength: 3, maxLength: 3 }),
        (sets, shared) => {
          const wallet = shared[0]?.walletMicros ?? 0n;
          const adSets = sets.map((each) =>
            adSetOf({ ...each, ...shared[each.campaignId - 1], walletMicros: wallet }),
          );
          const plan = planOf(adSets, Date.UTC(2026, 10, 21, 9));
          const sumOf = (campaignId: number) =>
            plan.reduce(
              (sum, each, index) =>
                adSets[index]?.campaignId === campaignId ? sum + each.remainingMicros : sum,
              0n,
            );
          const inFlight = adSets.reduce((sum, each) => sum + each.inFlightMicros, 0n);
          const left = wallet > inFlight ? wallet - inFlight : 0n;
          expect(plan.reduce((sum, each) => sum + each.remainingMicros, 0n)).toBeLessThanOrEqual(left);
          for (const [index, each] of plan.entries()) {
            const adSet = adSets[index];
            expect(each.remainingMicros).toBeGreaterThanOrEqual(0n);
            expect(each.ratePerMinuteMicros).toBeGreaterThanOrEqual(0n);
            for (const limit of [adSet?.totalLeftMicros, adSet?.dayLeftMicros]) {
              if (limit !== null && limit !== undefined && limit > 0n) {
                expect(each.remainingMicros).toBeLessThanOrEqual(limit);
              } else if (limit !== null) expect(each.remainingMicros).toBe(0n);
            }
          }
          for (const campaignId of [1, 2, 3]) {
            const limit = shared[campaignId - 1]?.campaignLeftMicros ?? 0n;
            expect(sumOf(campaignId)).toBeLessThanOrEqual(limit > 0n ? limit : 0n);
          }
        },
      ),
    );
  });
});

describe('what is left of a wallet that many ad sets share', () => {
  const NOW = Date.UTC(2026, 10, 21, 9);
  const share = (count: number, more: Partial<PacedAdSet>, nowMs = NOW) =>
    planOf(
      Array.from({ length: count }, (_, adSetId) => adSetOf({ adSetId, decisionMicros: 2_800n, ...more })),
      nowMs,
    ).map(({ remainingMicros }) => remainingMicros);
  const sum = (values: readonly bigint[]) => values.reduce((total, each) => total + each, 0n);

  it('pays for whole decisions of some of them, of others ten seconds later, and at the end for one', () => {
    const first = share(100, { walletMicros: 14_500n });
    expect(first.filter((micros) => micros > 0n)).toEqual([2_800n, 2_800n, 2_800n, 2_800n, 2_800n]);
    expect(share(100, { walletMicros: 14_500n }, NOW + 9_999)).toEqual(first);
    expect(share(100, { walletMicros: 14_500n }, NOW + 10_000)).not.toEqual(first);
    expect(share(100, { walletMicros: 90n }).filter((micros) => micros > 0n)).toEqual([2_800n]);
    // Whatever is in flight may use it up.
    expect(sum(share(100, { walletMicros: 90n, inFlightMicros: 1n }))).toBe(0n);
    expect(sum(share(3, { walletMicros: 0n }))).toBe(0n);
  });

  it('lets a campaign and an ad set come to their ends whatever others of the advertiser do', () => {
    const running = { decisionMicros: 2_800n, inFlightMicros: 40n };
    const adSets = [
      adSetOf({ ...running, adSetId: 1, campaignId: 1 }),
      adSetOf({ ...running, adSetId: 2, campaignId: 1, inFlightMicros: 0n, totalLeftMicros: 7n }),
      ...[3, 4].map((adSetId) =>
        adSetOf({ ...running, adSetId, campaignId: 2, inFlightMicros: 0n, campaignLeftMicros: 7n }),
      ),
    ];
    const [, ended, ...last] = planOf(adSets, NOW).map(({ remainingMicros }) => remainingMicros);
    expect([ended, sum(last)]).toEqual([2_800n, 2_800n]);
  });

  it('pays for no more than one decision beyond what it holds', () => {
    const each = fc.record({
      dayLeftMicros: fc.bigInt({ min: 0n, max: 20_000n }),
      inFlightMicros: fc.constantFrom(0n, 0n, 0n, 2_800n),
      decisionMicros: fc.constantFrom(1n, 2_800n, 5_000n),
    });
    fc.assert(
      fc.property(
        fc.array(each, { minLength: 1, maxLength: 30 }),
        fc.bigInt({ min: 0n, max: 60_000n }),
        fc.nat(300_000),
        (adSets, walletMicros, ms) => {
          const paced = adSets.map((more, adSetId) => adSetOf({ ...more, adSetId, walletMicros }));
          const given = sum(planOf(paced, NOW + ms).map(({ remainingMicros }) => remainingMicros));
          const left = walletMicros - sum(paced.map(({ inFlightMicros }) => inFlightMicros));
          // Where it is enough for all, each budget may end with one decision.
          const ends = BigInt(adSets.length) * 5_000n;
          const wanted = sum(paced.map((one) => one.dayLeftMicros ?? 0n));
          expect(given <= (left > 0n ? left : 0n) + (left >= wanted ? ends : 5_000n)).toBe(true);
        },
      ),
    );
  });
});

describe('planInSteps', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      adSetOf({
        ...{ adSetId: at, campaignId: at % 7, advertiserId: at % 3, campaignDayLeftMicros: 50n * DOLLAR },
        ...(at % 2 === 0 ? {} : { dayLeftMicros: null }),
      }),
    );
  const now = startOfLocalDayMs(BERLIN, numberOfDay('2026-11-21'));

  it('comes to the same, and stops for each ad set in each part of the work', () => {
    const work = planInSteps(many(40), now);
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) steps += 1;
    expect(step.value).toEqual(planOf(many(40), now));
    // Its wish, its campaign, its wallet, what that leaves it (which is enough) and its plan; and each campaign.
    expect(steps).toBe(40 * (1 + 1 + 1 + 1 + 1) + 7);
  });
});

describe('expectations', () => {
  it('start from a prior and follow what is counted', () => {
    const none = { impressions: 0, viewables: 0, clicks: 0 };
    expect(expectedPerThousandMicros(false, 2_000_000, none)).toBe(1_400_000);
    expect(expectedPerThousandMicros(true, 200_000, none)).toBe(400_000);
    const many = { impressions: 100_000, viewables: 50_000, clicks: 1_000 };
    expect(expectedPerThousandMicros(false, 2_000_000, many) / 1_000_000).toBeCloseTo(1, 2);
    expect(expectedPerThousandMicros(true, 200_000, many) / 2_000_000).toBeCloseTo(1, 1);
  });

  it('count as in flight what was shown lately and has not come yet', () => {
    const counts = { impressions: 10_000, viewables: 7_000, clicks: 0 };
    expect(inFlightMicros(false, 2_000_000, counts, { impressions: 100, viewables: 20, clicks: 0 })).toBe(
      100_000n,
    );
    expect(inFlightMicros(false, 2_000_000, counts, { impressions: 0, viewables: 20, clicks: 0 })).toBe(0n);
  });
});
