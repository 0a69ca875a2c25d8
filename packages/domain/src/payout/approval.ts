import type { Micros } from '../micros.ts';

/** Limits beyond which a payout needs two operators; 0: that one asks for no second operator. */
export type ApprovalLimits = {
  /** In force when the payout was requested. */
  readonly requestedUnderMicros: Micros;
  readonly presentMicros: Micros;
};

/**
 * How many operators have to approve a payout: the stricter limit decides, or one operator could raise it, approve, and
 * lower it again. An approval is a record, not a status: the payout stays pending until there are enough.
 */
export function approvalsNeeded(amountMicros: Micros, limits: ApprovalLimits): 1 | 2 {
  const beyond = (limitMicros: Micros) => limitMicros > 0n && amountMicros > limitMicros;
  return beyond(limits.requestedUnderMicros) || beyond(limits.presentMicros) ? 2 : 1;
}

/**
 * Whether somebody ran the network already when a payout was requested: an operator made for a payout that is there
 * would not be a second pair of eyes.
 */
export function operatedBefore(operatorSince: Date, requestedAt: Date): boolean {
  return operatorSince.getTime() <= requestedAt.getTime();
}
