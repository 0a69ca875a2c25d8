import type { StatusTable } from '../status-table.ts';

export const PAYOUT_STATUSES = ['pending', 'processing', 'completed', 'failed', 'rejected'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** What the operator does. */
export const PAYOUT_OPERATOR_ACTIONS = ['process', 'complete', 'fail', 'reject'] as const;
export const PAYOUT_ACTIONS = [...PAYOUT_OPERATOR_ACTIONS, 'cancel'] as const;
export type PayoutAction = (typeof PAYOUT_ACTIONS)[number];
export type PayoutOperatorAction = (typeof PAYOUT_OPERATOR_ACTIONS)[number];

/**
 * `reject`, `fail` and `cancel` put the money back to the publisher's available balance. Who takes his own withdrawal back
 * finds it among the rejected ones, marked as cancelled: there is no status of its own for it.
 */
export const PAYOUT_TRANSITIONS = {
  pending: {
    process: { to: 'processing', by: ['operator'] },
    reject: { to: 'rejected', by: ['operator'] },
    cancel: { to: 'rejected', by: ['publisher'] },
  },
  processing: {
    complete: { to: 'completed', by: ['operator'] },
    fail: { to: 'failed', by: ['operator'] },
  },
  completed: {},
  failed: {},
  rejected: {},
} as const satisfies StatusTable<PayoutStatus, PayoutAction>;
