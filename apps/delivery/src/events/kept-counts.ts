import {
  newWindowCounts,
  takeInWindows,
  type WindowCounts,
  type WindowStep,
} from '@placard/domain/decision/window-counts';

/** Whoever is counted, at most; the longest known go first: some 10 MB. */
export const MOST_KEPT = 50_000;

/**
 * Counts in memory against the steps of a ladder. With several processes each has its own counts, and a start begins anew: a limit of what a
 * machine can take, not of what a person may.
 */
export class KeptCounts<Key> {
  private readonly steps: readonly WindowStep[];
  private readonly kept = new Map<Key, WindowCounts>();

  constructor(steps: readonly WindowStep[]) {
    this.steps = steps;
  }

  /** Counts one. @returns whether every step has room for it */
  take(key: Key, nowMs: number): boolean {
    let counts = this.kept.get(key);
    if (counts === undefined) {
      counts = newWindowCounts(this.steps);
      this.kept.set(key, counts);
      for (const oldest of this.kept.keys()) {
        if (this.kept.size <= MOST_KEPT) break;
        this.kept.delete(oldest);
      }
    }
    return takeInWindows(this.steps, counts, Math.floor(nowMs / 1_000));
  }
}
