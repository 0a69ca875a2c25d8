import type { Micros } from '../micros.ts';

/**
 * How many operators have to approve a payout. An approval is a record, not a status: the payout stays pending until
 * there are enough.
 * @param limitMicros 0: one is always enough.
 */
export function approvalsNeeded(amountMicros: Micros, limitMicros: Micros): 1 | 2 {
  return limitMicros > 0n && amountMicros > limitMicros ? 2 : 1;
}
