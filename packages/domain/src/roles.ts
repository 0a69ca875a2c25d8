/** Roles an account may hold; `operator` runs the network. */
export const ROLES = ['advertiser', 'publisher', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Who makes a status change: a role, or the system itself (jobs, settlement). */
export type Actor = Role | 'system';
