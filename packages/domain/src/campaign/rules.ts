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

/**
 * Rules between the fields of a campaign. Days are 'YYYY-MM-DD' in the account's time zone, so text order is day order.
 * @param campaign.spentMicros what was charged already; 0n for a new one.
 */
export function campaignIssues(campaign: {
  readonly totalBudgetMicros: Micros;
  readonly dailyBudgetMicros: Micros | null;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly spentMicros: Micros;
  readonly today: string;
}): Issue<CampaignIssue>[] {
  const issues: Issue<CampaignIssue>[] = [];
  if (campaign.dailyBudgetMicros !== null && campaign.dailyBudgetMicros > campaign.totalBudgetMicros) {
    issues.push({ field: 'dailyBudget', code: 'daily_budget_exceeds_total' });
  }
  if (campaign.totalBudgetMicros < campaign.spentMicros) {
    issues.push({ field: 'totalBudget', code: 'total_budget_below_spent' });
  }
  if (campaign.endDate !== null) {
    if (campaign.endDate < campaign.startDate)
      issues.push({ field: 'endDate', code: 'end_date_before_start' });
    else if (campaign.endDate < campaign.today) issues.push({ field: 'endDate', code: 'end_date_in_past' });
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
