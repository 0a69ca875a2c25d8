import type { Dimension } from '@placard/domain/analytics/metrics';
import { DEVICES } from '@placard/domain/targeting/places';
import { reportTexts } from '../../i18n/en/report.ts';
import { currentLocale, translator } from '../../i18n/texts.ts';
import { formatDate } from '../format/time-format.ts';

function named(type: 'region' | 'language', code: string): string {
  try {
    return new Intl.DisplayNames([currentLocale(), 'en'], { type }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** What a dimension's value is called. `label` is the server's: the name of a record, else the value itself. */
export function dimensionLabel(dimension: Dimension, value: string, label: string | undefined): string {
  const t = translator(reportTexts);
  if (value === '') return t('unknown');
  switch (dimension) {
    case 'country':
      return named('region', value);
    case 'language':
      return named('language', value);
    case 'device': {
      const device = DEVICES.find((one) => one === value);
      return device === undefined ? value : t(`devices.${device}`);
    }
    case 'hourOfDay':
      return `${value.padStart(2, '0')}:00`;
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value, 'UTC') : value;
    default:
      return label ?? value;
  }
}
