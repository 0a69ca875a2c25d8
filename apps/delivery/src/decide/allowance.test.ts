import { writePacingPlan } from '@placard/contract/wire/pacing-plan';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ALLOWED, Allowance, OVER_BUDGET, OVER_PACE, UNPLANNED_DECISIONS } from './allowance.ts';
import { Pacer } from './pacer.ts';

/** How many decisions pass between two times, asked each millisecond. */
function taken(allowance: Allowance, fromMs: number, untilMs: number): number {
  let count = 0;
  for (let nowMs = fromMs; nowMs < untilMs; nowMs += 1) {
    while (allowance.state(nowMs) === ALLOWED) {
      allowance.take();
      count += 1;
    }
  }
  return count;
}

describe('an allowance', () => {
  test('follows the planned rate, with a burst of at most three seconds', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 2, noNaN: true }), (perMs) => {
        const allowance = new Allowance(0);
        allowance.plan({ decisionsLeft: 1e9, decisionsPerMs: perMs }, 0);
        const first = taken(allowance, 0, 1_000);
        expect(first).toBeLessThanOrEqual(2_000 * perMs + 10);
        expect(Math.abs(taken(allowance, 1_000, 11_000) - 10_000 * perMs)).toBeLessThanOrEqual(2);
        expect(taken(allowance, 60_000, 60_001)).toBeLessThanOrEqual(Math.max(10, 3_001 * perMs + 2));
      }),
      { numRuns: 20 },
    );
  });

  test('stops where the plan ends, also without a next plan', () => {
    const allowance = new Allowance(0);
    allowance.plan({ decisionsLeft: 50, decisionsPerMs: 1 }, 0);
    expect(taken(allowance, 0, 10_000)).toBe(50);
    expect(allowance.state(10_001)).toBe(OVER_BUDGET);
  });

  test('takes its own decisions since the plan before off the next one: the plan does not know them yet', () => {
    const allowance = new Allowance(0);
    allowance.plan({ decisionsLeft: 100, decisionsPerMs: 1 }, 0);
    const first = taken(allowance, 0, 60);
    allowance.plan({ decisionsLeft: 100, decisionsPerMs: 1 }, 1_000);
    expect(taken(allowance, 1_000, 9_000)).toBe(Math.max(0, 100 - first));
  });

  test('takes off what was taken between the last two plans too, and no older decisions', () => {
    const allowance = new Allowance(0);
    const plan = { decisionsLeft: 100, decisionsPerMs: 1 };
    allowance.plan(plan, 0);
    expect(taken(allowance, 0, 1)).toBe(100);
    allowance.plan({ ...plan, decisionsLeft: 130 }, 1_000);
    expect(taken(allowance, 1_000, 1_001)).toBe(30);
    allowance.plan({ ...plan, decisionsLeft: 140 }, 2_000);
    // 30 since the plan before, and the 100 before that.
    expect(taken(allowance, 2_000, 3_000)).toBe(10);
    allowance.plan({ ...plan, decisionsLeft: 50 }, 3_000);
    // The 100 are in the plan by now: 10 and 30 are not.
    expect(taken(allowance, 3_000, 9_000)).toBe(10);
  });

  test('lets a few pass at once where they are a small part of what is left', () => {
    const counts = [10, 250, 1_000_000].map((decisionsLeft) => {
      const allowance = new Allowance(0);
      allowance.plan({ decisionsLeft, decisionsPerMs: 1e-6 }, 0);
      return taken(allowance, 0, 1_000);
    });
    expect(counts).toEqual([1, 2, 10]);
  });

  test('says when to ask again', () => {
    const allowance = new Allowance(0);
    allowance.plan({ decisionsLeft: 100, decisionsPerMs: 0.01 }, 0);
    taken(allowance, 0, 1);
    expect(allowance.state(1)).toBe(OVER_PACE);
    const retryMs = allowance.retryAtMs(1);
    expect(retryMs).toBeGreaterThan(50);
    expect(retryMs).toBeLessThanOrEqual(1_001);
    expect(allowance.state(Math.ceil(retryMs) + 1)).toBe(ALLOWED);
  });

  test('gains nothing from a clock that goes back', () => {
    const allowance = new Allowance(0);
    allowance.plan({ decisionsLeft: 1e6, decisionsPerMs: 0.1 }, 100_000);
    taken(allowance, 100_000, 100_001);
    expect(taken(allowance, 40_000, 40_001)).toBe(0);
    expect(taken(allowance, 40_001, 41_001)).toBeLessThanOrEqual(101);
  });
});

describe('the pacer', () => {
  const planOf = (...entries: readonly { id: number; remaining: bigint; rate: bigint }[]) =>
    writePacingPlan(
      entries.map(({ id, remaining, rate }) => ({
        adSetId: id,
        remainingMicros: remaining,
        ratePerMinuteMicros: rate,
        expectedPerThousandMicros: 1_000,
      })),
    );
  const countOf = (pacer: Pacer, id: number) => taken(pacer.allowanceOf(id, 1e6), 0, 1);

  test('shares the odd decisions out, none twice', async () => {
    const pacers = [0, 1, 2].map((shard) => new Pacer(shard, 3));
    const plan = planOf({ id: 1, remaining: 8n, rate: 10n ** 12n });
    for (const pacer of pacers) await pacer.apply(1, plan, () => 0);
    const parts = pacers.map((pacer) => countOf(pacer, 1));
    expect(parts.reduce((sum, part) => sum + part)).toBe(8);
    expect(parts.toSorted()).toEqual([2, 3, 3]);
    // With the next plan the odd ones go to others: over three plans each process has had as many.
    const sums = [0, 0, 0];
    for (const version of [1, 2, 3]) {
      const fresh = [0, 1, 2].map((shard) => new Pacer(shard, 3));
      for (const [shard, pacer] of fresh.entries()) {
        await pacer.apply(version, plan, () => 0);
        sums[shard] = (sums[shard] ?? 0) + countOf(pacer, 1);
      }
    }
    expect(sums).toEqual([8, 8, 8]);
  });

  test('lets an ad set that no plan knows be shown a few times, one without a plan at all by its budget', async () => {
    const pacer = new Pacer(0, 2);
    expect(taken(pacer.allowanceOf(5, 100), 0, 1)).toBe(50);
    const waiting = pacer.allowanceOf(6, 100);
    await pacer.apply(1, planOf({ id: 1, remaining: 5n, rate: 10n ** 12n }), () => 0);
    expect(taken(waiting, 0, 1)).toBe(UNPLANNED_DECISIONS);
    expect(countOf(pacer, 7)).toBe(UNPLANNED_DECISIONS);
  });

  test('stops an ad set that a plan no longer holds, and starts it with the plan that holds it again', async () => {
    const pacer = new Pacer(0, 1);
    await pacer.apply(1, planOf({ id: 1, remaining: 500n, rate: 10n ** 12n }), () => 0);
    await pacer.apply(2, planOf(), () => 0);
    expect(countOf(pacer, 1)).toBe(0);
    await pacer.apply(3, planOf({ id: 1, remaining: 500n, rate: 10n ** 12n }), () => 5_000);
    expect(taken(pacer.allowanceOf(1, 0), 5_000, 5_001)).toBe(500);
  });
});
