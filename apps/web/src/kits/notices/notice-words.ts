import type { Notice } from '@placard/contract/notices';
import { OPERATOR_CHANGES } from '@placard/domain/notice/kinds';
import { currentLocale, translator } from '../../i18n/texts.ts';
import { formatMoney, formatMoneyCents } from '../../lib/format/number-format.ts';
import { noticeTexts } from './texts.ts';

type Values = Notice['data'];
const textOf = (values: Values, name: string) => String(values[name] ?? '');
const numberOf = (values: Values, name: string) => Number(values[name] ?? 0);

/** "2026-03-01" → "March 2026" */
function monthText(month: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(month)) return month;
  const format = new Intl.DateTimeFormat(currentLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${month}T00:00:00Z`));
}

/** Amounts in the network's currency, months by name. */
function written(values: Values): { name: string; amount: string; month: string; by: string } {
  const currency = typeof values.currency === 'string' ? values.currency : 'USD';
  return {
    name: textOf(values, 'name'),
    // Whole cents: a fraction more says nothing here.
    amount: formatMoneyCents(numberOf(values, 'amount'), currency),
    month: monthText(textOf(values, 'month')),
    by: textOf(values, 'by'),
  };
}

export function noticeTitle({ kind, data }: Notice): string {
  return translator(noticeTexts)(`text.${kind}`, written(data));
}

/** What stands below the title: a reason, a number, what to do. */
export function noticeDetail({ kind, data }: Notice): string | null {
  const t = translator(noticeTexts);
  const currency = typeof data.currency === 'string' ? data.currency : 'USD';
  switch (kind) {
    case 'campaign.reject':
    case 'creative.reject':
    case 'creative.takeDown':
    case 'website.reject':
    case 'website.suspend':
      return textOf(data, 'text');
    case 'payout.fail':
    case 'payout.reject':
      return textOf(data, 'reason');
    case 'campaign.complete':
      return t(data.because === 'end_date' ? 'detail.completeByDate' : 'detail.completeByBudget');
    case 'deposit.confirm':
      return t('detail.receipt', {
        reference: textOf(data, 'reference'),
        number: textOf(data, 'invoiceNumber'),
      });
    case 'deposit.fail':
    case 'deposit.refund':
    case 'deposit.refund_return':
      return t('detail.reference', { reference: textOf(data, 'reference') });
    case 'deposit.take_back':
      return takenBack(data, currency);
    case 'top_up.stop':
      return stopReason(textOf(data, 'because'));
    case 'balance.low':
      return t('detail.low', { threshold: formatMoney(numberOf(data, 'threshold'), currency) });
    case 'balance.empty':
      return t('detail.empty');
    case 'invoice.issue':
      return t('detail.invoice', { number: textOf(data, 'invoiceNumber') });
    case 'payout.process':
    case 'payout.complete':
      return textOf(data, 'paymentId');
    case 'operator.change':
      return operatorChange(data);
    case 'review.wait':
      return (['campaigns', 'creatives', 'websites'] as const)
        .filter((name) => numberOf(data, name) > 0)
        .map((name) => t(`detail.waiting.${name}`, { count: numberOf(data, name) }))
        .join(', ');
    default:
      return null;
  }
}

function takenBack(data: Values, currency: string): string {
  const t = translator(noticeTexts);
  const about = { reference: textOf(data, 'reference'), advertiser: textOf(data, 'advertiser') };
  const uncovered = numberOf(data, 'uncovered');
  if (uncovered === 0) return t('detail.takenBack', about);
  return t('detail.uncovered', { ...about, uncovered: formatMoney(uncovered, currency) });
}

function stopReason(because: string): string | null {
  const reasons = ['declined', 'authentication_required', 'no_card', 'refunded'] as const;
  const reason = reasons.find((each) => each === because);
  return reason === undefined ? null : translator(noticeTexts)(`detail.topUp.${reason}`);
}

function operatorChange(data: Values): string | null {
  const change = OPERATOR_CHANGES.find((each) => each === data.change);
  if (change === undefined) return null;
  const people = { by: textOf(data, 'by'), about: textOf(data, 'about') };
  return translator(noticeTexts)(`detail.operator.${change}`, people);
}

/** Where one goes from here. */
export function noticePath({ kind, data }: Notice): string {
  const id = textOf(data, 'subjectId');
  switch (kind) {
    case 'campaign.approve':
    case 'campaign.reject':
    case 'campaign.complete':
      return `/advertiser/campaigns/${id}`;
    case 'creative.approve':
    case 'creative.reject':
    case 'creative.takeDown':
      return `/advertiser/creatives/${id}`;
    case 'website.approve':
    case 'website.activate':
      return `/publisher/websites/${id}/widgets`;
    case 'website.reject':
    case 'website.suspend':
      return `/publisher/websites/${id}/edit`;
    case 'deposit.confirm':
    case 'deposit.fail':
    case 'deposit.refund':
    case 'deposit.refund_return':
    case 'top_up.stop':
    case 'balance.low':
    case 'balance.empty':
    case 'invoice.issue':
      return '/advertiser/billing';
    case 'payout.process':
    case 'payout.complete':
    case 'payout.fail':
    case 'payout.reject':
    case 'month.close':
      return '/publisher/payment';
    case 'deposit.take_back':
      return '/operator/deposits';
    case 'operator.change':
      return '/operator/users';
    case 'review.wait':
      return '/operator/reviews';
  }
}
