import { shownDomain } from '@placard/domain/website/unicode-domain';
import type { Translate } from '../../i18n/texts.ts';
import { adCategoryTexts } from '../../kits/blocks/ad-category-texts.ts';
import { websiteWords } from '../../kits/website/texts.ts';
import { formatMoney, formatNumber } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { adSetInWords } from './ad-set-text.ts';
import type { reviewTexts } from './texts.ts';

/** The texts that values are worded by. */
export type ValueTexts = {
  readonly t: Translate<typeof reviewTexts.english>;
  readonly categories: Translate<typeof websiteWords.english>;
  readonly adCategories: Translate<typeof adCategoryTexts.english>;
};

const AMOUNT = /^(|budget |bid )(\d+\.\d{2,6})(| a day| a click| per 1,000 viewable impressions)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** "10,000–50,000", and one number where that was measured or told. */
const TRAFFIC = /^[\d,]+(?:–[\d,]+)?$/;

/** "budget 1000.00" → "budget $1,000.00"; what holds no amount stays. */
function withCurrency(text: string, currency: string): string {
  const [, before, amount, after] = AMOUNT.exec(text) ?? [];
  return amount === undefined ? text : `${before}${formatMoney(Number(amount), currency)}${after}`;
}

/**
 * A field under review as its screens show it: money with its currency, days as days, our words in the reader's language.
 * The server compares plain English texts and keeps them with what was approved; of these, too, the words are read here.
 */
export function reviewValue(texts: ValueTexts, key: string, value: string, currency: string): string {
  if (key.startsWith('adSet.')) {
    return adSetInWords(texts.t, value, currency) ?? earlierAdSet(value, currency);
  }
  switch (key) {
    case 'totalBudget':
    case 'dailyBudget':
      return withCurrency(value, currency);
    case 'startDate':
    case 'endDate':
      // A plain day is the same day in whatever zone it is read.
      return DAY.test(value) ? formatDate(value, 'UTC') : value;
    case 'domain':
      return bothForms(value);
    case 'type':
      return typeName(texts, value);
    case 'categories':
      return categoryNames(texts, value);
    case 'category':
      return adCategoryName(texts, value);
    case 'traffic':
      return TRAFFIC.test(value) ? value.split('–').map(localNumber).join('–') : value;
    default:
      return value;
  }
}

/** One that was approved while ad sets were written otherwise. */
function earlierAdSet(value: string, currency: string): string {
  const [name = '', ...parts] = value.split(' · ');
  return [name, ...parts.map((part) => withCurrency(part, currency))].join(' · ');
}

function typeName({ t }: ValueTexts, value: string): string {
  if (value === 'Image') return t('value.image');
  return value === 'Third-party code' ? t('value.thirdParty') : value;
}

type Category = keyof typeof websiteWords.english.category;

/** Codes by the English names that the server writes; none of them holds a comma. */
const CODES = new Map(
  Object.entries(websiteWords.english.category).map(([code, name]) => [name, code as Category]),
);

function categoryNames({ categories }: ValueTexts, value: string): string {
  return value
    .split(', ')
    .map((name) => {
      const code = CODES.get(name);
      return code === undefined ? name : categories(`category.${code}`);
    })
    .join(', ');
}

const AD_CODES = new Map(
  Object.entries(adCategoryTexts.english.category).map(([code, name]) => [
    name,
    code as keyof typeof adCategoryTexts.english.category,
  ]),
);

function adCategoryName({ adCategories }: ValueTexts, value: string): string {
  const code = AD_CODES.get(value);
  return code === undefined ? value : adCategories(`category.${code}`);
}

const localNumber = (english: string): string => formatNumber(Number(english.replaceAll(',', '')));

/** What names a thing under review: a website by its domain, as people write it. */
export function reviewName(item: { readonly kind: string; readonly name: string }): string {
  return item.kind === 'website' ? shownDomain(item.name) : item.name;
}

/** A reviewer sees both: letters of other alphabets can look like those of a name that everybody knows. */
function bothForms(domain: string): string {
  const shown = shownDomain(domain);
  return shown === domain ? domain : `${shown} (${domain})`;
}

/** Of what was seen of it: another one once its owner has changed it. */
export function seenKeyOf(item: {
  readonly kind: string;
  readonly id: number;
  readonly version: number;
}): string {
  return `${keyOf(item)}:${item.version}`;
}

export function keyOf(item: { readonly kind: string; readonly id: number }): string {
  return `${item.kind}:${item.id}`;
}
