import { type Micros, minMicros } from '../micros.ts';
import { type LocalDay, localDayAt, monthOfDay, numberOfDay, startOfLocalDayMs } from '../time-zone.ts';

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

/**
 * Months of invoices in which days of one month of the account's were charged: invoices go by the network's clock, by which
 * its first and last hours may lie in the month before or after. Their own month first.
 * @param days of one month, both included
 */
export function invoicedMonths(
  days: { readonly from: LocalDay; readonly to: LocalDay },
  zones: { readonly account: string; readonly network: string },
): LocalDay[] {
  const monthAt = (ms: number) => monthOfDay(localDayAt(zones.network, ms));
  const startOf = (day: number) => startOfLocalDayMs(zones.account, day);
  const [first, last] = [numberOfDay(days.from), numberOfDay(days.to)];
  return [...new Set([monthOfDay(days.from), monthAt(startOf(first)), monthAt(startOf(last + 1) - 1)])];
}
