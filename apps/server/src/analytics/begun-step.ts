import type { RollupState, RollupStates } from './rollup-state.ts';
import { isCutLost } from './table-cut.ts';

/** What is left to do of a step that has begun. */
export type BegunStep = () => Promise<void>;

/**
 * Lets facts be loaded beside a step: until it has ended, by success or not, they are placed as if it had.
 * @param built how far its owners will have come
 */
export function beginStep(
  states: RollupStates,
  built: readonly RollupState[],
  work: () => Promise<void>,
): BegunStep {
  states.begin(built);
  return async () => {
    try {
      await work();
    } catch (cause) {
      // Nothing was written: the next step begins where this one did.
      if (!isCutLost(cause)) throw cause;
    } finally {
      states.end();
    }
  };
}
