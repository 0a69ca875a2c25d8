import { compactIban, compactNumber, debtorIssues, PAYOUT_METHODS } from '@placard/domain/payout/rules';
import { PAYOUT_OPERATOR_ACTIONS, PAYOUT_STATUSES } from '@placard/domain/payout/status';
import { z } from 'zod';
import { operatorMoneyOperation, operatorOperation, operatorStepUpOperation } from './operation.ts';
import { payout, statement } from './payments.ts';
import { get, post, put } from './route.ts';
import {
  absent,
  calendarMonth,
  csvFile,
  data,
  day,
  dollars,
  id,
  instant,
  issue,
  listOf,
  listQuery,
  oneLine,
  pdfFile,
  version,
  xmlFile,
} from './scalars.ts';

export const EXPORT_FORMATS = ['csv', 'sepa'] as const;

const operatorPayout = payout.extend({
  publisher: z.object({ id, name: z.string(), email: z.string() }),
  profileName: z.string(),
  /** Who has approved it so far; above the limit it takes two operators. */
  approvals: z.array(z.object({ name: z.string(), at: instant })),
  approvalsNeeded: z.number().int(),
  /** The caller has approved it already. */
  approvedByYou: z.boolean(),
  /** The caller is who gets the money, and so may not decide about it. */
  isYours: z.boolean(),
  /** The batch that it was exported in for payment. */
  export: z.object({ id, messageId: z.string(), format: z.enum(EXPORT_FORMATS), at: instant }).nullable(),
});
export type OperatorPayout = z.infer<typeof operatorPayout>;

const NEED_REASON = ['fail', 'reject'];

export const payoutAct = z
  .object({
    id,
    action: z.enum(PAYOUT_OPERATOR_ACTIONS),
    /** Shown to the publisher and mailed; fail and reject need one, the others have none. */
    reason: z.string().trim().max(1_000).optional(),
  })
  .superRefine((value, context) => {
    if (NEED_REASON.includes(value.action) && (value.reason ?? '') === '') {
      context.addIssue({ code: 'custom', path: ['reason'], message: issue('reason_required') });
    }
  });

const payoutExport = z.object({
  id,
  /** The bank's name for the file: it never changes, so that a file sent twice is noticed. */
  messageId: z.string(),
  format: z.enum(EXPORT_FORMATS),
  count: z.number().int(),
  amount: z.number(),
  exportedAt: instant,
  exportedBy: z.string(),
  /** On which the bank is asked to carry it out: a bank day; null: the file names none. */
  executionDay: day.nullable(),
  /** Payouts of the batch by what became of them. */
  processing: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  discarded: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  payoutIds: z.array(id),
});
export type PayoutExport = z.infer<typeof payoutExport>;

export const exportDiscard = z.object({
  id,
  reason: z.string(absent('reason_required')).trim().min(1, issue('reason_required')).max(1_000),
});

const number = z.string().max(60).transform(compactNumber);
const ibanText = z.string().max(60).transform(compactIban);

/** The account that pays; SEPA needs its IBAN. */
const debtorAccount = z
  .object({
    accountName: oneLine(70),
    iban: ibanText,
    bic: number.default(''),
  })
  .superRefine((value, context) => {
    for (const { field, code } of debtorIssues(value)) {
      context.addIssue({ code: 'custom', path: [field], message: issue(code) });
    }
  });

export const payoutSettingsChange = z.object({
  version,
  /** Payouts of more than this need two operators; 0 = none does. */
  approvalLimit: dollars
    .refine((value) => value >= 0, issue('amount_too_small'))
    .refine((value) => value <= 100_000_000, issue('amount_too_large')),
  /** Left out: the saved account stays; it is never sent back to be sent again. Null: none any more. */
  debtor: debtorAccount.nullable().optional(),
});

const payoutSettings = z.object({
  version,
  /** In force; 0 = none. */
  approvalLimit: z.number(),
  /** A limit that was raised and does not count yet; null: none is. */
  raised: z.object({ approvalLimit: z.number(), countsFrom: instant }).nullable(),
  /** Masked. */
  debtor: z.object({ accountName: z.string(), iban: z.string(), bic: z.string().optional() }).nullable(),
  currency: z.string(),
});
export type PayoutSettings = z.infer<typeof payoutSettings>;

