import { isAdCategory } from '@placard/domain/campaign/ad-categories';
import { DEVICES } from '@placard/domain/targeting/places';
import { uiTexts } from '../../../i18n/en/ui.ts';
import { type Translate, useTexts } from '../../../i18n/texts.ts';
import { adCategoryTexts } from '../../../kits/blocks/ad-category-texts.ts';
import { codeNames } from '../../../kits/form/code-names.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { formatDate } from '../../../lib/format/time-format.ts';
import { useTimeZone } from '../../../ui/date-time.tsx';
import { useCurrency } from '../../../ui/money.tsx';
import { campaignsTexts } from '../texts.ts';
import { weekdaysText } from '../weekday-name.ts';
import type { ShownField } from './activity-changes.ts';
import { campaignActivityTexts } from './texts.ts';

/** A field's value as people read it: money with its currency, days as dates, codes as names. */
export function useChangeWords(): (field: ShownField, value: unknown) => string {
  const t = useTexts(campaignActivityTexts);
  const tCampaigns = useTexts(campaignsTexts);
  const categoryOf = useTexts(adCategoryTexts);
  const tUi = useTexts(uiTexts);
  const currency = useCurrency();
  const timeZone = useTimeZone();
  const lists: Partial<Record<ShownField, (items: readonly unknown[]) => string>> = {
    locations: (items) =>
      items.length === 0
        ? tCampaigns('adSet.everywhere')
        : [...codeNames('region', items.map(String)).values()].join(', '),
    languages: (items) =>
      items.length === 0
        ? tCampaigns('adSet.allLanguages')
        : [...codeNames('language', items.map(String)).values()].join(', '),
    devices: (items) =>
      DEVICES.filter((device) => items.includes(device))
        .map((device) => tCampaigns(`device.${device}`))
        .join(', '),
    daysOfWeek: (items) =>
      items.length === 7 ? tCampaigns('adSet.everyDay') : weekdaysText(items.map(Number)),
  };
  const absent: Partial<Record<ShownField, string>> = {
    dailyBudget: tCampaigns('adSet.noDailyBudget'),
    endDate: tCampaigns('noEnd'),
    bid: tCampaigns('adSet.bidRate'),
    frequencyCapPerDay: tCampaigns('adSet.noCap'),
    category: t('noneChosen'),
  };
  return (field, value) => {
    if (value === null || value === undefined || value === '') return absent[field] ?? t('empty');
    if (Array.isArray(value)) return lists[field]?.(value) ?? value.join(', ');
    if (field === 'totalBudget' || field === 'dailyBudget' || field === 'bid') {
      return formatMoney(Number(value), currency);
    }
    if (field === 'startDate' || field === 'endDate') return formatDate(String(value), timeZone);
    if (field === 'frequencyCapPerDay') return tCampaigns('adSet.cap', { count: Number(value) });
    if (field === 'status' || field === 'campaignStatus') return statusText(String(value), tUi);
    const text = String(value);
    return field === 'category' && isAdCategory(text) ? categoryOf(`category.${text}`) : text;
  };
}

type Status = keyof typeof uiTexts.english.status;

function statusText(status: string, t: Translate<typeof uiTexts.english>): string {
  return Object.hasOwn(uiTexts.english.status, status) ? t(`status.${status as Status}`) : status;
}
