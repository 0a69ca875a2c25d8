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
  make: (entry: Entry, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  await eachInBreaths(list.entries(), steps, ([index, entry]) => {
    made.push(make(entry, index));
  });
  return made;
}

/** Does something with each entry, others' calls in between. @param steps that each takes */
export async function eachInBreaths<Entry>(
  entries: Iterable<Entry>,
  steps: number,
  act: (entry: Entry) => void,
): Promise<void> {
  let done = 0;
  for (const entry of entries) {
    act(entry);
    done += steps;
    if (done < STEPS_A_STRETCH) continue;
    await setImmediate();
    done = 0;
  }
}

/** What comes out of work that stops after each of its steps, others' calls in between. */
export async function throughSteps<Made>(work: Generator<void, Made>): Promise<Made> {
  for (let done = 1; ; done += 1) {
    const step = work.next();
    if (step.done) return step.value;
    if (done % STEPS_A_STRETCH === 0) await setImmediate();
  }
}
