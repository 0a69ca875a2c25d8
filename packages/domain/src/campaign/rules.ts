import type { Issue } from '../issue.ts';
import type { Micros } from '../micros.ts';

export const OBJECTIVES = ['BRAND_AWARENESS', 'TRAFFIC'] as const;
export type Objective = (typeof OBJECTIVES)[number];

/** Campaigns of one account that are not archived; beyond it a list helps nobody and a script runs wild. */
export const MAX_OPEN_CAMPAIGNS = 5_000;

export type CampaignIssue =
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
  if (daysChanged && endDate !== null) {
    if (endDate < startDate) issues.push({ field: 'endDate', code: 'end_date_before_start' });
    else if (endDate < campaign.today) issues.push({ field: 'endDate', code: 'end_date_in_past' });
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
