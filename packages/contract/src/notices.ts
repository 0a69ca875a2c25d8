import { DISPUTE_OUTCOMES, DISPUTE_TASKS } from '@placard/domain/billing/dispute';
import { TOP_UP_STOPS } from '@placard/domain/billing/top-up';
import { SPENDING_LIMITS } from '@placard/domain/campaign/limit';
import { ALARM_KINDS } from '@placard/domain/home/alarms';
import { CHANGED_KINDS } from '@placard/domain/notice/change-path';
import {
  FAILED_BACKUPS,
  FIXED_FOR,
  MAIL_CHOICES,
  NOTICE_KIND_KEYS,
  type NoticeKind,
  OPERATOR_CHANGES,
} from '@placard/domain/notice/kinds';
import { z } from 'zod';
import { signedInOperation } from './operation.ts';
import { get, post, put } from './route.ts';
import { data, done, id, instant, logOf, logQuery } from './scalars.ts';

const kind = z.enum(NOTICE_KIND_KEYS);

/** What happened to something with a name and a page of its own. */
const about = z.object({ subjectId: id, name: z.string() });
const rejected = about.extend({ code: z.string(), text: z.string() });
const upheld = about.extend({ text: z.string() });
/** Dollars, as everywhere outside of the books. */
const amount = z.object({ amount: z.number(), currency: z.string() });
const disputeTask = z.enum(DISPUTE_TASKS);
const aboutDeposit = amount.extend({ reference: z.string() });
const corrected = amount.extend({ reason: z.string() });
const aboutPayout = amount.extend({ paymentId: z.string() });
const payoutReturned = aboutPayout.extend({ reason: z.string() });
/** Stored as a number before documents had series. */
const invoiceNumber = z.coerce.string();
const count = z.number().int();

const NOTICE_DATA = {
  'campaign.approve': about,
  'campaign.reject': rejected,
  'campaign.pause': about,
  'campaign.complete': about.extend({ because: z.enum(['end_date', 'budget_spent']) }),
  'campaign.spike': about.extend({
    ...amount.shape,
    usual: z.number(),
    /** Spent within an hour of the clock; without it, on a day. */
    span: z.literal('hour').optional(),
  }),
  'campaign.limit': about.extend({ reason: z.enum(SPENDING_LIMITS) }),
  'creative.approve': about,
  'creative.reject': rejected,
  'creative.takeDown': rejected,
  'creative.grantAppeal': about,
  'creative.upholdAppeal': upheld,
  'website.approve': about,
  'website.reject': rejected,
  'website.suspend': upheld,
  'website.activate': about,
  'website.grantAppeal': about,
  'website.upholdAppeal': upheld,
  'ads_txt.lose': about.extend({ outcome: z.enum(['file_missing', 'nothing_declared', 'line_missing']) }),
  'deposit.confirm': aboutDeposit.extend({ invoiceNumber }),
  'deposit.fail': aboutDeposit,
  'deposit.refund': aboutDeposit,
  'deposit.refund_return': aboutDeposit,
  'deposit.take_back': aboutDeposit.extend({
    advertiser: z.string(),
    /** What the wallet did not hold of it. */
    uncovered: z.number(),
    origin: z.enum(['gateway', 'dispute']),
    /** Of a dispute: until when it can be answered, and what to do. Notices of before have neither. */
    dueAt: instant.nullish(),
    task: disputeTask.optional(),
  }),
  'deposit.inquire': aboutDeposit.extend({
    advertiser: z.string(),
    dueAt: instant.nullable(),
    task: disputeTask,
  }),
  'deposit.dispute_close': aboutDeposit.extend({
    advertiser: z.string(),
    outcome: z.enum(DISPUTE_OUTCOMES),
    /** Nobody of the account is there any more to be told. */
    erased: z.boolean(),
  }),
  'top_up.stop': z.object({ because: z.enum(TOP_UP_STOPS) }),
  'balance.low': amount.extend({ threshold: z.number() }),
  'balance.empty': z.object({ currency: z.string() }),
  'invoice.issue': amount.extend({ invoiceNumber, month: z.string() }),
  'wallet.credit': corrected,
  'wallet.debit': corrected,
  'earnings.credit': corrected,
  'earnings.debit': corrected,
  'payout.process': aboutPayout,
  'payout.complete': aboutPayout,
  'payout.fail': payoutReturned,
  'payout.reject': payoutReturned,
  'month.close': amount.extend({ month: z.string() }),
  'self_billing.cancel': amount.extend({ label: z.string(), reason: z.string() }),
  'self_billing.issue_again': amount.extend({ label: z.string() }),
  /** Null: its browser names none that we know. */
  'sign_in.new': z.object({ device: z.object({ browser: z.string(), system: z.string() }).nullable() }),
  'webhook.stop': z.object({ address: z.string(), because: z.enum(['failing', 'gone']) }),
  'network_webhook.stop': z.object({ address: z.string(), because: z.enum(['failing', 'gone']) }),
  'operator.change': z.object({
    change: z.enum(OPERATOR_CHANGES),
    by: z.string(),
    about: z.string(),
    /** What it was about, where that has a page. Notices of before have none. */
    record: z.object({ kind: z.enum(CHANGED_KINDS), id }).optional(),
  }),
  'review.wait': z.object({ campaigns: count, creatives: count, websites: count, appeals: count.optional() }),
  'backup.fail': z.object({
    reason: z.string(),
    /** Without it, the daily one. */
    backupOf: z.enum(FAILED_BACKUPS).optional(),
  }),
  'alarm.begin': z.object({ alarm: z.enum(ALARM_KINDS) }),
  'alarm.end': z.object({ alarm: z.enum(ALARM_KINDS) }),
} as const satisfies Record<NoticeKind, z.ZodType>;
/** What a notice of each kind carries; the dashboard's texts name these values. */
export type NoticeData = { [Kind in NoticeKind]: z.output<(typeof NOTICE_DATA)[Kind]> };

