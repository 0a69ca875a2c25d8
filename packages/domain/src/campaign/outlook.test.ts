import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bidWarning, outlookOf } from './outlook.ts';

const TODAY = '2026-03-10';
const outlook = (total: number, daily: number | null, startDate: string, endDate: string | null) =>
  outlookOf(
    {
      totalBudgetMicros: BigInt(total * 1e6),
      dailyBudgetMicros: daily === null ? null : BigInt(daily * 1e6),
      startDate,
      endDate,
    },
    TODAY,
  );

describe('what budgets and dates will do', () => {
  test.each([
    [outlook(100, null, TODAY, '2026-03-19'), { kind: 'even', perDayMicros: 10_000_000n, days: 10 }],
    [outlook(100, null, '2026-04-01', '2026-04-01'), { kind: 'even', perDayMicros: 100_000_000n, days: 1 }],
    [outlook(300, null, TODAY, null), { kind: 'open', perDayMicros: 10_000_000n }],
    [outlook(100, 30, TODAY, null), { kind: 'daily', days: 4 }],
    [outlook(100, 10, TODAY, '2026-03-19'), { kind: 'daily_until', days: 10 }],
    [
      outlook(101, 10, TODAY, '2026-03-19'),
      { kind: 'unspent', days: 10, mostMicros: 100_000_000n, restMicros: 1_000_000n },
    ],
    // Days before today are not made up for.
    [outlook(100, null, '2026-03-01', '2026-03-19'), { kind: 'even', perDayMicros: 10_000_000n, days: 10 }],
  ])('%o', (found, expected) => {
    expect(found).toEqual(expected);
  });

  test('says nothing of a plan that makes no sense yet', () => {
    expect(outlook(0, null, TODAY, null)).toBeNull();
    expect(outlook(10, 11, TODAY, null)).toBeNull();
    expect(outlook(10, 0, TODAY, null)).toBeNull();
    expect(outlook(10, null, '', null)).toBeNull();
    expect(outlook(10, null, TODAY, '2026-03-09')).toBeNull();
    expect(outlook(10, null, '2026-03-12', '2026-03-11')).toBeNull();
  });

  test('never promises more than there is', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(
        cents,
        fc.option(cents),
        fc.option(fc.integer({ min: 10, max: 31 })),
        (total, daily, end) => {
          const found = outlook(total, daily, TODAY, end === null ? null : `2026-03-${end}`);
          if (found === null) return;
          const micros = BigInt(total * 1e6);
          if (found.kind === 'even')
            expect(found.perDayMicros * BigInt(found.days)).toBeLessThanOrEqual(micros);
          if (found.kind === 'unspent') {
            expect(found.mostMicros + found.restMicros).toBe(micros);
            expect(found.restMicros).toBeGreaterThan(0n);
          }
        },
      ),
    );
  });
});

describe('a bid above the budget', () => {
  const micros = (dollars: number | null) => (dollars === null ? null : BigInt(dollars * 1e6));
  const warning = (
    objective: 'TRAFFIC' | 'BRAND_AWARENESS',
    bid: number,
    total: number | null,
    daily: number | null,
  ) => bidWarning(objective, BigInt(bid * 1e6), { totalMicros: micros(total), dailyMicros: micros(daily) });

  test('is measured by the smaller budget, on both sides of it', () => {
    expect(warning('TRAFFIC', 5, 100, 5)).toBeNull();
    expect(warning('TRAFFIC', 6, 100, 5)).toEqual({ budget: 'daily', budgetMicros: 5_000_000n, buys: 0 });
    expect(warning('TRAFFIC', 101, 100, null)).toMatchObject({ budget: 'total', buys: 0 });
    expect(warning('BRAND_AWARENESS', 500, 50, null)).toMatchObject({ budget: 'total', buys: 100 });
    expect(warning('BRAND_AWARENESS', 50, 50, null)).toBeNull();
    expect(warning('TRAFFIC', 5, null, null)).toBeNull();
  });
});
