import type { StatusTable } from '../status-table.ts';

export const WEBSITE_STATUSES = ['pending', 'active', 'suspended', 'rejected', 'archived'] as const;
export type WebsiteStatus = (typeof WEBSITE_STATUSES)[number];

export const WEBSITE_ACTIONS = [
  'approve',
  'reject',
  'suspend',
  'activate',
  'grantAppeal',
  'edit',
  'resubmit',
  'delete',
] as const;
export type WebsiteAction = (typeof WEBSITE_ACTIONS)[number];

/** Where the operator suspended a website only the operator lifts it: the guard keeps the publisher from doing so. */
export type WebsiteGuard = 'suspendedByPublisherOrActorIsOperator';

/** A new website is `pending` (under review). `resubmit` is an edit of a rejected one. */
export const WEBSITE_TRANSITIONS = {
  pending: {
    approve: { to: 'active', by: ['operator', 'system'] },
    reject: { to: 'rejected', by: ['operator'] },
    edit: { to: 'pending', by: ['publisher'] },
    delete: { to: 'archived', by: ['publisher'] },
  },
  active: {
    suspend: { to: 'suspended', by: ['publisher', 'operator'] },
    reject: { to: 'rejected', by: ['operator'] },
    edit: { to: 'active', by: ['publisher'] },
    delete: { to: 'archived', by: ['publisher'] },
  },
  suspended: {
    activate: { to: 'active', by: ['publisher', 'operator'], guard: 'suspendedByPublisherOrActorIsOperator' },
    grantAppeal: { to: 'active', by: ['operator'] },
    edit: { to: 'suspended', by: ['publisher'] },
    delete: { to: 'archived', by: ['publisher'] },
  },
  rejected: {
    grantAppeal: { to: 'active', by: ['operator'] },
    resubmit: { to: 'pending', by: ['publisher'] },
    delete: { to: 'archived', by: ['publisher'] },
  },
  archived: {},
} as const satisfies StatusTable<WebsiteStatus, WebsiteAction, WebsiteGuard>;
