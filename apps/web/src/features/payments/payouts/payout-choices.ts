import type { OperatorPayout, PayoutExport } from '@placard/contract/payouts';

/** Why something can't be done with a payout, by the name of its words; null: it can. */
export type Hindrance = 'ownPayout' | 'approvedByYou' | 'selectPending' | 'exportOnly' | null;

type Judged = Pick<OperatorPayout, 'isYours' | 'approvedByYou' | 'approvalsNeeded'> & {
  readonly approvals: readonly unknown[];
};

/** Of one payout: whose money it is decides nothing about it, nor the same person twice. */
export function hindrancesOf(payout: Judged): { readonly process: Hindrance; readonly others: Hindrance } {
  const own = payout.isYours ? 'ownPayout' : null;
  const waits = payout.approvedByYou && payout.approvals.length < payout.approvalsNeeded;
  return { process: waits ? 'approvedByYou' : own, others: own };
}

/** Of several at once, which have to stand alike. */
export function bulkHindrancesOf(rows: readonly Pick<OperatorPayout, 'isYours' | 'status'>[]): {
  readonly process: Hindrance;
  readonly export: Hindrance;
  readonly complete: Hindrance;
} {
  const own = rows.some((row) => row.isYours) ? 'ownPayout' : null;
  const areAll = (status: OperatorPayout['status']) => rows.every((row) => row.status === status);
  const processing = areAll('processing');
  return {
    process: areAll('pending') ? own : 'selectPending',
    export: processing ? null : 'exportOnly',
    complete: processing ? own : 'exportOnly',
  };
}

/** Of a file for the bank: the same once more while all of it waits there, taken back while nothing was paid; null of one that was. */
export function exportChoicesOf({
  discarded,
  processing,
  completed,
  count,
}: Pick<PayoutExport, 'discarded' | 'processing' | 'completed' | 'count'>): {
  readonly again: boolean;
  readonly discard: boolean;
} | null {
  return discarded === null ? { again: processing === count, discard: completed === 0 } : null;
}
