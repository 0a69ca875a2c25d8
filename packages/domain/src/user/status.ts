import type { StatusTable } from '../status-table.ts';

export const USER_STATUSES = ['active', 'inactive', 'suspended'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

export const USER_ACTIONS = ['verify', 'suspend', 'reinstate'] as const;
export type UserAction = (typeof USER_ACTIONS)[number];

/** `inactive` is not verified yet. Suspending ends all sessions and stops the account's ads and widgets at once. */
export const USER_TRANSITIONS = {
  inactive: {
    verify: { to: 'active', by: ['system', 'operator'] },
    suspend: { to: 'suspended', by: ['operator'] },
  },
  active: { suspend: { to: 'suspended', by: ['operator'] } },
  suspended: { reinstate: { to: 'active', by: ['operator'] } },
} as const satisfies StatusTable<UserStatus, UserAction>;
