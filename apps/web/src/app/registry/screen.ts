import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import type { RouteAccess } from '../../lib/session/access-guard.ts';
import { guard } from './guard.ts';
import { authLayout, rootRoute, shellLayout } from './root-route.ts';

/** A screen. `prefetch` asks for what it shows first, from the query of its URL. */
type Screen = ComponentType & { readonly prefetch?: (search: SearchRecord) => void };
type Load = () => Promise<{ readonly default: Screen }>;

/**
 * The guard, and behind it the screen's first calls: they are under way while React makes the page that shows them.
 * Not awaited, so they hold nothing up; a screen that does not load is the router's to tell.
 */
function enter(access: RouteAccess, load: Load) {
  const judge = guard(access);
  return (context: { location: { href: string }; search: SearchRecord; cause: string }) => {
    judge(context);
    if (context.cause !== 'enter') return;
    void load().then(
      ({ default: entered }) => entered.prefetch?.(context.search),
      () => {},
    );
  };
}

/** A screen in the default layout: `screen('/advertiser/campaigns', ADVERTISER, () => import('…/campaigns.tsx'))`. */
export function screen<const Path extends string>(path: Path, access: RouteAccess, load: Load) {
  return createRoute({
    getParentRoute: () => shellLayout,
    path,
    beforeLoad: enter(access, load),
    component: lazyRouteComponent(load),
  });
}

/** A screen in the auth layout, without Mantine. */
export function authScreen<const Path extends string>(path: Path, access: RouteAccess, load: Load) {
  return createRoute({
    getParentRoute: () => authLayout,
    path,
    beforeLoad: guard(access),
    component: lazyRouteComponent(load),
  });
}

/** A path that only leads on; the guard of where it leads decides. */
export function redirection<const Path extends string>(path: Path, to: string) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: () => {
      throw redirect({ href: to, replace: true });
    },
  });
}
