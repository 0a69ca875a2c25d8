import { DEVICES, type Device } from '@placard/domain/targeting/places';
import type { Translate } from '../../i18n/texts.ts';
import { codeNames } from '../../kits/form/code-names.ts';
import type { campaignsTexts } from './texts.ts';
import { weekdaysText } from './weekday-name.ts';

type T = Translate<typeof campaignsTexts.english>;

const NAMED = 3;

/** Up to three names; more are counted. */
function namesText(names: readonly string[], count: (count: number) => string): string {
  return names.length <= NAMED ? names.join(', ') : count(names.length);
}

export function locationsText(t: T, locations: readonly string[]): string {
  if (locations.length === 0) return t('adSet.everywhere');
  return namesText([...codeNames('region', locations).values()], (count) => t('adSet.countries', { count }));
}

export function languagesText(t: T, languages: readonly string[]): string {
  return languages.length === 0
    ? t('adSet.allLanguages')
    : [...codeNames('language', languages).values()].join(', ');
}

export function devicesText(t: T, devices: readonly Device[]): string {
  if (devices.length === DEVICES.length) return t('adSet.allDevices');
  return devices.map((device) => t(`device.${device}`)).join(', ');
}

export function scheduleText(
  t: T,
  schedule: { readonly daysOfWeek: readonly number[]; readonly startTime: string; readonly endTime: string },
): string {
  const { daysOfWeek, startTime, endTime } = schedule;
  const days = daysOfWeek.length === 7 ? t('adSet.everyDay') : weekdaysText(daysOfWeek);
  const hours =
    startTime === endTime ? t('adSet.allDay') : t('adSet.timeRange', { from: startTime, to: endTime });
  return t('adSet.when', { days, hours });
}
