import { DEVICES } from '@placard/domain/targeting/places';
import { currentLocale, type Translate } from '../../i18n/texts.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import type { reviewTexts } from './texts.ts';

type T = Translate<typeof reviewTexts.english>;

const AMOUNT = '\\d+\\.\\d{2,6}';
const CODES = '[\\w-]+(?:, [\\w-]+)*';

/**
 * How the server writes an ad set (`adSetText` of its review content): what the advertiser wrote, then parts of ours in
 * a fixed order. It is read from its end, so that no name is taken for one of them.
 */
const AD_SET = new RegExp(
  [
    `^(?<own>.*) · budget (?<total>${AMOUNT})`,
    `(?: · (?<daily>${AMOUNT}) a day)?`,
    ` · (?<places>everywhere|${CODES})`,
    ` · (?<devices>${CODES})`,
    ` · (?<languages>any language|${CODES})`,
    ' · (?<hours>all day|[\\d:]+–[\\d:]+), (?<days>every day|[MTWFS][a-z]{2}(?:, [MTWFS][a-z]{2})*)',
    `(?: · bid (?<bid>${AMOUNT}) (?<unit>a click|per 1,000 viewable impressions))?`,
    '(?: · (?<cap>\\d+) times a day per viewer)?$',
  ].join(''),
  's',
);

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** 2024-01-01 was a Monday. */
function dayName(english: string): string {
  const date = new Date(Date.UTC(2024, 0, 1 + DAYS.indexOf(english)));
  return new Intl.DateTimeFormat(currentLocale(), { weekday: 'short', timeZone: 'UTC' }).format(date);
}

/** Each of a list in the reader's words; commas between them as they stood. */
const eachOf = (list: string, name: (one: string) => string): string => list.split(', ').map(name).join(', ');

function deviceName(t: T, code: string): string {
  const device = DEVICES.find((each) => each === code);
  return device === undefined ? code : t(`value.device.${device}`);
}

/** An ad set under review in the reader's language; null where it is not written as it is now. */
export function adSetInWords(t: T, text: string, currency: string): string | null {
  const said = AD_SET.exec(text)?.groups;
  if (said === undefined) return null;
  const { own = '', places = '', devices = '', languages = '', hours = '', days = '' } = said;
  const amount = (of: string) => formatMoney(Number(of), currency);
  const { total, daily, bid, unit, cap } = said;
  const when = {
    hours: hours === 'all day' ? t('value.allDay') : hours,
    days: days === 'every day' ? t('value.everyDay') : eachOf(days, dayName),
  };
  return [
    own,
    total !== undefined && t('value.budget', { amount: amount(total) }),
    daily !== undefined && t('value.daily', { amount: amount(daily) }),
    places === 'everywhere' ? t('value.everywhere') : places,
    eachOf(devices, (code) => deviceName(t, code)),
    languages === 'any language' ? t('value.anyLanguage') : languages,
    t('value.when', when),
    bid !== undefined &&
      t(unit === 'a click' ? 'value.bidClick' : 'value.bidViewable', { amount: amount(bid) }),
    cap !== undefined && t('value.cap', { count: cap }),
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
