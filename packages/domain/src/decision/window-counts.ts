/** So many in so many seconds, whose windows begin with the epoch's. */
export type WindowStep = { readonly seconds: number; readonly most: number };

/** For each step the number of its window, and how many came in it. */
export type WindowCounts = Int32Array;

export function newWindowCounts(steps: readonly WindowStep[]): WindowCounts {
  return new Int32Array(steps.length * 2);
}

/** Counts one at `atS`, unix seconds. @returns whether every step has room for it; a limited one counts as well. */
export function takeInWindows(steps: readonly WindowStep[], counts: WindowCounts, atS: number): boolean {
  let allowed = true;
  for (const [step, { seconds, most }] of steps.entries()) {
    const window = Math.floor(atS / seconds);
    const before = counts[step * 2] === window ? (counts[step * 2 + 1] ?? 0) : 0;
    counts[step * 2] = window;
    counts[step * 2 + 1] = before + 1;
    if (before >= most) allowed = false;
  }
  return allowed;
}
