import { redirect } from '@tanstack/react-router';
import { judgeAccess, type RouteAccess } from '../../lib/session/access-guard.ts';
import { currentVisitor } from '../../lib/session/session-store.ts';

/** Whatever roles somebody has. */
export const SIGNED_IN: RouteAccess = { kind: 'signedIn' };
export const ANYBODY: RouteAccess = { kind: 'any' };
export const GUEST: RouteAccess = { kind: 'guest' };
export const ADVERTISER: RouteAccess = { kind: 'role', role: 'advertiser' };
export const PUBLISHER: RouteAccess = { kind: 'role', role: 'publisher' };
export const OPERATOR: RouteAccess = { kind: 'role', role: 'operator' };
export const EITHER_ROLE: RouteAccess = { kind: 'anyRole', roles: ['advertiser', 'publisher'] };

/** For `beforeLoad`: redirects before anything of the page is shown. */
export function guard(access: RouteAccess): (context: { location: { href: string } }) => void {
  return ({ location }) => {
    const verdict = judgeAccess(access, currentVisitor(), location.href);
    if (verdict.pass) return;
    throw redirect({
      href:
        verdict.to === '/login' ? `/login?${new URLSearchParams({ redirect: verdict.wanted })}` : verdict.to,
      replace: true,
    });
  };
}