export const CLOSING_EXCEPTIONS = [
  'figures_changed',
  'ledger_differs',
  'widgets_differ',
  'closed_late',
  'not_closed',
  'not_hashed',
] as const;

const closing = z.object({
  publisher: z.object({ id, name: z.string(), email: z.string() }),
  month: calendarMonth,
  earned: z.number(),
  /** The operator's corrections booked in that month; not part of what was earned. */
  adjustments: z.number(),
  /** Null: the month is over, but not closed yet. */
  closedAt: instant.nullable(),
  /** SHA-256 of the figures as they were closed, in hex. */
  hash: z.string().nullable(),
  exceptions: z.array(z.enum(CLOSING_EXCEPTIONS)),
});
export type Closing = z.infer<typeof closing>;

const tags = ['Operator'];
const STATEMENTS = '/operator/accounts/{id}/statements';

export const payoutsContract = {
  list: operatorOperation
    .route(get('/operator/payouts', tags, 'Payouts of all publishers, masked'))
    .input(
      z.object({
        ...listQuery(['paymentId', 'amount', 'requestedAt', 'completedAt', 'status']),
        status: z.enum(PAYOUT_STATUSES).optional(),
        method: z.enum(PAYOUT_METHODS).optional(),
        /** Of this account only. */
        account: id.optional(),
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
  get: operatorOperation
    .route(get('/operator/payouts/{id}', tags, 'A payout, masked'))
    .input(z.object({ id }))
    .output(data(operatorPayout)),
  act: operatorMoneyOperation
    .route(post('/operator/payouts/{id}/actions', tags, 'Process, complete, fail or reject a payout'))
    .input(payoutAct)
    .output(data(operatorPayout)),
  exportBatch: operatorStepUpOperation
    .route(
      post(
        '/operator/payouts/export',
        tags,
        'Payouts in processing with whole bank details, as CSV or SEPA pain.001; the same batch gives the same file; audited',
      ),
    )
    .input(z.object({ ids: z.array(id).min(1).max(500), format: z.enum(EXPORT_FORMATS).default('csv') }))
    .output(z.union([csvFile, xmlFile])),
  exports: operatorOperation
    .route(get('/operator/payouts/exports', tags, 'Batches exported for payment'))
    .input(z.object({ ...listQuery(['exportedAt']) }))
    .output(listOf(payoutExport, {})),
  discardExport: operatorStepUpOperation
    .route(
      post(
        '/operator/payouts/exports/{id}/discard',
        tags,
        'The bank has not carried it out: its payouts may be exported anew',
      ),
    )
    .input(exportDiscard)
    .output(data(payoutExport)),
  settings: operatorOperation
    .route(get('/operator/payouts/settings', tags, 'Approval limit and paying account'))
    .output(data(payoutSettings)),
  updateSettings: operatorStepUpOperation
    .route(put('/operator/payouts/settings', tags, 'Change them'))
    .input(payoutSettingsChange)
    .output(data(payoutSettings)),
  closings: operatorOperation
    .route(
      get(
        '/operator/payouts/closings',
        tags,
        'Earnings of each publisher and month that is over, with the hash of the closed figures',
      ),
    )
    .input(
      z.object({
        ...listQuery(['month', 'publisher', 'earned', 'closedAt']),
        month: calendarMonth.optional(),
        exceptions: z.boolean().optional(),
      }),
    )
    .output(
      listOf(closing, {
        /** Months that are over, newest first. */
        months: z.array(calendarMonth),
        /** Of all rows found, not only of this page. */
        stats: z.object({
          earned: z.number(),
          adjustments: z.number(),
          notClosed: z.number().int(),
          exceptions: z.number().int(),
        }),
      }),
    ),
  statements: operatorOperation
    .route(get(STATEMENTS, tags, 'Closed months of a publisher, newest first'))
    .input(z.object({ id }))
    .output(data(z.object({ items: z.array(statement) }))),
  statementPdf: operatorOperation
    .route(get(`${STATEMENTS}/{month}/pdf`, tags, 'A publisher’s statement of a closed month as PDF'))
    .input(z.object({ id, month: calendarMonth }))
    .output(pdfFile),
  statementCsv: operatorOperation
    .route(get(`${STATEMENTS}/{month}/csv`, tags, 'A publisher’s statement of a closed month as CSV'))
    .input(z.object({ id, month: calendarMonth }))
    .output(csvFile),
};
