import type { ReviewSaid } from '@placard/contract/review-values';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import type { Translate } from '../../i18n/texts.ts';
import type { adCategoryTexts } from '../../kits/blocks/ad-category-texts.ts';
import type { websiteWords } from '../../kits/website/texts.ts';
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

/** What a field says: typed where it is ours to word, else as its owner wrote it. */
export type Said = { readonly key: string; readonly value: string; readonly said: ReviewSaid | null };

/** A field under review as its screens show it: money with its currency, days as days, our words in the reader's language. */
export function reviewValue(texts: ValueTexts, { key, value, said }: Said, currency: string): string {
  if (said === null) return key === 'domain' ? bothForms(value) : value;
  const { t, categories, adCategories } = texts;
  switch (said.as) {
    case 'objective':
      return t(`objective.${said.objective}`);
    case 'adCategory':
      return adCategories(`category.${said.category}`);
    case 'amount':
      return formatMoney(said.amount, currency);
    case 'day':
      // A plain day is the same day in whatever zone it is read.
      return formatDate(said.day, 'UTC');
    case 'adSet':
      return adSetInWords(t, said, currency);
    case 'creativeType':
      return t(said.type === 'image' ? 'value.image' : 'value.thirdParty');
    case 'websiteCategories':
      return said.categories.map((code) => categories(`category.${code}`)).join(', ');
    case 'traffic':
      return [said.least, said.most]
        .flatMap((views) => (views === null ? [] : formatNumber(views)))
        .join('–');
  }
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
