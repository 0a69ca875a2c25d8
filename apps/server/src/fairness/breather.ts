import { setImmediate } from 'node:timers/promises';

/** What one stretch may do before others have their turn, in the smallest steps there are: some 5 ms of a processor. */
export const STEPS_A_STRETCH = 2_000;

/**
 * For long loops: `const breathe = breather(); for (…) { …; await breathe(steps); }` lets other calls run in between.
 * Steps are counted, not timed: the stretches are the same on every machine.
 */
export function breather(): (steps: number) => Promise<void> {
  let done = 0;
  return async (steps) => {
    done += steps;
    if (done < STEPS_A_STRETCH) return;
    await setImmediate();
    done = 0;
  };
}

/** The list with each entry made into something else, others' calls in between. @param steps that each takes */
export async function inBreaths<Entry, Made>(
  list: readonly Entry[],
  steps: number,
  make: (entry: Entry) => Made,
): Promise<Made[]> {
  const breathe = breather();
  const made: Made[] = [];
  for (const entry of list) {
    made.push(make(entry));
    await breathe(steps);
  }
  return made;
}
