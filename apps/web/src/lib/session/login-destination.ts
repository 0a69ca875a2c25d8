import type { Role } from '@placard/domain/roles';

export const ACCOUNT_TYPES = ['advertiser', 'publisher'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];
export type Workspace = Role;

/** A redirect is followed only on our own origin. @returns path, query and fragment, or `null`. */
export function sameOriginPath(redirect: string | undefined, origin: string): string | null {
  if (redirect === undefined || redirect === '') return null;
  if (!URL.canParse(redirect, origin)) return null;
  const url = new URL(redirect, origin);
  if (url.origin !== origin || url.pathname.startsWith('//')) return null;
  if (url.pathname === '/login') return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The account type picks the workspace; an account without that role opens the other one, or the operator's console. */
export function workspaceFor(wanted: AccountType, roles: readonly Role[]): Workspace {
  if (roles.includes(wanted)) return wanted;
  return ACCOUNT_TYPES.find((type) => roles.includes(type)) ?? 'operator';
}

/** Where a sign-in leads: the kept path if it is ours, else advertisers to their campaigns, everyone else to the dashboard. */
export function loginDestination(input: {
  readonly redirect: string | undefined;
  readonly origin: string;
  readonly workspace: Workspace;
}): string {
  const kept = sameOriginPath(input.redirect, input.origin);
  if (kept !== null) return kept;
  if (input.workspace === 'advertiser') return '/advertiser/campaigns';
  return input.workspace === 'operator' ? '/operator' : '/dashboard';
}

/** Somebody new starts where the first steps are, whatever they came for. */
export function newcomerDestination(workspace: Workspace): string {
  return workspace === 'operator' ? '/operator' : '/dashboard';
}
