import type { Dimension } from '@placard/domain/analytics/metrics';
import { DEVICES } from '@placard/domain/targeting/places';
import { currentLocale, translator } from '../../i18n/texts.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { reportTexts } from './texts.ts';

function named(type: 'region' | 'language', code: string): string {
  try {
    return new Intl.DisplayNames([currentLocale(), 'en'], { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** @param weekday 1 = Monday … 7 = Sunday */
export function weekdayName(weekday: number, length: 'long' | 'short'): string {
  // The first of January 2024 was a Monday.
  return new Intl.DateTimeFormat(currentLocale(), { weekday: length, timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, weekday),
  );
}

/** How figures without an ad are told apart: requests that nobody filled have no size, no campaign, no advertiser. */
const NO_AD: Partial<Record<Dimension, string>> = {
  size: '0x0',
  advertiser: '0',
  campaign: '0',
  adSet: '0',
  creative: '0',
};

/** What a dimension's value is called. `label` is the server's: the name of a record, else the value itself. */
export function dimensionLabel(dimension: Dimension, value: string, label: string | undefined): string {
  const t = translator(reportTexts);
  if (value === '') return t('unknown');
  if (value === NO_AD[dimension]) return t('noAd');
  switch (dimension) {
    case 'country':
      return named('region', value);
    case 'language':
      return named('language', value);
    case 'device': {
      const device = DEVICES.find((one) => one === value);
      return device === undefined ? t('unknown') : t(`devices.${device}`);
    }
    case 'hourOfDay':
      return `${value.padStart(2, '0')}:00`;
    case 'weekday':
      return /^[1-7]$/.test(value) ? weekdayName(Number(value), 'long') : value;
    case 'size':
      return value.replace('x', '×');
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value, 'UTC') : value;
    default:
      return label ?? value;
  }
}
