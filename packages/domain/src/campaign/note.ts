import type { Micros } from '../micros.ts';
import type { CampaignStatus } from './status.ts';

/** Why an active campaign does not serve, or not any more today; the first that holds is shown. */
export const CAMPAIGN_LIMITS = [
  'wallet_empty',
  'total_budget_spent',
  'no_ad_set',
  'no_active_creative',
  'daily_budget_spent',
] as const;
export type CampaignLimit = (typeof CAMPAIGN_LIMITS)[number];

/** By which campaigns of all advertisers are looked for: what somebody else has to do. */
export const LISTED_LIMITS = ['wallet_empty'] as const satisfies readonly CampaignLimit[];

export type CampaignNote =
  | { readonly note: 'scheduled'; readonly reason: null }
  | { readonly note: 'limited'; readonly reason: CampaignLimit }
  | { readonly note: null; readonly reason: null };

export type CampaignServing = {
  readonly status: CampaignStatus;
  /** 'YYYY-MM-DD' in the account's time zone, as `today` is. */
  readonly startDate: string;
  readonly today: string;
  readonly walletMicros: Micros;
  readonly totalBudgetMicros: Micros;
  readonly spentMicros: Micros;
  readonly dailyBudgetMicros: Micros | null;
  readonly spentTodayMicros: Micros;
  /** Ad sets that are not archived, … */
  readonly adSetCount: number;
  /** … of these the ones whose total budget is not spent, … */
  readonly unspentAdSetCount: number;
  /** … and whose budget of today is not spent either. */
  readonly openTodayAdSetCount: number;
  /** Active creatives assigned to them. */
  readonly activeCreativeCount: number;
};

const LIMIT_HOLDS: Record<CampaignLimit, (campaign: CampaignServing) => boolean> = {
  wallet_empty: (campaign) => campaign.walletMicros <= 0n,
  total_budget_spent: (campaign) =>
    campaign.spentMicros >= campaign.totalBudgetMicros ||
    (campaign.adSetCount > 0 && campaign.unspentAdSetCount === 0),
  no_ad_set: (campaign) => campaign.adSetCount === 0,
  no_active_creative: (campaign) => campaign.activeCreativeCount === 0,
  daily_budget_spent: (campaign) =>
    campaign.openTodayAdSetCount === 0 ||
    (campaign.dailyBudgetMicros !== null && campaign.spentTodayMicros >= campaign.dailyBudgetMicros),
};

/** What is shown beside the stored status `active`; never stored. */
export function campaignNote(campaign: CampaignServing): CampaignNote {
  if (campaign.status !== 'active') return { note: null, reason: null };
  if (campaign.startDate > campaign.today) return { note: 'scheduled', reason: null };
  const reason = CAMPAIGN_LIMITS.find((limit) => LIMIT_HOLDS[limit](campaign));
  return reason === undefined ? { note: null, reason: null } : { note: 'limited', reason };
}
