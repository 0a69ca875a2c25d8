import type { StatusTable } from '../status-table.ts';

export const CREATIVE_STATUSES = [
  'paused',
  'pending',
  'active',
  'rejected',
  'cancelled',
  'completed',
  'archived',
] as const;
export type CreativeStatus = (typeof CREATIVE_STATUSES)[number];

export const CREATIVE_ACTIONS = [
  'approve',
  'reject',
  'pause',
  'activate',
  'editContent',
  'takeDown',
  'complete',
  'grantAppeal',
  'grantAppealPaused',
  'archive',
] as const;
export type CreativeAction = (typeof CREATIVE_ACTIONS)[number];

export type CreativeGuard = 'allCampaignsEnded' | 'servesRunningAdSet';

/** A new creative is `pending`. Edits of basic info and of assignments change no status and are not listed. */
export const CREATIVE_TRANSITIONS = {
  pending: {
    approve: { to: 'active', by: ['operator', 'system'] },
    reject: { to: 'rejected', by: ['operator'] },
    editContent: { to: 'pending', by: ['advertiser'] },
    takeDown: { to: 'cancelled', by: ['operator'] },
    archive: { to: 'archived', by: ['advertiser'] },
  },
  active: {
    reject: { to: 'rejected', by: ['operator'] },
    pause: { to: 'paused', by: ['advertiser'] },
    editContent: { to: 'pending', by: ['advertiser'] },
    takeDown: { to: 'cancelled', by: ['operator'] },
    complete: { to: 'completed', by: ['system'], guard: 'allCampaignsEnded' },
    archive: { to: 'archived', by: ['advertiser'] },
  },
  paused: {
    activate: { to: 'active', by: ['advertiser'] },
    editContent: { to: 'pending', by: ['advertiser'] },
    takeDown: { to: 'cancelled', by: ['operator'] },
    complete: { to: 'completed', by: ['system'], guard: 'allCampaignsEnded' },
    archive: { to: 'archived', by: ['advertiser'] },
  },
  rejected: {
    editContent: { to: 'pending', by: ['advertiser'] },
    takeDown: { to: 'cancelled', by: ['operator'] },
    grantAppeal: { to: 'active', by: ['operator'] },
    archive: { to: 'archived', by: ['advertiser'] },
  },
  completed: {
    activate: { to: 'active', by: ['system'], guard: 'servesRunningAdSet' },
    editContent: { to: 'pending', by: ['advertiser'] },
    takeDown: { to: 'cancelled', by: ['operator'] },
    archive: { to: 'archived', by: ['advertiser'] },
  },
  cancelled: {
    grantAppeal: { to: 'active', by: ['operator'] },
    // Its advertiser had paused it before it was taken down.
    grantAppealPaused: { to: 'paused', by: ['operator'] },
    archive: { to: 'archived', by: ['advertiser'] },
  },
  archived: {},
} as const satisfies StatusTable<CreativeStatus, CreativeAction, CreativeGuard>;
