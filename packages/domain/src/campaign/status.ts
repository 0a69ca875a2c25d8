import type { StatusTable } from '../status-table.ts';

export const CAMPAIGN_STATUSES = [
  'paused',
  'pending',
  'active',
  'rejected',
  'cancelled',
  'completed',
  'archived',
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const CAMPAIGN_ACTIONS = [
  'publish',
  'approve',
  'reject',
  'pause',
  'activate',
  'edit',
  'cancel',
  'archive',
  'complete',
  'duplicate',
] as const;
export type CampaignAction = (typeof CAMPAIGN_ACTIONS)[number];

/** Facts of a campaign that a transition may ask for. */
export type CampaignGuard =
  | 'approved'
  | 'notApproved'
  | 'hasAdSet'
  | 'notApprovedAndHasAdSet'
  | 'endedOrSpent';

/**
 * A new campaign is `paused` and never submitted. `edit` clears the approval, so what was edited must be
 * published again; assigning creatives is no edit. `duplicate` makes another campaign and leaves this one as it is.
 */
export const CAMPAIGN_TRANSITIONS = {
  paused: {
    publish: { to: 'pending', by: ['advertiser'], guard: 'notApprovedAndHasAdSet' },
    activate: { to: 'active', by: ['advertiser'], guard: 'approved' },
    edit: { to: 'paused', by: ['advertiser'] },
    cancel: { to: 'cancelled', by: ['advertiser'] },
    archive: { to: 'archived', by: ['advertiser'] },
    complete: { to: 'completed', by: ['system'], guard: 'endedOrSpent' },
    duplicate: { to: 'paused', by: ['advertiser'] },
  },
  pending: {
    approve: { to: 'active', by: ['operator', 'system'] },
    reject: { to: 'rejected', by: ['operator'] },
    edit: { to: 'paused', by: ['advertiser'] },
    cancel: { to: 'cancelled', by: ['advertiser'] },
    duplicate: { to: 'pending', by: ['advertiser'] },
  },
  active: {
    pause: { to: 'paused', by: ['advertiser', 'operator'] },
    reject: { to: 'rejected', by: ['operator'] },
    edit: { to: 'paused', by: ['advertiser'] },
    cancel: { to: 'cancelled', by: ['advertiser'] },
    complete: { to: 'completed', by: ['system'], guard: 'endedOrSpent' },
    duplicate: { to: 'active', by: ['advertiser'] },
  },
  rejected: {
    publish: { to: 'pending', by: ['advertiser'], guard: 'hasAdSet' },
    edit: { to: 'paused', by: ['advertiser'] },
    cancel: { to: 'cancelled', by: ['advertiser'] },
    archive: { to: 'archived', by: ['advertiser'] },
    duplicate: { to: 'rejected', by: ['advertiser'] },
  },
  cancelled: {
    archive: { to: 'archived', by: ['advertiser'] },
    duplicate: { to: 'cancelled', by: ['advertiser'] },
  },
  completed: {
    archive: { to: 'archived', by: ['advertiser'] },
    duplicate: { to: 'completed', by: ['advertiser'] },
  },
  archived: {},
} as const satisfies StatusTable<CampaignStatus, CampaignAction, CampaignGuard>;

/** The guards' truth for one campaign. */
export function campaignFacts(campaign: {
  readonly approved: boolean;
  readonly adSetCount: number;
  readonly ended: boolean;
  readonly budgetSpent: boolean;
}): Record<CampaignGuard, boolean> {
  const hasAdSet = campaign.adSetCount > 0;
  return {
    approved: campaign.approved,
    notApproved: !campaign.approved,
    hasAdSet,
    notApprovedAndHasAdSet: !campaign.approved && hasAdSet,
    endedOrSpent: campaign.ended || campaign.budgetSpent,
  };
}
