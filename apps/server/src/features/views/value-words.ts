import type { Dimension } from '@placard/domain/analytics/metrics';
import type { Language } from '@placard/domain/language';
import { DEVICES } from '@placard/domain/targeting/places';
import { textsIn } from '@placard/texts/catalogue';
import { mailTexts } from '../../texts/catalogues.ts';

/** Figures without an ad: requests that nobody filled have no size and no campaign. */
const NO_AD: Partial<Record<Dimension, string>> = { size: '0x0', campaign: '0', adSet: '0', creative: '0' };

type Valued = { readonly dimension: Dimension; readonly value: string; readonly label: string };

/**
 * What a value of a dimension is called in the reader's language, as a spreadsheet can go on with it: days and hours as
 * they are sorted by. @param label the report's: the name of a record, else a word in English or the value itself
 */
export function valueWord(language: Language, { dimension, value, label }: Valued): string {
  const t = textsIn(mailTexts, language);
  if (value === NO_AD[dimension]) return t('view.noAd');
  if (label === '') return t('view.unknown');
  switch (dimension) {
    case 'country':
      return named(language, 'region', value) ?? label;
    case 'language':
      return named(language, 'language', value) ?? label;
    case 'device': {
      const device = DEVICES.find((one) => one === value);
      return device === undefined ? t('view.unknown') : t(`view.devices.${device}`);
    }
    case 'weekday':
      return /^[1-7]$/.test(value) ? weekdayName(language, Number(value)) : label;
    default:
      return label;
  }
}

/** The same as people read it. */
export function valueShown(language: Language, valued: Valued): string {
  const { dimension, label } = valued;
  const word = valueWord(language, valued);
  if (word !== label) return word;
  if (dimension === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(label)) return dayText(language, label);
  if (dimension === 'hourOfDay') return `${label.padStart(2, '0')}:00`;
  return dimension === 'size' ? label.replace('x', '×') : label;
}

function named(language: Language, type: 'region' | 'language', code: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(code)) return undefined;
  return new Intl.DisplayNames([language, 'en'], { type }).of(code);
}

/** @param weekday 1 = Monday … 7 = Sunday */
function weekdayName(language: Language, weekday: number): string {
  // The first of January 2024 was a Monday.
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return format.format(Date.UTC(2024, 0, weekday));
}

/** "2026-03-01" → "Mar 1, 2026" */
export function dayText(language: Language, day: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}
