import type { User } from '@placard/contract/auth';
import { type MemberRight, memberMay } from '@placard/domain/account/member';
import type { Role } from '@placard/domain/roles';

/** The account as `/auth/login` and `/auth/profile` answer it. */
export type SessionUser = User;

export function hasRole(user: SessionUser | null, role: Role): boolean {
  return user?.roles.includes(role) ?? false;
}

/** Whether they may change that part of the account they act for. */
export function may(user: SessionUser, right: MemberRight): boolean {
  return memberMay(user.member, right);
}
