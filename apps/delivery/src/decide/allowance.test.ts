import { writePacingPlan } from '@placard/contract/wire/pacing-plan';
import { turnsDuring } from '@placard/db/testing/turns-during';
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

  test('asks again after the time that one decision takes, within 5 ms and one second', () => {
    const retryOf = (decisionsPerMs: number, decisionsLeft = 100) => {
      const allowance = new Allowance(0);
      allowance.plan({ decisionsLeft, decisionsPerMs }, 5_000);
      taken(allowance, 5_000, 5_001);
      return allowance.retryAtMs(5_001) - 5_001;
    };
    expect(retryOf(0.01)).toBeCloseTo(100, 6);
    expect(retryOf(0.1, 10_000)).toBeCloseTo(10, 6);
    const partly = new Allowance(0);
    partly.plan({ decisionsLeft: 100, decisionsPerMs: 0.01 }, 5_000);
    taken(partly, 5_000, 5_001);
    expect(partly.state(5_025)).toBe(OVER_PACE);
    expect(partly.retryAtMs(5_025)).toBeCloseTo(5_100, 6);
    // What a millisecond brings is not waited for alone; nor is anything for longer than a second.
    expect([retryOf(1, 1e6), retryOf(1e-6), retryOf(0), retryOf(1, 3)]).toEqual([5, 30_000, 30_000, 30_000]);
  });

  test('starts with a second’s worth and saves up three', () => {
    const allowance = new Allowance(0);
    const plan = { decisionsLeft: 1e6, decisionsPerMs: 2 };
    allowance.plan(plan, 1_000);
    expect(taken(allowance, 1_000, 1_001)).toBe(2_000);
    expect(taken(allowance, 1_500, 1_501)).toBe(1_000);
    expect(taken(allowance, 60_000, 60_001)).toBe(6_000);
    // A plan that is slower cuts what was saved up to its own three seconds, and one that is faster adds nothing.
    allowance.plan({ ...plan, decisionsPerMs: 1 }, 120_000);
    expect(taken(allowance, 120_000, 120_001)).toBe(3_000);
    allowance.plan({ ...plan, decisionsPerMs: 100 }, 120_010);
    expect(taken(allowance, 120_010, 120_011)).toBe(10);
  });

  test('takes the last decision of its budget, and has a rest below one as none', () => {
    const allowance = new Allowance(1.5);
    expect(taken(allowance, 0, 1)).toBe(1);
    expect(allowance.state(1)).toBe(OVER_BUDGET);
    expect(taken(new Allowance(1), 0, 1)).toBe(1);
  });

  test('is cut to a limit, and not raised to one', () => {
    const [low, high] = [new Allowance(3), new Allowance(30)];
    for (const allowance of [low, high]) allowance.limit(10);
    expect([taken(low, 0, 1), taken(high, 0, 1)]).toEqual([3, 10]);
  });

  test('keeps what it has when a plan that never held it drops it, and remembers its decisions when it did', () => {
    const unplanned = new Allowance(5);
    unplanned.drop();
    expect(taken(unplanned, 0, 1)).toBe(5);
    const planned = new Allowance(0);
    const plan = { decisionsLeft: 100, decisionsPerMs: 1_000 };
    planned.plan({ ...plan, decisionsLeft: 40 }, 0);
    expect(taken(planned, 0, 1)).toBe(40);
    planned.drop();
    expect(planned.state(10)).toBe(OVER_BUDGET);
    planned.plan(plan, 2_000);
    expect(taken(planned, 2_000, 2_001)).toBe(60);
    // By the plan after that, those from before it was dropped are known.
    planned.plan(plan, 4_000);
    expect(taken(planned, 4_000, 4_001)).toBe(40);
  });

  test('stands for itself beside 3,000 others', () => {
    const all = Array.from({ length: 3_000 }, (_, at) => new Allowance(at % 7));
    for (const [at, allowance] of all.entries()) {
      if (at % 2 === 0) allowance.plan({ decisionsLeft: 20, decisionsPerMs: 100 }, 0);
    }
    expect(all.map((allowance) => taken(allowance, 0, 1))).toEqual(
      all.map((_, at) => (at % 2 === 0 ? 20 : at % 7)),
    );
  });

  test('loses nothing by a clock that goes back', () => {
    const allowance = new Allowance(0);
    const plan = { decisionsLeft: 1e4, decisionsPerMs: 0.1 };
    allowance.plan(plan, 100_000);
    allowance.plan(plan, 99_000);
    expect(taken(allowance, 99_000, 99_001)).toBe(100);
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

  test('takes a plan’s money for decisions at its price, and its share of the rate', async () => {
    const entry = { remaining: 10n ** 9n, rate: 120_000n };
    const first = async (shards: number, expectedPerThousandMicros: number) => {
      const pacer = new Pacer(0, shards);
      const body = writePacingPlan([
        {
          adSetId: 1,
          remainingMicros: entry.remaining,
          ratePerMinuteMicros: entry.rate,
          expectedPerThousandMicros,
        },
      ]);
      await pacer.apply(1, body, () => 0);
      return taken(pacer.allowanceOf(1, 1), 0, 1);
    };
    // 2 decisions a millisecond at 1,000 micros a thousand: 2,000 in the first second.
    expect([await first(1, 1_000), await first(2, 1_000), await first(1, 4_000)]).toEqual([
      2_000, 1_000, 500,
    ]);
    // Without a price each decision counts as if it cost the least there is.
    expect(await first(4, 0)).toBe(500_000);
  });

  test('applies a plan of many entries to its end, in turns that each read the clock', async () => {
    const pacer = new Pacer(0, 1);
    const ids = Array.from({ length: 4_001 }, (_, at) => at + 1);
    let nowMs = 0;
    const plan = planOf(...ids.map((id) => ({ id, remaining: 3n, rate: 10n ** 12n })));
    await pacer.apply(7, plan, () => {
      nowMs += 1;
      return nowMs;
    });
    expect([nowMs, pacer.planVersion]).toEqual([3, 7]);
    expect(ids.map((id) => taken(pacer.allowanceOf(id, 0), 10, 11))).toEqual(ids.map(() => 3));
  });

  test('tells of each ad set whose allowance a plan has changed, and when', async () => {
    const told: number[][] = [];
    const plan = planOf(...[3, 8].map((id) => ({ id, remaining: 3n, rate: 10n ** 12n })));
    await new Pacer(0, 1).apply(
      1,
      plan,
      () => 40,
      (id, nowMs) => told.push([id, nowMs]),
    );
    expect(told).toEqual([
      [3, 40],
      [8, 40],
    ]);
  });

  test('gives a first estimate’s part to each process, and one decision at least', () => {
    const pacer = new Pacer(0, 3);
    expect([0, 2, 3, 5, 6].map((estimate, at) => taken(pacer.allowanceOf(at, estimate), 0, 1))).toEqual([
      1, 1, 1, 1, 2,
    ]);
  });

  test('gives an ad set that no plan knows no more than its estimate', async () => {
    const pacer = new Pacer(0, 1);
    const [known, unknown] = [pacer.allowanceOf(1, 4), pacer.allowanceOf(2, 400)];
    await pacer.apply(1, planOf(), () => 0);
    await pacer.apply(2, planOf(), () => 0);
    expect([taken(known, 0, 1), taken(unknown, 0, 1), taken(pacer.allowanceOf(3, 4), 0, 1)]).toEqual([
      4, 10, 4,
    ]);
    // Only the first plan of all cuts what came before it.
    const late = pacer.allowanceOf(4, 400);
    expect(taken(late, 0, 1)).toBe(10);
  });

  test('gives one that was shown before the first plan what that holds for it, and one of two plans what the later one does', async () => {
    const pacer = new Pacer(0, 1);
    const shown = pacer.allowanceOf(1, 4);
    await pacer.apply(1, planOf({ id: 1, remaining: 500n, rate: 10n ** 12n }), () => 0);
    expect(shown.state(0)).toBe(ALLOWED);
    await pacer.apply(2, planOf({ id: 1, remaining: 400n, rate: 10n ** 12n }), () => 0);
    expect(taken(shown, 0, 1)).toBe(400);
  });

  test('is asked again by its pace for the last decision it has, and late once it has none', () => {
    const allowance = new Allowance(1);
    allowance.plan({ decisionsLeft: 2, decisionsPerMs: 0.001 }, 0);
    allowance.take();
    expect([allowance.state(0), allowance.retryAtMs(0)]).toEqual([OVER_PACE, 1_000]);
    allowance.take();
    expect([allowance.state(0), allowance.retryAtMs(0)]).toEqual([OVER_BUDGET, 30_000]);
  });

  test('stops an ad set that a plan no longer holds, and starts it with the plan that holds it again', async () => {
    const pacer = new Pacer(0, 1);
    await pacer.apply(1, planOf({ id: 1, remaining: 500n, rate: 10n ** 12n }), () => 0);
    await pacer.apply(2, planOf(), () => 0);
    expect(countOf(pacer, 1)).toBe(0);
    await pacer.apply(3, planOf({ id: 1, remaining: 500n, rate: 10n ** 12n }), () => 5_000);
    expect(taken(pacer.allowanceOf(1, 0), 5_000, 5_001)).toBe(500);
  });

  test('stops many, or bounds many that it does not know, in several turns of the loop', async () => {
    const ids = Array.from({ length: 4_001 }, (_, at) => at + 1);
    const pacer = new Pacer(0, 1);
    for (const id of ids) pacer.allowanceOf(id, 400);
    expect(
      await turnsDuring(() => pacer.apply(1, planOf({ id: 1, remaining: 3n, rate: 10n ** 12n }), () => 0)),
    ).toBe(3);
    expect(taken(pacer.allowanceOf(4_001, 0), 0, 1)).toBe(10);
    await pacer.apply(2, planOf(...ids.map((id) => ({ id, remaining: 3n, rate: 10n ** 12n }))), () => 0);
    expect(
      await turnsDuring(() => pacer.apply(3, planOf({ id: 1, remaining: 3n, rate: 10n ** 12n }), () => 0)),
    ).toBe(3);
    expect(countOf(pacer, 4_001)).toBe(0);
  });
});
