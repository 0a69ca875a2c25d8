import { shownDomain } from '@placard/domain/website/unicode-domain';
import { formatMoney } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';

const AMOUNT = /^(|budget |bid )(\d+\.\d{2,6})(| a day| a click| per 1,000 viewable impressions)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** "budget 1000.00" → "budget $1,000.00"; what holds no amount stays. */
function withCurrency(text: string, currency: string): string {
  const [, before, amount, after] = AMOUNT.exec(text) ?? [];
  return amount === undefined ? text : `${before}${formatMoney(Number(amount), currency)}${after}`;
}

/** A field under review as its screens show it: money with its currency, days as days. Snapshots hold plain texts. */
export function reviewValue(key: string, value: string, currency: string): string {
  if (key === 'totalBudget' || key === 'dailyBudget') return withCurrency(value, currency);
  // A plain day is the same day in whatever zone it is read.
  if ((key === 'startDate' || key === 'endDate') && DAY.test(value)) return formatDate(value, 'UTC');
  if (key === 'domain') return bothForms(value);
  if (!key.startsWith('adSet.')) return value;
  const [name = '', ...parts] = value.split(' · ');
  return [name, ...parts.map((part) => withCurrency(part, currency))].join(' · ');
}

/** What names a thing under review: a website by its domain, as people write it. */
export function reviewName(item: { readonly kind: string; readonly name: string }): string {
  return item.kind === 'website' ? shownDomain(item.name) : item.name;
}

/** A reviewer sees both: letters of other alphabets can look like those of a name that everybody knows. */
function bothForms(domain: string): string {
  const shown = shownDomain(domain);
  return shown === domain ? domain : `${shown} (${domain})`;
}

export function keyOf(item: { readonly kind: string; readonly id: number }): string {
  return `${item.kind}:${item.id}`;
}
