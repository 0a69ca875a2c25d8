import { type Micros, minMicros } from '../micros.ts';

/** What a publisher holds when part of their earnings is taken back. */
export type Holding = {
  /** Earned in months that are not closed, less what was taken back of them, oldest first. */
  readonly openMonths: readonly { readonly month: string; readonly leftMicros: Micros }[];
  readonly availableMicros: Micros;
};

export type TakenBack = {
  readonly fromMonths: readonly { readonly month: string; readonly micros: Micros }[];
  readonly pendingMicros: Micros;
  readonly availableMicros: Micros;
  /** What the publisher does not hold of it: the network's loss, as no balance goes below 0. */
  readonly uncoveredMicros: Micros;
};

/**
 * Where a publisher's share of refunded charges comes from: earnings of months that are still open, the oldest first, then
 * what is available. What is on its way to a bank stays there.
 */
export function takeBack(dueMicros: Micros, { openMonths, availableMicros }: Holding): TakenBack {
  let due = dueMicros;
  const fromMonths: { month: string; micros: Micros }[] = [];
  for (const { month, leftMicros } of openMonths) {
    const micros = minMicros(due, leftMicros);
    if (micros <= 0n) continue;
    fromMonths.push({ month, micros });
    due -= micros;
  }
  const pendingMicros = dueMicros - due;
  const fromAvailable = minMicros(due, availableMicros);
  return { fromMonths, pendingMicros, availableMicros: fromAvailable, uncoveredMicros: due - fromAvailable };
}
