import type { Role } from '@placard/domain/roles';

/** What a route asks of its visitor. */
export type RouteAccess =
  | { readonly kind: 'any' }
  | { readonly kind: 'guest' }
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'anyRole'; readonly roles: readonly Role[] };

export type Visitor = {
  readonly authenticated: boolean;
  readonly roles: readonly Role[];
  /** The network requires a second factor that is not set up: only that can be done. */
  readonly mustEnrol?: boolean;
};

export type Verdict =
  | { readonly pass: true }
  | { readonly pass: false; readonly to: '/login'; readonly wanted: string }
  | { readonly pass: false; readonly to: '/dashboard' | '/operator' | '/not-found' | '/two-factor' };

export const PASS: Verdict = { pass: true };

/**
 * Where somebody belongs who may not be where they wanted to go. The specification says the dashboard; that page
 * itself needs a role of the two it knows, so an operator without them belongs in the console.
 */
function refuge(roles: readonly Role[]): Verdict {
  if (roles.includes('advertiser') || roles.includes('publisher')) return { pass: false, to: '/dashboard' };
  return { pass: false, to: roles.includes('operator') ? '/operator' : '/not-found' };
}

/** The guard's four rules, in the specification's order (§6). `wanted` is the full path with its query. */
export function judgeAccess(access: RouteAccess, visitor: Visitor, wanted: string): Verdict {
  const needsSignIn = access.kind !== 'any' && access.kind !== 'guest';
  if (needsSignIn && !visitor.authenticated) return { pass: false, to: '/login', wanted };
  if (visitor.mustEnrol === true && access.kind !== 'any' && access.kind !== 'signedIn') {
    return { pass: false, to: '/two-factor' };
  }
  if (access.kind === 'guest' && visitor.authenticated) return refuge(visitor.roles);
  if (access.kind === 'role' && !visitor.roles.includes(access.role)) return refuge(visitor.roles);
  if (access.kind === 'anyRole' && !access.roles.some((role) => visitor.roles.includes(role))) {
    return refuge(visitor.roles);
  }
  return PASS;
}
