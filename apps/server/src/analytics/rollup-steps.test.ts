import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_DAYS } from './rollup-state.ts';
import { type FactsToSum, planSteps } from './rollup-steps.ts';

/** An owner with so many facts on each day from 20,000 on. */
function owner(id: number, facts: readonly number[], builtTo = 0): FactsToSum {
  return { owner: id, builtTo, days: facts.map((count, index) => ({ day: 20_000 + index, facts: count })) };
}

describe('steps of building rollups', () => {
  it('take owners together up to the most facts, and no further', () => {
    expect(planSteps([owner(1, [4]), owner(2, [3, 3])], 10)).toEqual([
      { owners: [1, 2], from: 0, to: ALL_DAYS },
    ]);
    expect(planSteps([owner(1, [5]), owner(2, [3, 3])], 10)).toEqual([
      { owners: [1], from: 0, to: ALL_DAYS },
      { owners: [2], from: 0, to: ALL_DAYS },
    ]);
  });

  it('take an owner whole who has the most facts, and one with more by days', () => {
    expect(planSteps([owner(1, [5, 5])], 10)).toEqual([{ owners: [1], from: 0, to: ALL_DAYS }]);
    expect(planSteps([owner(1, [5, 5, 1])], 10)).toEqual([
      { owners: [1], from: 0, to: 20_002 },
      { owners: [1], from: 20_002, to: ALL_DAYS },
    ]);
    expect(planSteps([owner(1, [5, 6])], 10)).toEqual([
      { owners: [1], from: 0, to: 20_001 },
      { owners: [1], from: 20_001, to: ALL_DAYS },
    ]);
  });

  it('take a day alone that has more than the most', () => {
    expect(planSteps([owner(1, [11, 1, 30, 10])], 10)).toEqual([
      { owners: [1], from: 0, to: 20_001 },
      { owners: [1], from: 20_001, to: 20_002 },
      { owners: [1], from: 20_002, to: 20_003 },
      { owners: [1], from: 20_003, to: ALL_DAYS },
    ]);
  });

  it('go on where each owner has come to, together with those who have come as far', () => {
    expect(planSteps([owner(3, [1], 19_000), owner(1, [1]), owner(2, [1], 19_000)], 10)).toEqual([
      { owners: [2, 3], from: 19_000, to: ALL_DAYS },
      { owners: [1], from: 0, to: ALL_DAYS },
    ]);
  });

  it('finish an owner without facts as well', () => {
    expect(planSteps([owner(7, [])], 10)).toEqual([{ owners: [7], from: 0, to: ALL_DAYS }]);
    expect(planSteps([], 10)).toEqual([]);
  });

  it('take every day of every owner once, in order, none with more than the most but single days', () => {
    const owners = fc
      .uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 20 })
      .chain((ids) =>
        fc.tuple(
          ...ids.map((id) =>
            fc
              .tuple(
                fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 30 }),
                fc.constantFrom(0, 19_990, 20_000),
              )
              .map(([facts, builtTo]) => owner(id, facts, builtTo)),
          ),
        ),
      );
    fc.assert(
      fc.property(owners, fc.integer({ min: 1, max: 60 }), (some, most) => {
        const steps = planSteps(some, most);
        for (const one of some) {
          const own = steps.filter((step) => step.owners.includes(one.owner));
          expect(own.map(({ from }) => from)).toEqual([one.builtTo, ...own.slice(0, -1).map(({ to }) => to)]);
          expect(own.at(-1)?.to).toBe(ALL_DAYS);
          expect(own.every(({ from, to }) => from < to)).toBe(true);
        }
        for (const { owners: ids, from, to } of steps) {
          const days = some
            .filter((one) => ids.includes(one.owner))
            .flatMap((one) => one.days.filter(({ day }) => day >= from && day < to));
          const sum = days.reduce((total, { facts }) => total + facts, 0);
          if (sum > most) expect({ days: days.length, owners: ids.length }).toEqual({ days: 1, owners: 1 });
        }
      }),
    );
  });
});
