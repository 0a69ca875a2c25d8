/** Roles an account may hold; `operator` runs the network. */
export const ROLES = ['advertiser', 'publisher', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Who makes a status change: a role, or the system itself (jobs, settlement). */
export type Actor = Role | 'system';

/** What an account may do on the network. */
export type AccountRole = Exclude<Role, 'operator'>;

/** What somebody may do within an account. Each account has one owner. */
export const MEMBER_ROLES = ['owner', 'manager', 'finance', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];
