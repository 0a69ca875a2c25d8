import { memberMay } from '../account/member.ts';
import { MEMBER_ROLES, type MemberRole, type Role } from '../roles.ts';

/** What one operator did to who runs the network, to where its money comes in and goes out, or took along of somebody's data. */
export const OPERATOR_CHANGES = [
  'invite',
  'roles',
  'demote',
  'suspend',
  'reinstate',
  'reset',
  'totp_reset',
  'approval_limit',
  'paying_account',
  'deposit_account',
  'publisher_share',
  'data_export',
] as const;
export type OperatorChange = (typeof OPERATOR_CHANGES)[number];

/** What of backups can fail besides the daily one: keeping points in time, and sending them to the bucket. */
export const FAILED_BACKUPS = ['points_in_time', 'bucket'] as const;
export type FailedBackup = (typeof FAILED_BACKUPS)[number];

/**
 * Kinds are called as in the audit log. One that is not here cannot be told; whoever adds one also says in contract/notices.ts
 * what it carries, and in the dashboard its text and link.
 */
export const NOTICE_KINDS = {
  'campaign.approve': 'advertiser',
  'campaign.reject': 'advertiser',
  'campaign.pause': 'advertiser',
  'campaign.complete': 'advertiser',
  'campaign.spike': 'advertiser',
  'campaign.limit': 'advertiser',
  'creative.approve': 'advertiser',
  'creative.reject': 'advertiser',
  'creative.takeDown': 'advertiser',
  'creative.grantAppeal': 'advertiser',
  'creative.upholdAppeal': 'advertiser',
  'website.approve': 'publisher',
  'website.reject': 'publisher',
  'website.suspend': 'publisher',
  'website.activate': 'publisher',
  'website.grantAppeal': 'publisher',
  'website.upholdAppeal': 'publisher',
  'ads_txt.lose': 'publisher',
  'deposit.confirm': 'advertiser',
  'deposit.fail': 'advertiser',
  'deposit.refund': 'advertiser',
  'deposit.refund_return': 'advertiser',
  'deposit.take_back': 'operator',
  'deposit.inquire': 'operator',
  'deposit.dispute_close': 'operator',
  'top_up.stop': 'advertiser',
  'balance.low': 'advertiser',
  'balance.empty': 'advertiser',
  'invoice.issue': 'advertiser',
  'wallet.credit': 'advertiser',
  'wallet.debit': 'advertiser',
  'earnings.credit': 'publisher',
  'earnings.debit': 'publisher',
  'payout.process': 'publisher',
  'payout.complete': 'publisher',
  'payout.fail': 'publisher',
  'payout.reject': 'publisher',
  'month.close': 'publisher',
  'self_billing.cancel': 'publisher',
  'self_billing.issue_again': 'publisher',
  'sign_in.new': 'anybody',
  'webhook.stop': 'anybody',
  'network_webhook.stop': 'operator',
  'operator.change': 'operator',
  'review.wait': 'operator',
  'backup.fail': 'operator',
  'alarm.begin': 'operator',
  'alarm.end': 'operator',
} as const satisfies Record<string, Role | 'anybody'>;
export type NoticeKind = keyof typeof NOTICE_KINDS;
export const NOTICE_KIND_KEYS = Object.keys(NOTICE_KINDS) as NoticeKind[];

/** When mails of a kind come, as each person chooses. */
export const MAIL_CHOICES = ['at_once', 'digest', 'never'] as const;
export type MailChoice = (typeof MAIL_CHOICES)[number];

/** What cannot be switched off, and why: who takes over an account would do that first; the law wants it to arrive. */
export const FIXED_KINDS = {
  'operator.change': 'security',
  'sign_in.new': 'security',
  'invoice.issue': 'law',
  'wallet.debit': 'law',
  'earnings.debit': 'law',
  'self_billing.cancel': 'law',
  'self_billing.issue_again': 'law',
} as const satisfies Partial<Record<NoticeKind, 'security' | 'law'>>;
export const FIXED_FOR = ['security', 'law'] as const;
export type FixedFor = (typeof FIXED_FOR)[number];

/** Why a kind is told at the bell and mailed at once to everybody whom it concerns; null: they choose. */
export function fixedFor(kind: NoticeKind): FixedFor | null {
  return kind in FIXED_KINDS ? FIXED_KINDS[kind as keyof typeof FIXED_KINDS] : null;
}

/** The kinds that somebody with these roles may be told; `anybody` is every account's. */
export function noticeKindsOf(roles: readonly Role[]): NoticeKind[] {
  return NOTICE_KIND_KEYS.filter((kind) => {
    const whom = NOTICE_KINDS[kind];
    return whom === 'anybody' || roles.includes(whom);
  });
}

/** About money: the members who handle it are told, and the owner; of all else those who do the work. */
const ABOUT_MONEY: readonly NoticeKind[] = [
  'deposit.confirm',
  'deposit.fail',
  'deposit.refund',
  'deposit.refund_return',
  'top_up.stop',
  'balance.low',
  'balance.empty',
  'invoice.issue',
  'wallet.credit',
  'wallet.debit',
  'earnings.credit',
  'earnings.debit',
  'payout.process',
  'payout.complete',
  'payout.fail',
  'payout.reject',
  'month.close',
  'self_billing.cancel',
  'self_billing.issue_again',
];

/** Which members of an account are told of a kind. */
export function membersTold(kind: NoticeKind): MemberRole[] {
  const right = ABOUT_MONEY.includes(kind) ? 'money' : 'work';
  return MEMBER_ROLES.filter((role) => memberMay(role, right));
}
