import type { StatusTable } from '../status-table.ts';

export const WIDGET_STATUSES = ['active', 'suspended', 'archived'] as const;
export type WidgetStatus = (typeof WIDGET_STATUSES)[number];

export const WIDGET_ACTIONS = ['suspend', 'activate', 'edit', 'archive'] as const;
export type WidgetAction = (typeof WIDGET_ACTIONS)[number];

/** A widget is neither created, edited nor activated while its website is not active. */
export type WidgetGuard = 'websiteActive';

export const WIDGET_TRANSITIONS = {
  active: {
    suspend: { to: 'suspended', by: ['publisher'] },
    edit: { to: 'active', by: ['publisher'], guard: 'websiteActive' },
    archive: { to: 'archived', by: ['publisher'] },
  },
  suspended: {
    activate: { to: 'active', by: ['publisher'], guard: 'websiteActive' },
    edit: { to: 'suspended', by: ['publisher'], guard: 'websiteActive' },
    archive: { to: 'archived', by: ['publisher'] },
  },
  archived: {},
} as const satisfies StatusTable<WidgetStatus, WidgetAction, WidgetGuard>;
