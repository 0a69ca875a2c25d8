import type { RollupScope } from './rollup-sets.ts';
import { ALL_DAYS } from './rollup-state.ts';

/**
 * How many facts are summed in one step, at most but for a day of one owner that has more. Reports and loads share the processors with
 * a step, and a start in the middle does it once more. Twice as many facts of an advertiser became 800,000 rows of rollups in 1.5 s
 * of a processor. The network's become fewer, and as no table is in the order of time each of its steps reads the quarter that its days lie in.
 */
export const STEP_FACTS: Readonly<Record<RollupScope, number>> = {
  advertiser: 125_000,
  publisher: 125_000,
  network: 150_000,
};
/** So many owners' days are counted and known at once. */
export const PLANNED_OWNERS = 100;

/** An owner's facts that are still to be summed, by local days in their order, none of them empty. */
export type FactsToSum = {
  readonly owner: number;
  readonly builtTo: number;
  readonly days: readonly { readonly day: number; readonly facts: number }[];
};

/** Local days from `from`, which is how far these owners have come, to before `to`. */
export type RollupStep = { readonly owners: readonly number[]; readonly from: number; readonly to: number };

/**
 * All that is to be summed, in steps of `most` facts. Owners lie in the tables one after the other: those with few facts are summed
 * together and whole, one with many by days.
 */
export function planSteps(owners: readonly FactsToSum[], most: number): RollupStep[] {
  const steps: RollupStep[] = [];
  const asFar = Map.groupBy(owners, ({ builtTo }) => builtTo);
  for (const [from, some] of asFar) {
    let together: number[] = [];
    let sum = 0;
    const close = () => {
      if (together.length > 0) steps.push({ owners: together, from, to: ALL_DAYS });
      together = [];
      sum = 0;
    };
    for (const one of some.toSorted((a, b) => a.owner - b.owner)) {
      const facts = one.days.reduce((total, day) => total + day.facts, 0);
      if (sum + facts > most) close();
      if (facts > most) {
        steps.push(...stepsByDays(one, most));
      } else {
        together.push(one.owner);
        sum += facts;
      }
    }
    close();
  }
  return steps;
}

function stepsByDays({ owner, builtTo, days }: FactsToSum, most: number): RollupStep[] {
  const ends: number[] = [];
  let sum = 0;
  for (const { day, facts } of days) {
    if (sum > 0 && sum + facts > most) {
      ends.push(day);
      sum = 0;
    }
    sum += facts;
  }
  // Facts of later days may come until then.
  ends.push(ALL_DAYS);
  return ends.map((to, index) => ({ owners: [owner], from: ends[index - 1] ?? builtTo, to }));
}
