import type { adSetFields } from '@placard/contract/campaigns';
import type { AdSetTable } from '@placard/db/schema/advertising';
import { type Budgets, filledBudgets } from '@placard/domain/campaign/budgets';
import { type AdSetIssue, adSetIssues } from '@placard/domain/campaign/rules';
import type { Issue } from '@placard/domain/issue';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { minuteOfTime, timeOfMinute } from '@placard/domain/targeting/time-of-day';
import type { Selectable } from 'kysely';
import type { z } from 'zod';
import { invalidInput, issueAt } from '../../api/app-error.ts';
import { dollarsOrNull, microsOrNull } from '../dollars.ts';

export type AdSetFields = z.output<typeof adSetFields>;

/** The ad set's columns for what was typed. Empty budgets become the campaign's. */
export function adSetValues(fields: AdSetFields, campaign: Budgets) {
  const { totalBudgetMicros, dailyBudgetMicros } = filledBudgets(
    {
      totalBudgetMicros: microsOrNull(fields.totalBudget),
      dailyBudgetMicros: microsOrNull(fields.dailyBudget),
    },
    campaign,
  );
  return {
    name: fields.name,
    description: fields.description,
    total_budget_micros: totalBudgetMicros,
    daily_budget_micros: dailyBudgetMicros,
    locations: [...new Set(fields.locations)],
    devices: [...new Set<string>(fields.devices)],
    languages: [...new Set(fields.languages)],
    start_minute: minuteOfTime(fields.startTime),
    end_minute: minuteOfTime(fields.endTime),
    days_of_week: [...new Set(fields.daysOfWeek)].sort((a, b) => a - b),
    bid_micros: microsOrNull(fields.bid),
    frequency_cap_per_day: fields.frequencyCapPerDay,
  };
}
export type AdSetValues = ReturnType<typeof adSetValues>;

/** @throws AppError `invalid_input` naming the fields, below `prefix` (`adSet.`). */
export function refuseBrokenAdSet(
  values: AdSetValues,
  campaign: Budgets,
  spentMicros: Micros,
  prefix: string,
): void {
  const found: Issue<AdSetIssue | 'total_budget_below_spent'>[] = adSetIssues(budgetsOf(values), campaign);
  if (values.total_budget_micros < spentMicros) {
    found.push({ field: 'totalBudget', code: 'total_budget_below_spent' });
  }
  if (found.length > 0) throw invalidInput(...found.map((one) => issueAt(prefix + one.field, one.code)));
}

/** As the audit log keeps it and the activity shows it: the API's names, dollars and times of day. */
export function describeAdSet(values: AdSetValues) {
  return {
    name: values.name,
    description: values.description,
    totalBudget: dollarsFromMicros(values.total_budget_micros),
    dailyBudget: dollarsOrNull(values.daily_budget_micros),
    locations: values.locations,
    devices: values.devices,
    languages: values.languages,
    startTime: timeOfMinute(values.start_minute),
    endTime: timeOfMinute(values.end_minute),
    daysOfWeek: values.days_of_week,
    bid: dollarsOrNull(values.bid_micros),
    frequencyCapPerDay: values.frequency_cap_per_day,
  };
}

const FILLED_IN: Readonly<Record<keyof AdSetValues, true>> = {
  name: true,
  description: true,
  total_budget_micros: true,
  daily_budget_micros: true,
  locations: true,
  devices: true,
  languages: true,
  start_minute: true,
  end_minute: true,
  days_of_week: true,
  bid_micros: true,
  frequency_cap_per_day: true,
};
/** The columns that an advertiser fills in. */
export const AD_SET_VALUE_COLUMNS = Object.keys(FILLED_IN) as readonly (keyof AdSetValues)[];

/** Of a campaign's row or an ad set's. */
export function budgetsOf(row: {
  readonly total_budget_micros: Micros;
  readonly daily_budget_micros: Micros | null;
}): Budgets {
  return { totalBudgetMicros: row.total_budget_micros, dailyBudgetMicros: row.daily_budget_micros };
}

export function pickAdSetValues(adSet: Selectable<AdSetTable>): AdSetValues {
  return {
    name: adSet.name,
    description: adSet.description,
    total_budget_micros: adSet.total_budget_micros,
    daily_budget_micros: adSet.daily_budget_micros,
    locations: adSet.locations,
    devices: adSet.devices,
    languages: adSet.languages,
    start_minute: adSet.start_minute,
    end_minute: adSet.end_minute,
    days_of_week: adSet.days_of_week,
    bid_micros: adSet.bid_micros,
    frequency_cap_per_day: adSet.frequency_cap_per_day,
  };
}
