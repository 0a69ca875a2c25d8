import { CAMPAIGN_MAX_DAYS, type DayIssue, dayIssue, daysBetween } from '../day-bounds.ts';
import type { Issue } from '../issue.ts';
import type { Micros } from '../micros.ts';

export const OBJECTIVES = ['BRAND_AWARENESS', 'TRAFFIC'] as const;
export type Objective = (typeof OBJECTIVES)[number];

/** Longest name of a campaign or an ad set. */
export const NAME_LENGTH_LIMIT = 200;

/** Campaigns of one account that are not archived; beyond it a list helps nobody and a script runs wild. */
export const MAX_OPEN_CAMPAIGNS = 5_000;

/** Ad sets of a campaign that are not archived: beyond it nobody finds his way, and each is planned day by day. */
export const MAX_OPEN_AD_SETS = 200;

export type CampaignIssue =
  | DayIssue
  | 'campaign_too_long'
  | 'daily_budget_exceeds_total'
  | 'end_date_before_start'
  | 'end_date_in_past'
  | 'total_budget_below_spent';

export type CampaignPlan = {
  readonly totalBudgetMicros: Micros;
  readonly dailyBudgetMicros: Micros | null;
  readonly startDate: string;
  readonly endDate: string | null;
};

/**
 * Rules between the fields of a campaign. Days are 'YYYY-MM-DD' in the account's time zone, so text order is day order.
 * An edit is judged by the rules of what it changes, so that a campaign which ended can still be renamed.
 * @param campaign.spentMicros what was charged already; 0n for a new one.
 * @param campaign.before as it is stored; null for a new one, of which everything is judged.
 */
export function campaignIssues(
  campaign: CampaignPlan & {
    readonly spentMicros: Micros;
    readonly today: string;
    readonly before: CampaignPlan | null;
  },
): Issue<CampaignIssue>[] {
  const { totalBudgetMicros, dailyBudgetMicros, startDate, endDate, before } = campaign;
  const issues: Issue<CampaignIssue>[] = [];
  const totalChanged = totalBudgetMicros !== before?.totalBudgetMicros;
  const dailyChanged = dailyBudgetMicros !== before?.dailyBudgetMicros;
  const daysChanged = startDate !== before?.startDate || endDate !== before.endDate;
  if ((totalChanged || dailyChanged) && dailyBudgetMicros !== null && dailyBudgetMicros > totalBudgetMicros) {
    issues.push({ field: 'dailyBudget', code: 'daily_budget_exceeds_total' });
  }
  if (totalChanged && totalBudgetMicros < campaign.spentMicros) {
    issues.push({ field: 'totalBudget', code: 'total_budget_below_spent' });
  }
  if (daysChanged) issues.push(...dayIssues(startDate, endDate, campaign.today));
  return issues;
}

function dayIssues(startDate: string, endDate: string | null, today: string): Issue<CampaignIssue>[] {
  const issues: Issue<CampaignIssue>[] = [];
  for (const [field, day] of Object.entries({ startDate, endDate })) {
    const found = day === null ? null : dayIssue(day);
    if (found !== null) issues.push({ field, code: found });
  }
  if (issues.length === 0 && endDate !== null) {
    if (endDate < startDate) issues.push({ field: 'endDate', code: 'end_date_before_start' });
    else if (endDate < today) issues.push({ field: 'endDate', code: 'end_date_in_past' });
    else if (daysBetween(startDate, endDate) > CAMPAIGN_MAX_DAYS) {
      issues.push({ field: 'endDate', code: 'campaign_too_long' });
    }
  }
  return issues;
}

export type AdSetIssue = 'daily_budget_exceeds_total' | 'ad_set_budget_exceeds_campaign';

/** Rules of an ad set against itself and its campaign. Empty budgets were filled from the campaign's before. */
export function adSetIssues(
  adSet: { readonly totalBudgetMicros: Micros; readonly dailyBudgetMicros: Micros | null },
  campaign: { readonly totalBudgetMicros: Micros },
): Issue<AdSetIssue>[] {
  const issues: Issue<AdSetIssue>[] = [];
  if (adSet.dailyBudgetMicros !== null && adSet.dailyBudgetMicros > adSet.totalBudgetMicros) {
    issues.push({ field: 'dailyBudget', code: 'daily_budget_exceeds_total' });
  }
  if (adSet.totalBudgetMicros > campaign.totalBudgetMicros) {
    issues.push({ field: 'totalBudget', code: 'ad_set_budget_exceeds_campaign' });
  }
  return issues;
}
