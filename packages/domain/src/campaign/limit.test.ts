import { describe, expect, it } from 'vitest';
import { DIAGNOSIS_GATES } from '../diagnosis/explain-views.ts';
import { beginsAnew, isFarBehind, isLimitedByBid, isLimitedByBudget, LIMIT_OVER_AFTER_MS } from './limit.ts';
import { CAMPAIGN_LIMITS } from './note.ts';

const today = { spentMicros: 100n, plannedSoFarMicros: 75n, plannedTodayMicros: 100n, note: null };

describe('limited by its budget', () => {
  const spent = { ...today, note: 'daily_budget_spent' as const };

  it('is one whose budget was spent with a quarter of the plan ahead, to the micro', () => {
    expect(isLimitedByBudget(spent)).toBe(true);
    expect(isLimitedByBudget({ ...spent, plannedSoFarMicros: 76n })).toBe(false);
    expect(isLimitedByBudget({ ...spent, plannedSoFarMicros: 0n, plannedTodayMicros: 0n })).toBe(false);
  });

  it('is none that anything else stops', () => {
    for (const note of [null, ...CAMPAIGN_LIMITS.filter((each) => each !== 'daily_budget_spent')])
      expect(isLimitedByBudget({ ...spent, note })).toBe(false);
  });
});

describe('far behind', () => {
  const behind = { ...today, spentMicros: 12n, plannedSoFarMicros: 25n };

  it('is less than half of what should be spent, once a quarter of the day is due', () => {
    expect(isFarBehind(behind)).toBe(true);
    expect(isFarBehind({ ...behind, spentMicros: 13n })).toBe(false);
    expect(isFarBehind({ ...behind, spentMicros: 0n, plannedSoFarMicros: 24n })).toBe(false);
    expect(isFarBehind({ ...behind, plannedTodayMicros: 0n })).toBe(false);
  });

  it('asks nothing of what is stopped by something that is known', () => {
    for (const note of CAMPAIGN_LIMITS) expect(isFarBehind({ ...behind, note })).toBe(false);
  });
});

describe('limited by its bid', () => {
  it('is one of which no ad set serves and one is outbid, or below the floor', () => {
    for (const main of DIAGNOSIS_GATES) {
      const expected = main === 'outbid' || main === 'floor';
      expect(isLimitedByBid([{ verdict: 'limited', main }])).toBe(expected);
      expect(
        isLimitedByBid([
          { verdict: 'stopped', main },
          { verdict: 'quiet', main: null },
        ]),
      ).toBe(expected);
      expect(
        isLimitedByBid([
          { verdict: 'limited', main },
          { verdict: 'serving', main: 'outbid' },
        ]),
      ).toBe(false);
    }
    expect(isLimitedByBid([])).toBe(false);
    expect(isLimitedByBid([{ verdict: 'quiet', main: null }])).toBe(false);
  });
});

it('begins anew after a day and a half without it, to the millisecond, and where it never was', () => {
  expect(beginsAnew(null, 0)).toBe(true);
  expect(beginsAnew(1_000, 1_000 + LIMIT_OVER_AFTER_MS)).toBe(true);
  expect(beginsAnew(1_000, 999 + LIMIT_OVER_AFTER_MS)).toBe(false);
});
