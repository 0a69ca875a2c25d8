/** Something that happens at a moment of the history. */
export type Step = {
  readonly day: number;
  /** Of the day in UTC. */
  readonly hour: number;
  readonly run: () => Promise<unknown>;
};

/** Earliest first; at the same moment in the order in which they were planned. */
export function inOrder(steps: readonly Step[]): Step[] {
  return [...steps].sort((a, b) => a.day - b.day || a.hour - b.hour);
}
