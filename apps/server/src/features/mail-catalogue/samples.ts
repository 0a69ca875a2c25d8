import { commandLine } from '@placard/db/process/commands';
import type { NoticeKind } from '@placard/domain/notice/kinds';
import { linkUrl } from '../../mail/link-addresses.ts';
import { type MailName, type MailText, mailPart, mailText } from '../../mail/mail-text.ts';
import { dayIn, instantIn, moneyIn, monthIn } from '../../texts/worded.ts';
import { approvalMail, grantedMail, rejectionMail, upheldMail } from '../reviews/review-mail.ts';

/** What samples are made of: of this network, and of nobody who is there. */
export type SampleFacts = { readonly network: string; readonly publicUrl: string; readonly at: Date };

const CURRENCY = 'USD';
const AMOUNT = moneyIn(125_000n, CURRENCY);
const TOKEN = 'sample';
const PERSON = 'sample@example.com';
const ACCOUNT = 'Example Ltd';
const CAMPAIGN = 'Example campaign';
const DOMAIN = 'news.example';
const PAYMENT = 'PAY-0001';
const REFERENCE = 'DEP-0001';
const DEPOSITS = '/operator/deposits';
const REASON = 'An example of a reason that the network gives.';

/** One of each mail of the catalogue of texts: whoever writes another one is asked for its sample by the compiler. */
export const MAIL_SAMPLES = {
  memberInvite: ({ network, publicUrl }) =>
    mailText('memberInvite', {
      ...{ network, by: 'A colleague', inviter: `A colleague (${PERSON})`, account: ACCOUNT },
      role: mailPart('memberRole.manager'),
      url: linkUrl(publicUrl, 'member', TOKEN),
    }),
  memberJoined: ({ network }) =>
    mailText('memberJoined', {
      ...{ network, account: ACCOUNT, name: 'A colleague', email: PERSON },
      role: mailPart('memberRole.finance'),
    }),
  accountHandedOver: ({ network }) =>
    mailText('accountHandedOver', { network, account: ACCOUNT, from: PERSON, to: 'other@example.com' }),
  signUp: ({ network, publicUrl }) =>
    mailText('signUp', { network, url: linkUrl(publicUrl, 'signUp', TOKEN) }),
  signUpKnown: ({ network, publicUrl }) => mailText('signUpKnown', { network, url: `${publicUrl}/login` }),
  signUpWaits: ({ network, publicUrl }) =>
    mailText('signUpWaits', { network, email: PERSON, url: `${publicUrl}/operator/users` }),
  signUpApproved: ({ network, publicUrl }) =>
    mailText('signUpApproved', { network, url: `${publicUrl}/login` }),
  signUpRefused: ({ network }) => mailText('signUpRefused', { network }),
  invite: ({ network, publicUrl }) =>
    mailText('invite', { network, url: linkUrl(publicUrl, 'invite', TOKEN) }),
  resetPassword: ({ network, publicUrl }) =>
    mailText('resetPassword', { network, url: linkUrl(publicUrl, 'reset', TOKEN) }),
  resetByOperator: ({ network, publicUrl }) =>
    mailText('resetByOperator', { network, url: linkUrl(publicUrl, 'reset', TOKEN) }),
  secondFactor: ({ network }) => mailText('secondFactor', { network, change: 'on' }),
  operatorChange: ({ network }) =>
    mailText(
      'operatorChange',
      {
        network,
        what: mailPart('operatorChange.what.roles', { by: PERSON, about: 'other@example.com' }),
      },
      '/operator/users',
    ),
  confirmEmail: ({ network, publicUrl }) =>
    mailText('confirmEmail', { network, url: linkUrl(publicUrl, 'verify', TOKEN) }),
  emailAsked: ({ network }) => mailText('emailAsked', { network, email: PERSON }),
  emailChanged: ({ network }) => mailText('emailChanged', { network, email: PERSON }),
  passwordChanged: ({ network }) => mailText('passwordChanged', { network }),
  newSignIn: ({ network, publicUrl, at }) =>
    mailText('newSignIn', {
      network,
      device: mailPart('device.known', { browser: 'Firefox', system: 'Linux' }),
      when: instantIn(at, 'UTC'),
      url: `${publicUrl}/account#sessions`,
    }),
  passkey: ({ network }) => mailText('passkey', { network, change: 'added', name: 'Laptop' }),
  signInLink: ({ network }) =>
    mailText('signInLink', { network, change: 'linked', provider: 'id.example.com' }),
  dataExport: ({ network, publicUrl }) => mailText('dataExport', { network, url: `${publicUrl}/account` }),
  dataExportGiven: ({ network, publicUrl }) =>
    mailText('dataExportGiven', { network, email: PERSON, url: `${publicUrl}/operator/users` }),
  accountClosed: ({ network, at }) =>
    mailText('accountClosed', {
      ...{ network, account: ACCOUNT, by: 'operator', reason: REASON },
      day: dayIn(at.toISOString().slice(0, 10)),
    }),
  accountReopened: ({ network, publicUrl }) =>
    mailText('accountReopened', { network, account: ACCOUNT, url: `${publicUrl}/login` }),
  depositConfirmed: ({ network }) =>
    mailText('depositConfirmed', {
      ...{ network, amount: AMOUNT, reference: REFERENCE, invoiceNumber: 'REC-1-0001' },
    }),
  depositFailed: ({ network }) =>
    mailText('depositFailed', { network, amount: AMOUNT, reference: REFERENCE }),
  refunded: ({ network }) => mailText('refunded', { network, amount: AMOUNT, reference: REFERENCE }),
  refundReturned: ({ network }) =>
    mailText('refundReturned', { network, amount: AMOUNT, reference: REFERENCE }),
  clawback: ({ network }) =>
    mailText(
      'clawback',
      {
        ...{ network, amount: AMOUNT, reference: REFERENCE, advertiser: PERSON, origin: 'gateway' },
        loss: mailPart('clawback.covered'),
      },
      DEPOSITS,
    ),
  inquiry: ({ network, at }) =>
    mailText(
      'inquiry',
      {
        ...{ network, amount: AMOUNT, reference: REFERENCE, advertiser: PERSON },
        task: mailPart('disputeTask.answer', { until: instantIn(at, 'UTC') }),
      },
      DEPOSITS,
    ),
  disputeOver: ({ network }) =>
    mailText(
      'disputeOver',
      {
        ...{ network, amount: AMOUNT, reference: REFERENCE, advertiser: PERSON, outcome: 'won' },
        what: mailPart('disputeOver.won'),
      },
      DEPOSITS,
    ),
  depositDiffers: ({ network }) =>
    mailText(
      'depositDiffers',
      {
        ...{ network, amount: AMOUNT, reference: REFERENCE, received: moneyIn(120_000n, CURRENCY) },
      },
      DEPOSITS,
    ),
  depositPaidTwice: ({ network }) =>
    mailText(
      'depositPaidTwice',
      {
        ...{ network, received: AMOUNT, reference: REFERENCE, payment: 'pi_3Pq7KQ2MX' },
      },
      DEPOSITS,
    ),
  topUpStopped: ({ network }) =>
    mailText('topUpStopped', { network, because: mailPart('topUpStopped.because.declined') }),
  lowBalance: ({ network, publicUrl }) =>
    mailText('lowBalance', {
      ...{ network, amount: moneyIn(4_250n, CURRENCY), threshold: moneyIn(5_000n, CURRENCY) },
      url: `${publicUrl}/advertiser/billing`,
    }),
  balanceEmpty: ({ network, publicUrl }) =>
    mailText('balanceEmpty', { network, url: `${publicUrl}/advertiser/billing` }),
  balanceCredited: ({ network, publicUrl }) =>
    mailText('balanceCredited', {
      ...{ network, amount: AMOUNT, balance: 'wallet', reason: REASON },
      url: `${publicUrl}/advertiser/billing`,
    }),
  balanceDebited: ({ network, publicUrl }) =>
    mailText('balanceDebited', {
      ...{ network, amount: AMOUNT, balance: 'earnings', reason: REASON },
      url: `${publicUrl}/publisher/payment`,
    }),
  invoiceIssued: ({ network, publicUrl }) =>
    mailText('invoiceIssued', {
      ...{ network, amount: AMOUNT, month: monthIn('2026-01-01'), invoiceNumber: 'INV-1-0001' },
      url: `${publicUrl}/advertiser/billing`,
    }),
  monthClosed: ({ network, publicUrl }) =>
    mailText('monthClosed', {
      ...{ network, amount: AMOUNT, month: monthIn('2026-01-01'), url: `${publicUrl}/publisher/payment` },
    }),
  payoutRequested: ({ network }) => mailText('payoutRequested', payout(network)),
  payoutProcessing: ({ network }) => mailText('payoutProcessing', payout(network)),
  payoutCompleted: ({ network }) => mailText('payoutCompleted', payout(network)),
  payoutFailed: ({ network }) =>
    mailText('payoutFailed', { network, amount: AMOUNT, paymentId: PAYMENT, reason: REASON }),
  payoutRejected: ({ network }) =>
    mailText('payoutRejected', { network, amount: AMOUNT, paymentId: PAYMENT, reason: REASON }),
  paymentProfile: ({ network }) => mailText('paymentProfile', { network, name: 'Example account' }),
  campaignCompleted: ({ network, publicUrl }) =>
    mailText('campaignCompleted', {
      ...{ network, name: CAMPAIGN, because: 'end_date', url: `${publicUrl}/advertiser/campaigns/1` },
    }),
  campaignPaused: ({ network, publicUrl }) =>
    mailText('campaignPaused', { network, name: CAMPAIGN, url: `${publicUrl}/advertiser/campaigns/1` }),
  spendSpike: ({ network, publicUrl }) =>
    mailText('spendSpike', {
      ...{ network, name: CAMPAIGN, amount: AMOUNT, usual: moneyIn(20_000n, CURRENCY), span: 'day' },
      url: `${publicUrl}/advertiser/campaigns/1`,
    }),
  campaignLimited: ({ network, publicUrl }) =>
    mailText('campaignLimited', {
      ...{ network, name: CAMPAIGN, why: mailPart('limit.bid') },
      url: `${publicUrl}/advertiser/campaigns/1`,
    }),
  takeDown: ({ network, publicUrl }) =>
    mailText('takeDown', {
      ...{ network, name: 'Example creative', text: REASON, url: `${publicUrl}/advertiser/creatives/1` },
    }),
  'review.approved': ({ network, publicUrl }) =>
    approvalMail({ network, kind: 'campaign', name: CAMPAIGN, url: `${publicUrl}/advertiser/campaigns/1` }),
  'review.rejected': ({ network, publicUrl }) =>
    rejectionMail({
      ...{ network, kind: 'website', name: DOMAIN, code: 'poor_quality', text: REASON },
      url: `${publicUrl}/publisher/websites/1/edit`,
    }),
  documentCancelled: ({ network, publicUrl }) =>
    mailText('documentCancelled', {
      ...{ network, label: 'SBI-1-0001', cancellation: 'SBC-1-0001', amount: AMOUNT, reason: REASON },
      url: `${publicUrl}/publisher/payment`,
    }),
  documentIssuedAgain: ({ network, publicUrl }) =>
    mailText('documentIssuedAgain', {
      ...{ network, label: 'SBI-1-0002', replaced: 'SBI-1-0001', amount: AMOUNT },
      url: `${publicUrl}/publisher/payment`,
    }),
  'appeal.granted': ({ network, publicUrl }) =>
    grantedMail({
      ...{ network, kind: 'creative', name: 'Example creative', url: `${publicUrl}/advertiser/creatives/1` },
    }),
  'appeal.upheld': ({ network, publicUrl }) =>
    upheldMail({
      ...{
        network,
        kind: 'website',
        name: DOMAIN,
        text: REASON,
        url: `${publicUrl}/publisher/websites/1/edit`,
      },
    }),
  suspension: ({ network, publicUrl }) =>
    mailText('suspension', {
      ...{ network, name: DOMAIN, text: REASON, url: `${publicUrl}/publisher/websites/1/edit` },
    }),
  activation: ({ network, publicUrl }) =>
    mailText('activation', { network, name: DOMAIN, url: `${publicUrl}/publisher/websites/1/widgets` }),
  adsTxtLost: ({ network, publicUrl }) =>
    mailText('adsTxtLost', {
      ...{ network, name: DOMAIN, line: `${new URL(publicUrl).hostname}, 1, DIRECT` },
      url: `${publicUrl}/publisher/ads-txt`,
    }),
  webhookStopped: ({ network, publicUrl }) =>
    mailText('webhookStopped', {
      ...{ network, address: 'https://example.com/hook', reason: mailPart('webhookStop.failing') },
      url: `${publicUrl}/account/webhooks`,
    }),
  viewRefused: ({ network, publicUrl }) =>
    mailText('viewRefused', {
      ...{ network, name: 'Week', why: mailPart('viewRefusal.hours') },
      url: `${publicUrl}/advertiser/statistics?view=1`,
      stop: `${publicUrl}/unsubscribe`,
    }),
  reviewWaits: ({ network, publicUrl }) =>
    mailText('reviewWaits', {
      ...{ network, url: `${publicUrl}/operator/reviews` },
      what: mailPart('reviewWaits.campaigns', { count: 2 }),
    }),
  backupFailed: ({ network }) =>
    mailText('backupFailed', {
      network,
      what: 'daily',
      reason: 'No space left on the disk.',
      command: commandLine('backup'),
    }),
  alarmBegun: ({ network, publicUrl }) =>
    mailText('alarmBegun', {
      ...{ network, what: mailPart('alarm.disk_low'), url: `${publicUrl}/operator/health` },
    }),
  alarmOver: ({ network, publicUrl }) =>
    mailText('alarmOver', {
      ...{ network, what: mailPart('alarm.disk_low'), url: `${publicUrl}/operator/health` },
    }),
} as const satisfies Record<MailName, (facts: SampleFacts) => MailText>;