const head = z.object({ id, createdAt: instant, readAt: instant.nullable() });
export type Notice = z.output<typeof head> &
  { [Kind in NoticeKind]: { readonly kind: Kind; readonly data: NoticeData[Kind] } }[NoticeKind];
/** One shape for each kind. */
export const notice = z.union(
  NOTICE_KIND_KEYS.map((one) => head.extend({ kind: z.literal(one), data: NOTICE_DATA[one] })),
) as z.ZodType<Notice>;

/** Whether a stored notice makes sense as what its kind carries: what another release wrote may not. */
export function makesSense(of: NoticeKind, detail: unknown): boolean {
  return NOTICE_DATA[of].safeParse(detail).success;
}

const choice = z.object({ kind, inApp: z.boolean(), mail: z.enum(MAIL_CHOICES) });
const preferences = z.object({
  items: z.array(
    choice.extend({
      /** Why it cannot be chosen; null: it can. */
      fixedFor: z.enum(FIXED_FOR).nullable(),
    }),
  ),
});
export type NoticePreference = z.infer<typeof preferences>['items'][number];
const chosenPreferences = z.object({ items: z.array(choice).max(NOTICE_KIND_KEYS.length) });

const tags = ['Notices'];

export const noticesContract = {
  list: signedInOperation
    .route(get('/notices', tags, 'Your notices, newest first'))
    .input(z.object(logQuery(20)))
    .output(logOf(notice, { unread: z.number().int() })),
  unread: signedInOperation
    .route(get('/notices/unread', tags, 'How many notices you have not read'))
    .output(data(z.object({ unread: z.number().int() }))),
  markRead: signedInOperation
    .route(post('/notices/{id}/read', tags, 'Mark a notice as read'))
    .input(z.object({ id }))
    .output(done),
  markAllRead: signedInOperation
    .route(post('/notices/read', tags, 'Mark notices as read up to one: what came later stays unread'))
    .input(z.object({ upTo: id }))
    .output(done),
  preferences: signedInOperation
    .route(
      get('/notices/preferences', tags, 'What of each kind of notice you are told, at the bell and by mail'),
    )
    .output(data(preferences)),
  updatePreferences: signedInOperation
    .route(
      put('/notices/preferences', tags, 'Choose what you are told of each kind, at the bell and by mail'),
    )
    .input(chosenPreferences)
    .output(data(preferences)),
};
