import { PAYOUT_METHODS } from '@placard/domain/payout/rules';
import { PAYOUT_ACTIONS, PAYOUT_STATUSES } from '@placard/domain/payout/status';
import { z } from 'zod';
import { operatorMoneyOperation, operatorOperation } from './operation.ts';
import { payout } from './payments.ts';
import { data, id, issue, listOf, listQuery } from './scalars.ts';

const operatorPayout = payout.extend({
  publisher: z.object({ id, name: z.string(), email: z.string() }),
  profileName: z.string(),
});
export type OperatorPayout = z.infer<typeof operatorPayout>;

const NEED_REASON = ['fail', 'reject'];

export const payoutAct = z
  .object({
    id,
    action: z.enum(PAYOUT_ACTIONS),
    /** Shown to the publisher and mailed; fail and reject need one, the others have none. */
    reason: z.string().trim().max(1_000, issue('text_too_long')).optional(),
  })
  .superRefine((value, context) => {
    if (NEED_REASON.includes(value.action) && (value.reason ?? '') === '') {
      context.addIssue({ code: 'custom', path: ['reason'], message: issue('reason_required') });
    }
  });

const tags = ['Operator'];

export const payoutsContract = {
  list: operatorOperation
    .route({ method: 'GET', path: '/operator/payouts', tags, summary: 'Payouts of all publishers, masked' })
    .input(
      z.object({
        ...listQuery(['paymentId', 'amount', 'requestedAt', 'completedAt', 'status']),
        status: z.enum(PAYOUT_STATUSES).optional(),
        method: z.enum(PAYOUT_METHODS).optional(),
      }),
    )
    .output(
      listOf(operatorPayout, {
        stats: z.object({
          pending: z.number().int(),
          pendingAmount: z.number(),
          processing: z.number().int(),
          processingAmount: z.number(),
        }),
      }),
    ),
  act: operatorMoneyOperation
    .route({
      method: 'POST',
      path: '/operator/payouts/{id}/actions',
      tags,
      summary: 'Process, complete, fail or reject a payout',
    })
    .input(payoutAct)
    .output(data(operatorPayout)),
  exportBatch: operatorOperation
    .route({
      method: 'POST',
      path: '/operator/payouts/export',
      tags,
      summary: 'Payouts in processing as CSV with whole bank details; audited',
    })
    .input(z.object({ ids: z.array(id).min(1).max(500) }))
    .output(z.file()),
};