function payout(network: string) {
  return { network, amount: AMOUNT, paymentId: PAYMENT, tax: '' };
}

/** By which mail each kind of notice is told; more than one where its subject has several ways to be. */
export const MAILS_OF_NOTICES = {
  'campaign.approve': 'review.approved',
  'campaign.reject': 'review.rejected',
  'campaign.pause': 'campaignPaused',
  'campaign.complete': 'campaignCompleted',
  'campaign.spike': 'spendSpike',
  'campaign.limit': 'campaignLimited',
  'creative.approve': 'review.approved',
  'creative.reject': 'review.rejected',
  'creative.takeDown': 'takeDown',
  'creative.grantAppeal': 'appeal.granted',
  'creative.upholdAppeal': 'appeal.upheld',
  'website.approve': 'review.approved',
  'website.reject': 'review.rejected',
  'website.suspend': 'suspension',
  'website.activate': 'activation',
  'website.grantAppeal': 'appeal.granted',
  'website.upholdAppeal': 'appeal.upheld',
  'ads_txt.lose': 'adsTxtLost',
  'deposit.confirm': 'depositConfirmed',
  'deposit.fail': 'depositFailed',
  'deposit.refund': 'refunded',
  'deposit.refund_return': 'refundReturned',
  'deposit.take_back': 'clawback',
  'deposit.inquire': 'inquiry',
  'deposit.dispute_close': 'disputeOver',
  'top_up.stop': 'topUpStopped',
  'balance.low': 'lowBalance',
  'balance.empty': 'balanceEmpty',
  'invoice.issue': 'invoiceIssued',
  'wallet.credit': 'balanceCredited',
  'wallet.debit': 'balanceDebited',
  'earnings.credit': 'balanceCredited',
  'earnings.debit': 'balanceDebited',
  'payout.process': 'payoutProcessing',
  'payout.complete': 'payoutCompleted',
  'payout.fail': 'payoutFailed',
  'payout.reject': 'payoutRejected',
  'month.close': 'monthClosed',
  'self_billing.cancel': 'documentCancelled',
  'self_billing.issue_again': 'documentIssuedAgain',
  'sign_in.new': 'newSignIn',
  'webhook.stop': 'webhookStopped',
  'network_webhook.stop': 'webhookStopped',
  'operator.change': 'operatorChange',
  'review.wait': 'reviewWaits',
  'backup.fail': 'backupFailed',
  'alarm.begin': 'alarmBegun',
  'alarm.end': 'alarmOver',
} as const satisfies Record<NoticeKind, MailName>;
