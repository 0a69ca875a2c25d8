import type { ReviewSaid } from '@placard/contract/review-values';
import { currentLocale, type Translate } from '../../i18n/texts.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import type { reviewTexts } from './texts.ts';

type T = Translate<typeof reviewTexts.english>;
type AdSet = Extract<ReviewSaid, { readonly as: 'adSet' }>;

/** 2024-01-01 was a Monday. */
function dayName(dayOfWeek: number): string {
  const date = new Date(Date.UTC(2024, 0, dayOfWeek));
  return new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', timeZone: 'UTC' }).format(date);
}

function whenOf(t: T, { startTime, endTime, daysOfWeek }: AdSet): string {
  return t('value.when', {
    hours: startTime === endTime ? t('value.allDay') : `${startTime}–${endTime}`,
    days: daysOfWeek.length === 7 ? t('value.everyDay') : daysOfWeek.map(dayName).join(', '),
  });
}

/** An ad set under review in one line, in the reader’s language. */
export function adSetInWords(t: T, adSet: AdSet, currency: string): string {
  const { name, description, totalBudget, dailyBudget, locations, languages, objective, bid } = adSet;
  const { devices, frequencyCapPerDay: cap } = adSet;
  const amount = (of: number) => ({ amount: formatMoney(of, currency) });
  return [
    name,
    description,
    t('value.budget', amount(totalBudget)),
    dailyBudget !== null && t('value.daily', amount(dailyBudget)),
    locations.length === 0 ? t('value.everywhere') : locations.join(', '),
    devices.map((device) => t(`value.device.${device}`)).join(', '),
    languages.length === 0 ? t('value.anyLanguage') : languages.join(', '),
    whenOf(t, adSet),
    bid !== null && t(objective === 'TRAFFIC' ? 'value.bidClick' : 'value.bidViewable', amount(bid)),
    cap !== null && t('value.cap', { count: cap }),
  ]
    .filter((part) => part !== false && part !== '')
    .join(' · ');
}
