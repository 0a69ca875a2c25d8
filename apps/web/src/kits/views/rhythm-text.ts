import type { SavedView } from '@placard/contract/views';
import { currentLocale, translator } from '../../i18n/texts.ts';
import { viewTexts } from './texts.ts';

/** A Monday: the seven days from it name the weekdays. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** 1 = Monday … 7 = Sunday */
export function weekdayName(weekday: number): string {
  const format = new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', timeZone: 'UTC' });
  return format.format(new Date(MONDAY + (weekday - 1) * DAY_MS));
}

/** "Mondays at 07:00" */
export function rhythmText(schedule: NonNullable<SavedView['schedule']>): string {
  const t = translator(viewTexts);
  const { every, time } = schedule;
  if (every === 'week') return t('rhythm.week', { weekday: weekdayName(schedule.weekday ?? 1), time });
  return t(`rhythm.${every}`, { time });
}
