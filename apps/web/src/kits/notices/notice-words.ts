import type { Notice, NoticeData } from '@placard/contract/notices';
import type { DisputeTask } from '@placard/domain/billing/dispute';
import { changePath } from '@placard/domain/notice/change-path';
import { translator } from '../../i18n/texts.ts';
import { formatMoney, formatMoneyCents } from '../../lib/format/number-format.ts';
import { formatDateTime, formatMonth } from '../../lib/format/time-format.ts';
import { noticeTexts } from './texts.ts';

/** What is no month, of a notice from before there were months, stays as it is. */
function monthText(month: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(month) ? formatMonth(month) : month;
}

/** Amounts in the network's currency, months by name. */
function written({ data }: Notice) {
  return {
    name: 'name' in data ? data.name : '',
    // Whole cents: a fraction more says nothing here.
    amount: 'amount' in data ? formatMoneyCents(data.amount, data.currency) : '',
    month: 'month' in data ? monthText(data.month) : '',
    by: 'by' in data ? data.by : '',
    label: 'label' in data ? data.label : '',
    span: spanOf(data),
    outcome: 'outcome' in data ? data.outcome : '',
    backupOf: 'backupOf' in data ? (data.backupOf ?? 'daily') : 'daily',
  };
}

function spanOf(data: Notice['data']): 'hour' | 'day' {
  return 'span' in data && data.span !== undefined ? data.span : 'day';
}

function usualOf({ usual, currency }: { readonly usual: number; readonly currency: string }): string {
  return formatMoneyCents(usual, currency);
}

export function noticeTitle(notice: Notice): string {
  return translator(noticeTexts)(`text.${notice.kind}`, written(notice));
}

/** What to do about a dispute, as it was when it was told. */
function taskText(task: DisputeTask, dueAt: string | null, timeZone: string): string {
  const t = translator(noticeTexts);
  if (task !== 'answer') return t(`detail.dispute.${task}`);
  if (dueAt === null) return t('detail.dispute.answerSoon');
  return t('detail.dispute.answer', { until: formatDateTime(dueAt, timeZone) });
}

function takenBackText(data: NoticeData['deposit.take_back'], timeZone: string): string {
  const t = translator(noticeTexts);
  const { reference, advertiser, uncovered, currency, task, dueAt = null } = data;
  const taken =
    uncovered === 0
      ? t('detail.takenBack', { reference, advertiser })
      : t('detail.uncovered', { reference, advertiser, uncovered: formatMoney(uncovered, currency) });
  return task === undefined ? taken : `${taken} ${taskText(task, dueAt, timeZone)}`;
}

function decidedText({ reference, advertiser, outcome, erased }: NoticeData['deposit.dispute_close']) {
  const how = outcome === 'won' && erased ? 'wonErased' : outcome;
  return translator(noticeTexts)(`detail.disputeOver.${how}`, { reference, advertiser });
}

