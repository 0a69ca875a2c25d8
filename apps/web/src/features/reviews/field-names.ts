import { useTexts } from '../../i18n/texts.ts';
import { reviewTexts } from './texts.ts';

const FIELDS = [
  'name',
  'objective',
  'category',
  'description',
  'totalBudget',
  'dailyBudget',
  'startDate',
  'endDate',
  'type',
  'size',
  'adCode',
  'image',
  'altText',
  'clickUrl',
  'domain',
  'categories',
  'traffic',
] as const;

const AD_SET = 'adSet.';

/** What a field is called in the reader's language; one that is not known here as the server calls it. */
export function useFieldName(): (key: string, otherwise: string) => string {
  const t = useTexts(reviewTexts);
  return (key, otherwise) => {
    if (key.startsWith(AD_SET)) return t('adSet', { id: key.slice(AD_SET.length) });
    const known = FIELDS.find((field) => field === key);
    return known === undefined ? otherwise : t(`field.${known}`);
  };
}
