import type { MemberRole } from '../roles.ts';

/**
 * What a member does within an account. `work`: campaigns, creatives, websites, widgets. `money`: paying in, cards,
 * withdrawals and where they go. `members`: who belongs to it, its company and its time zone.
 */
export const MEMBER_RIGHTS = ['work', 'money', 'members'] as const;
export type MemberRight = (typeof MEMBER_RIGHTS)[number];

/** Looking is every member's right; bank details are looked at by whoever may change them. */
const RIGHTS: Readonly<Record<MemberRole, readonly MemberRight[]>> = {
  owner: ['work', 'money', 'members'],
  manager: ['work'],
  finance: ['money'],
  viewer: [],
};

export function memberMay(role: MemberRole, right: MemberRight): boolean {
  return RIGHTS[role].includes(right);
}

/** Roles an owner can give: an account has one owner, who hands it over. */
export const GIVEN_MEMBER_ROLES = ['manager', 'finance', 'viewer'] as const satisfies readonly MemberRole[];
export type GivenMemberRole = (typeof GIVEN_MEMBER_ROLES)[number];

/**
 * So long whoever left an account, or was removed from it, still counts as one of its own where operators decide about
 * money: nobody leaves for a moment to decide.
 */
export const PAST_MEMBER_DAYS = 90;

/** Members and invitations of one account together: a list that is longer is no team. */
export const MAX_MEMBERS = 50;
