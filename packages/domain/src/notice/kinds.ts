import type { TopUpStop } from '../billing/top-up.ts';
import type { Role } from '../roles.ts';

/** What happened to something with a name and a page of its own. */
type About = { readonly subjectId: number; readonly name: string };
type Rejected = About & { readonly code: string; readonly text: string };
/** Dollars, as everywhere outside of the books. */
type Amount = { readonly amount: number; readonly currency: string };
type AboutPayout = Amount & { readonly paymentId: string };
type PayoutReturned = AboutPayout & { readonly reason: string };

/** What one operator did to who runs the network, or to how its money goes out. */
export const OPERATOR_CHANGES = [
  'invite',
  'roles',
  'reset',
  'totp_reset',
  'approval_limit',
  'paying_account',
] as const;
export type OperatorChange = (typeof OPERATOR_CHANGES)[number];

/** What a notice of each kind carries; the dashboard's texts name these values. Kinds are called as in the audit log. */
export type NoticeData = {
  'campaign.approve': About;
  'campaign.reject': Rejected;
  'campaign.complete': About & { readonly because: 'end_date' | 'budget_spent' };
  'creative.approve': About;
  'creative.reject': Rejected;
  'creative.takeDown': Rejected;
  'website.approve': About;
  'website.reject': Rejected;
  'website.suspend': About & { readonly text: string };
  'website.activate': About;
  'deposit.confirm': Amount & { readonly reference: string; readonly invoiceNumber: string };
  'deposit.fail': Amount & { readonly reference: string };
  'deposit.refund': Amount & { readonly reference: string };
  'deposit.refund_return': Amount & { readonly reference: string };
  'deposit.take_back': Amount & {
    readonly reference: string;
    readonly advertiser: string;
    /** What the wallet did not hold of it. */
    readonly uncovered: number;
    readonly origin: 'gateway' | 'dispute';
  };
  'top_up.stop': { readonly because: TopUpStop };
  'balance.low': Amount & { readonly threshold: number };
  'balance.empty': { readonly currency: string };
  'invoice.issue': Amount & { readonly invoiceNumber: string; readonly month: string };
  'payout.process': AboutPayout;
  'payout.complete': AboutPayout;
  'payout.fail': PayoutReturned;
  'payout.reject': PayoutReturned;
  'month.close': Amount & { readonly month: string };
  'operator.change': { readonly change: OperatorChange; readonly by: string; readonly about: string };
  'review.wait': { readonly campaigns: number; readonly creatives: number; readonly websites: number };
};
export type NoticeKind = keyof NoticeData;

/** A kind that is not here cannot be told; whoever adds one also adds its text and link to the dashboard. */
export const NOTICE_KINDS = {
  'campaign.approve': 'advertiser',
  'campaign.reject': 'advertiser',
  'campaign.complete': 'advertiser',
  'creative.approve': 'advertiser',
  'creative.reject': 'advertiser',
  'creative.takeDown': 'advertiser',
  'website.approve': 'publisher',
  'website.reject': 'publisher',
  'website.suspend': 'publisher',
  'website.activate': 'publisher',
  'deposit.confirm': 'advertiser',
  'deposit.fail': 'advertiser',
  'deposit.refund': 'advertiser',
  'deposit.refund_return': 'advertiser',
  'deposit.take_back': 'operator',
  'top_up.stop': 'advertiser',
  'balance.low': 'advertiser',
  'balance.empty': 'advertiser',
  'invoice.issue': 'advertiser',
  'payout.process': 'publisher',
  'payout.complete': 'publisher',
  'payout.fail': 'publisher',
  'payout.reject': 'publisher',
  'month.close': 'publisher',
  'operator.change': 'operator',
  'review.wait': 'operator',
} as const satisfies Record<NoticeKind, Role>;

/** Mailed to everybody whom it concerns: whoever takes over an account would switch these off first. */
export const ALWAYS_MAILED: readonly NoticeKind[] = ['operator.change'];

function isNoticeKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(NOTICE_KINDS, kind);
}

/** The kinds that somebody with these roles may be told. */
export function noticeKindsOf(roles: readonly Role[]): NoticeKind[] {
  return Object.entries(NOTICE_KINDS).flatMap(([kind, role]) =>
    isNoticeKind(kind) && roles.includes(role) ? [kind] : [],
  );
}