function waitingText(data: NoticeData['review.wait']): string {
  return (['campaigns', 'creatives', 'websites', 'appeals'] as const)
    .map((name) => ({ name, count: data[name] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => translator(noticeTexts)(`detail.waiting.${name}`, { count }))
    .join(', ');
}

/** What stands below the title: a reason, a number, what to do. */
export function noticeDetail({ kind, data }: Notice, timeZone: string): string | null {
  const t = translator(noticeTexts);
  switch (kind) {
    case 'campaign.reject':
    case 'creative.reject':
    case 'creative.takeDown':
    case 'website.reject':
    case 'website.suspend':
    case 'creative.upholdAppeal':
    case 'website.upholdAppeal':
      return data.text;
    case 'payout.fail':
    case 'payout.reject':
    case 'wallet.credit':
    case 'wallet.debit':
    case 'earnings.credit':
    case 'earnings.debit':
    case 'self_billing.cancel':
    case 'backup.fail':
      return data.reason;
    case 'campaign.spike':
      return t('detail.spike', { usual: usualOf(data), span: spanOf(data) });
    case 'campaign.limit':
      return t(`detail.limit.${data.reason}`);
    case 'sign_in.new':
      return data.device === null ? t('detail.unknownDevice') : t('detail.device', data.device);
    case 'campaign.complete':
      return t(data.because === 'end_date' ? 'detail.completeByDate' : 'detail.completeByBudget');
    case 'deposit.confirm':
      return t('detail.receipt', { reference: data.reference, number: data.invoiceNumber });
    case 'deposit.fail':
    case 'deposit.refund':
    case 'deposit.refund_return':
      return t('detail.reference', { reference: data.reference });
    case 'deposit.take_back':
      return takenBackText(data, timeZone);
    case 'deposit.inquire': {
      const { reference, advertiser } = data;
      return `${t('detail.inquiry', { reference, advertiser })} ${taskText(data.task, data.dueAt, timeZone)}`;
    }
    case 'deposit.dispute_close':
      return decidedText(data);
    case 'top_up.stop':
      return t(`detail.topUp.${data.because}`);
    case 'ads_txt.lose':
      return t(`detail.adsTxt.${data.outcome}`);
    case 'balance.low':
      return t('detail.low', { threshold: formatMoney(data.threshold, data.currency) });
    case 'balance.empty':
      return t('detail.empty');
    case 'invoice.issue':
      return t('detail.invoice', { number: data.invoiceNumber });
    case 'payout.process':
    case 'payout.complete':
      return data.paymentId;
    case 'webhook.stop':
    case 'network_webhook.stop':
      return t(`detail.webhook.${data.because}`, { address: data.address });
    case 'operator.change':
      return t(`detail.operator.${data.change}`, { by: data.by, about: data.about });
    case 'alarm.begin':
    case 'alarm.end':
      return t(`detail.alarm.${data.alarm}`);
    case 'review.wait':
      return waitingText(data);
    default:
      return null;
  }
}

/** Where one goes from here. */
export function noticePath({ kind, data }: Notice): string {
  switch (kind) {
    case 'campaign.approve':
    case 'campaign.reject':
    case 'campaign.pause':
    case 'campaign.complete':
    case 'campaign.spike':
    case 'campaign.limit':
      return `/advertiser/campaigns/${data.subjectId}`;
    case 'creative.approve':
    case 'creative.reject':
    case 'creative.takeDown':
    case 'creative.grantAppeal':
    case 'creative.upholdAppeal':
      return `/advertiser/creatives/${data.subjectId}`;
    case 'website.approve':
    case 'website.activate':
    case 'website.grantAppeal':
      return `/publisher/websites/${data.subjectId}/widgets`;
    case 'ads_txt.lose':
      return '/publisher/ads-txt';
    case 'website.reject':
    case 'website.suspend':
    case 'website.upholdAppeal':
      return `/publisher/websites/${data.subjectId}/edit`;
    case 'deposit.confirm':
    case 'deposit.fail':
    case 'deposit.refund':
    case 'deposit.refund_return':
    case 'top_up.stop':
    case 'balance.low':
    case 'balance.empty':
    case 'invoice.issue':
    case 'wallet.credit':
    case 'wallet.debit':
      return '/advertiser/billing';
    case 'payout.process':
    case 'payout.complete':
    case 'payout.fail':
    case 'payout.reject':
    case 'month.close':
    case 'earnings.credit':
    case 'earnings.debit':
    case 'self_billing.cancel':
    case 'self_billing.issue_again':
      return '/publisher/payment';
    case 'deposit.take_back':
    case 'deposit.inquire':
    case 'deposit.dispute_close':
      return `/operator/deposits?search=${encodeURIComponent(data.reference)}`;
    case 'sign_in.new':
      return '/account#sessions';
    case 'webhook.stop':
      return '/account/webhooks';
    case 'network_webhook.stop':
      return '/operator/webhooks';
    case 'operator.change':
      return changePath(data.change, data.record ?? null);
    case 'review.wait':
      return '/operator/reviews';
    case 'backup.fail':
      return '/dashboard';
    case 'alarm.begin':
      // There it stands with what to do.
      return '/operator';
    case 'alarm.end':
      return '/operator/health';
  }
}
