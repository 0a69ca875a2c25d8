import { type AdSet, adSetFields } from '@placard/contract/campaigns';
import { adSetIssues } from '@placard/domain/campaign/rules';
import { microsFromDollars } from '@placard/domain/micros';
import { DEVICES, type Device, isCountryCode, isLanguageCode } from '@placard/domain/targeting/places';
import type { z } from 'zod';
import { type Amount, amountOf, optionalAmount } from '../../kits/form/amount.ts';
import { ALWAYS, microsSoFar } from './campaign-values.ts';
import { keptAmount, keptFlag, keptList, keptText } from './form-values.ts';

/** Step 2 as its fields hold it. */
export type AdSetValues = {
  name: string;
  description: string;
  totalBudget: Amount;
  dailyBudget: Amount;
  locations: string[];
  devices: Device[];
  languages: string[];
  allDay: boolean;
  startTime: string;
  endTime: string;
  /** 1 = Monday … 7 = Sunday. */
  daysOfWeek: number[];
  bid: Amount;
  frequencyCapPerDay: Amount;
  /** The campaign's budgets that were filled in as defaults: still the same means nobody touched them. */
  defaultTotalBudget: Amount;
  defaultDailyBudget: Amount;
};

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export type CampaignBudgets = { readonly totalBudget: Amount; readonly dailyBudget: Amount };

export const NEW_AD_SET: AdSetValues = {
  name: '',
  description: '',
  totalBudget: '',
  dailyBudget: '',
  locations: [],
  devices: [...DEVICES],
  languages: [],
  allDay: true,
  startTime: '09:00',
  endTime: '18:00',
  daysOfWeek: [...WEEKDAYS],
  bid: '',
  frequencyCapPerDay: '',
  defaultTotalBudget: '',
  defaultDailyBudget: '',
};

const isText = (item: unknown): item is string => typeof item === 'string';
const isCountry = (item: unknown): item is string => isText(item) && isCountryCode(item);
const isLanguage = (item: unknown): item is string => isText(item) && isLanguageCode(item);
const isDevice = (item: unknown): item is Device => DEVICES.some((device) => device === item);
const isWeekday = (item: unknown): item is number => WEEKDAYS.some((day) => day === item);

/** Step 2 of a draft, whatever it holds. */
export function adSetValuesFrom(kept: Readonly<Record<string, unknown>>): AdSetValues {
  return {
    name: keptText(kept, 'name', ''),
    description: keptText(kept, 'description', ''),
    totalBudget: keptAmount(kept, 'totalBudget', ''),
    dailyBudget: keptAmount(kept, 'dailyBudget', ''),
    locations: keptList(kept, 'locations', isCountry, []),
    devices: keptList(kept, 'devices', isDevice, DEVICES),
    languages: keptList(kept, 'languages', isLanguage, []),
    allDay: keptFlag(kept, 'allDay', true),
    startTime: keptText(kept, 'startTime', NEW_AD_SET.startTime),
    endTime: keptText(kept, 'endTime', NEW_AD_SET.endTime),
    daysOfWeek: keptList(kept, 'daysOfWeek', isWeekday, WEEKDAYS),
    bid: keptAmount(kept, 'bid', ''),
    frequencyCapPerDay: keptAmount(kept, 'frequencyCapPerDay', ''),
    defaultTotalBudget: keptAmount(kept, 'defaultTotalBudget', ''),
    defaultDailyBudget: keptAmount(kept, 'defaultDailyBudget', ''),
  };
}

export function adSetValuesOf(adSet: AdSet): AdSetValues {
  const allDay = adSet.startTime === adSet.endTime;
  return {
    ...NEW_AD_SET,
    name: adSet.name,
    description: adSet.description,
    totalBudget: adSet.totalBudget,
    dailyBudget: adSet.dailyBudget ?? '',
    locations: adSet.locations,
    devices: adSet.devices,
    languages: adSet.languages,
    allDay,
    ...(allDay ? {} : { startTime: adSet.startTime, endTime: adSet.endTime }),
    daysOfWeek: adSet.daysOfWeek,
    bid: adSet.bid ?? '',
    frequencyCapPerDay: adSet.frequencyCapPerDay ?? '',
  };
}

/**
 * Fills the budgets from the campaign's: where a field is empty, or still holds what an earlier visit of step 1 filled
 * in. What somebody typed stays.
 */
export function withBudgetDefaults(values: AdSetValues, campaign: CampaignBudgets): AdSetValues {
  const untouched = (value: Amount, filled: Amount) => value === '' || value === filled;
  const { totalBudget, dailyBudget } = campaign;
  return {
    ...values,
    totalBudget: untouched(values.totalBudget, values.defaultTotalBudget) ? totalBudget : values.totalBudget,
    dailyBudget: untouched(values.dailyBudget, values.defaultDailyBudget) ? dailyBudget : values.dailyBudget,
    defaultTotalBudget: totalBudget,
    defaultDailyBudget: dailyBudget,
  };
}

/** What the contract's schema checks. All day is written as equal times. */
export function adSetInput(values: AdSetValues) {
  const { allDay, defaultTotalBudget: _total, defaultDailyBudget: _daily, ...fields } = values;
  return {
    ...fields,
    totalBudget: optionalAmount(values.totalBudget),
    dailyBudget: optionalAmount(values.dailyBudget),
    startTime: allDay ? '00:00' : values.startTime,
    endTime: allDay ? '00:00' : values.endTime,
    bid: optionalAmount(values.bid),
    frequencyCapPerDay: optionalAmount(values.frequencyCapPerDay),
  };
}

export type AdSetInput = z.infer<typeof adSetFields>;

/** The contract's fields and the domain's rules against the campaign. */
export function adSetSchema(campaign: CampaignBudgets) {
  const campaignTotal = amountOf(campaign.totalBudget);
  return adSetFields.superRefine((adSet, context) => {
    if (campaignTotal === undefined) return;
    const ofCampaign = microsFromDollars(campaignTotal) ?? 0n;
    const issues = adSetIssues(
      {
        totalBudgetMicros: microsSoFar(adSet.totalBudget) ?? ofCampaign,
        dailyBudgetMicros: microsSoFar(adSet.dailyBudget),
      },
      { totalBudgetMicros: ofCampaign },
    );
    for (const { field, code } of issues) context.addIssue({ code: 'custom', path: [field], message: code });
  }, ALWAYS);
}

export function checkedAdSet(values: AdSetValues, campaign: CampaignBudgets): AdSetInput | null {
  const result = adSetSchema(campaign).safeParse(adSetInput(values));
  return result.success ? result.data : null;
}
