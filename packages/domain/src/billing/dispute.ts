/**
 * How far a payer's bank is with a payment that its owner contests. An inquiry only asks; from `answer_due` on the money
 * is gone until it is won. `prevented`: settled before it became one.
 */
export const DISPUTE_STAGES = [
  'inquiry',
  'inquiry_review',
  'inquiry_closed',
  'answer_due',
  'under_review',
  'won',
  'lost',
  'prevented',
] as const;
export type DisputeStage = (typeof DISPUTE_STAGES)[number];

/** In which somebody has to answer, as long as the day for it has not passed. */
export const STAGES_TO_ANSWER = ['inquiry', 'answer_due'] as const satisfies readonly DisputeStage[];
/** In which the bank has not decided. */
export const OPEN_STAGES = [
  ...STAGES_TO_ANSWER,
  'inquiry_review',
  'under_review',
] as const satisfies readonly DisputeStage[];

export function isOpenDispute(stage: DisputeStage): boolean {
  return OPEN_STAGES.some((open) => open === stage);
}

/** Deposits by their disputes: one to be answered, one not decided, any. */
export const CONTESTED = ['answer', 'open', 'any'] as const;
export type Contested = (typeof CONTESTED)[number];

/** How the bank decided. */
export const DISPUTE_OUTCOMES = ['won', 'lost'] as const satisfies readonly DisputeStage[];
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/** What the payer's bank gives as the reason; `general` for whatever else there is. */
export const DISPUTE_REASONS = [
  'credit_not_processed',
  'duplicate',
  'fraudulent',
  'general',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const;
export type DisputeReason = (typeof DISPUTE_REASONS)[number];

export function disputeReason(reason: string): DisputeReason {
  return DISPUTE_REASONS.find((each) => each === reason) ?? 'general';
}

/** Disputes of one deposit that are listed; a card network takes few. */
export const DISPUTES_LISTED = 20;
/** So long an advertiser still sees one that is over. */
export const DISPUTE_SHOWN_DAYS = 90;

/** What somebody has to do now. `late`: the day to answer has passed, and the bank decides by what it has. */
export const DISPUTE_TASKS = ['answer', 'late', 'wait', 'nothing'] as const;
export type DisputeTask = (typeof DISPUTE_TASKS)[number];

/** @param dueMs until when it can be answered; null: the gateway does not say */
export function disputeTask(stage: DisputeStage, dueMs: number | null, nowMs: number): DisputeTask {
  if (STAGES_TO_ANSWER.some((each) => each === stage))
    return dueMs !== null && nowMs >= dueMs ? 'late' : 'answer';
  return stage === 'inquiry_review' || stage === 'under_review' ? 'wait' : 'nothing';
}
