import type { StatusTable } from '../status-table.ts';

export const PAYOUT_STATUSES = ['pending', 'processing', 'completed', 'failed', 'rejected'] as const;
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export const PAYOUT_ACTIONS = ['process', 'complete', 'fail', 'reject'] as const;
export type PayoutAction = (typeof PAYOUT_ACTIONS)[number];

/** `reject` and `fail` put the money back to the publisher's available balance. */
export const PAYOUT_TRANSITIONS = {
  pending: {
    process: { to: 'processing', by: ['operator'] },
    reject: { to: 'rejected', by: ['operator'] },
  },
  processing: {
    complete: { to: 'completed', by: ['operator'] },
    fail: { to: 'failed', by: ['operator'] },
  },
  completed: {},
  failed: {},
  rejected: {},
} as const satisfies StatusTable<PayoutStatus, PayoutAction>;
