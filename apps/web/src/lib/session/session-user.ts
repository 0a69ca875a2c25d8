import type { User } from '@placard/contract/auth';
import type { Role } from '@placard/domain/roles';

/** The account as `/auth/login` and `/auth/profile` answer it. */
export type SessionUser = User;

export function hasRole(user: SessionUser | null, role: Role): boolean {
  return user?.roles.includes(role) ?? false;
}
