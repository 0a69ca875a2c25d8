import {
  CHARGES_NAMED,
  CORRECTION_KINDS,
  CORRECTION_STATUSES,
  REFUND_DAYS_MAX,
} from '@placard/domain/billing/correction';
import { daysBetween } from '@placard/domain/day-bounds';
import { z } from 'zod';
import { documentKind, documentLabel } from './documents.ts';
import { operatorMoneyOperation, operatorOperation } from './operation.ts';
import { get, post } from './route.ts';
import {
  data,
  day,
  dollars,
  id,
  instant,
  issue,
  listOf,
  listQuery,
  logOf,
  logQuery,
  moneyReason,
  searchText,
} from './scalars.ts';

const account = z.object({ id, name: z.string(), email: z.string() });
const named = z.object({ id, name: z.string() });

const document = z.object({ number: z.number().int(), label: documentLabel, kind: documentKind });

export const correction = z.object({
  id,
  kind: z.enum(CORRECTION_KINDS),
  account,
  /** Above 0 the account gets it, below it pays. */
  amount: z.number(),
  currency: z.string(),
  /** Shown to the account. */
  reason: z.string(),
  /** What went back: days of the advertiser's time zone, of one campaign or website or of all. */
  period: z.object({ from: day, to: day, campaign: named.nullable(), website: named.nullable() }).nullable(),
  /** What publishers did not hold of their share: the network's loss. */
  uncovered: z.number(),
  corrects: document.nullable(),
  documents: z.array(document),
  status: z.enum(CORRECTION_STATUSES),
  requestedBy: z.string(),
  requestedAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** Waits for another operator than the caller. */
  waitsForAnother: z.boolean(),
});
export type Correction = z.infer<typeof correction>;

export const newCorrection = z.object({
  accountId: id,
  balance: z.enum(['wallet', 'earnings']),
  /** Whole cents; below 0 it is taken. */
  amount: dollars
    .refine((value) => value !== 0, issue('amount_too_small'))
    .refine((value) => Math.abs(value) <= 1_000_000, issue('amount_too_large'))
    .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), issue('amount_whole_cents')),
  reason: moneyReason,
  /** An invoice or receipt of the account's: the correction's document names it, and has its tax. */
  correctsNumber: id.optional(),
});

const refundScope = {
  accountId: id,
  periodFrom: day,
  periodTo: day,
  campaignId: id.optional(),
  websiteId: id.optional(),
};
type Period = { readonly periodFrom: string; readonly periodTo: string };

/** At most a quarter, forwards. Days to come have no charges. */
function judgePeriod({ periodFrom: from, periodTo: to }: Period, context: z.RefinementCtx): void {
  const days = daysBetween(from, to);
  const found = days < 1 ? 'end_date_before_start' : days > REFUND_DAYS_MAX ? 'refund_too_long' : null;
  if (found !== null) context.addIssue({ code: 'custom', path: ['periodTo'], message: issue(found) });
}

/** `amount`: what was seen; should it be another one by now, nothing goes back. */
export const spendRefund = z
  .object({ ...refundScope, amount: dollars, reason: moneyReason })
  .superRefine(judgePeriod);
const spendRefundQuestion = z.object(refundScope).superRefine(judgePeriod);

const shareOf = z.object({ id, name: z.string(), amount: z.number() });

const spendRefundPreview = z.object({
  currency: z.string(),
  /** What was charged and has not gone back yet. */
  amount: z.number(),
  /** Of it, what publishers earned and what the network kept. */
  publishers: z.number(),
  network: z.number(),
  uncovered: z.number(),
  /** Went back before. */
  refunded: z.number(),
  /** Those that were charged most. */
  campaigns: z.array(shareOf).max(CHARGES_NAMED),
  websites: z.array(shareOf).max(CHARGES_NAMED),
  needsSecond: z.boolean(),
});
export type SpendRefundPreview = z.infer<typeof spendRefundPreview>;

/** `corrected`: sum of the corrections that name it, and of a receipt less what was refunded of its deposit. */
const correctableDocument = document.extend({ amount: z.number(), corrected: z.number(), issuedAt: instant });
export type CorrectableDocument = z.infer<typeof correctableDocument>;

/** Whose balances can be corrected. */
const correctable = account.extend({
  roles: z.array(z.enum(['advertiser', 'publisher'])),
  wallet: z.number(),
  available: z.number(),
  currency: z.string(),
});
export type CorrectableAccount = z.infer<typeof correctable>;

const tags = ['Operator'];
const PATH = '/operator/corrections';

/** What the operator books by hand. */
export const correctionsContract = {
  list: operatorOperation
    .route(get(PATH, tags, 'Corrections of balances and refunds of charges, newest first'))
    .input(
      z.object({
        ...listQuery(['requestedAt', 'amount']),
        status: z.enum(CORRECTION_STATUSES).optional(),
        kind: z.enum(CORRECTION_KINDS).optional(),
      }),
    )
    .output(
      listOf(correction, {
        stats: z.object({
          pending: z.number().int(),
          /** What the caller booked within 24 hours that nobody else approved, in either direction. */
          bookedAlone: z.number(),
        }),
        /** Beyond it, together, another operator has to approve; 0: never. */
        approvalLimit: z.number(),
      }),
    ),
  accounts: operatorOperation
    .route(get(`${PATH}/accounts`, tags, 'Accounts with their balances, to be corrected, newest first'))
    .input(z.object({ ...logQuery(20), search: searchText.default('') }))
    .output(logOf(correctable, {})),
  documents: operatorOperation
    .route(
      get(
        `${PATH}/documents`,
        tags,
        'Invoices and receipts of an account, to be corrected, newest first; search finds one by its name or number',
      ),
    )
    .input(z.object({ ...logQuery(100), accountId: id, search: searchText.default('') }))
    .output(logOf(correctableDocument, {})),
  create: operatorMoneyOperation
    .route(
      post(
        PATH,
        tags,
        'Credit or debit a wallet or earnings; above the limit a second operator has to approve',
      ),
    )
    .input(newCorrection)
    .output(data(correction)),
  preview: operatorOperation
    .route(get(`${PATH}/spend`, tags, 'What an advertiser was charged in a period and can go back'))
    .input(spendRefundQuestion)
    .output(data(spendRefundPreview)),
  refundSpend: operatorMoneyOperation
    .route(post(`${PATH}/spend`, tags, 'Give back what an advertiser was charged in a period'))
    .input(spendRefund)
    .output(data(correction)),
  decide: operatorMoneyOperation
    .route(
      post(
        `${PATH}/{id}/decision`,
        tags,
        'Approve a correction that waits for a second operator, or reject it',
      ),
    )
    .input(z.object({ id, action: z.enum(['approve', 'reject']) }))
    .output(data(correction)),
};
