import { expect, it } from 'vitest';
import { ALL_WEEKDAYS } from '../targeting/schedule.ts';
import { DAY_MS } from '../time-zone.ts';
import type { PacedAdSet } from './plan.ts';
import { plansToday } from './plan-today.ts';

const DAY = Date.UTC(2026, 4, 13) / DAY_MS;
const MIDNIGHT = DAY * DAY_MS;
const at = (hour: number) => MIDNIGHT + hour * 3_600_000;

const adSet = (fields: Partial<PacedAdSet> = {}): PacedAdSet => ({
  adSetId: 1,
  campaignId: 1,
  advertiserId: 1,
  timeZone: 'UTC',
  schedule: { startDay: DAY - 3, endDay: null, startMinute: 0, endMinute: 0, weekdayMask: ALL_WEEKDAYS },
  totalLeftMicros: 10n ** 12n,
  dayLeftMicros: 24_000_000n,
  campaignLeftMicros: 10n ** 12n,
  campaignDayLeftMicros: null,
  walletMicros: 0n,
  inFlightMicros: 0n,
  decisionMicros: 1n,
  ...fields,
});
const dollars = (micros: bigint | undefined) => Math.round(Number(micros ?? 0n) / 10_000) / 100;
const plan = (adSets: PacedAdSet[], fromMs: number, nowMs: number) => {
  const found = plansToday(adSets, () => fromMs, nowMs).get(1);
  return [dollars(found?.soFarMicros), dollars(found?.wholeDayMicros)];
};

it('spreads a daily budget over the hours of the day', () => {
  expect(plan([adSet()], MIDNIGHT, at(6))).toEqual([6, 24]);
  const noon = adSet({ schedule: { ...adSet().schedule, startMinute: 12 * 60, endMinute: 18 * 60 } });
  expect(plan([noon], MIDNIGHT, at(11))).toEqual([0, 24]);
  expect(plan([noon], MIDNIGHT, at(15))).toEqual([12, 24]);
  expect(plan([noon], MIDNIGHT, at(20))).toEqual([24, 24]);
});

it('begins at the approval where that came later', () => {
  expect(plan([adSet()], at(12), at(18))).toEqual([12, 24]);
});

it('spreads a total over the days left, and a shared day over its ad sets', () => {
  const total = adSet({
    dayLeftMicros: null,
    totalLeftMicros: 300_000_000n,
    campaignLeftMicros: 300_000_000n,
  });
  expect(plan([total], MIDNIGHT, at(12))).toEqual([5, 10]);
  const shared = { campaignDayLeftMicros: 24_000_000n };
  expect(plan([adSet(shared), adSet({ ...shared, adSetId: 2 })], MIDNIGHT, at(12))).toEqual([12, 24]);
});

it('takes an end in centuries for what it is, at once', () => {
  const far = adSet({
    dayLeftMicros: null,
    schedule: { ...adSet().schedule, endDay: DAY + 1_000_000 },
    totalLeftMicros: 1_000_001_000_000n,
  });
  expect(plan([far], MIDNIGHT, at(24))).toEqual([1, 1]);
});
