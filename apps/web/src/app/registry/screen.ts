import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { RouteAccess } from '../../lib/session/access-guard.ts';
import { guard } from './guard.ts';
import { authLayout, rootRoute, shellLayout } from './root-route.ts';

type Screen = () => Promise<{ default: ComponentType }>;

/** A screen in the default layout: `screen('/advertiser/campaigns', ADVERTISER, () => import('…/campaigns.tsx'))`. */
export function screen<const Path extends string>(path: Path, access: RouteAccess, load: Screen) {
  return createRoute({
    getParentRoute: () => shellLayout,
    path,
    beforeLoad: guard(access),
    component: lazyRouteComponent(load),
  });
}

/** A screen in the auth layout, without Mantine. */
export function authScreen<const Path extends string>(path: Path, access: RouteAccess, load: Screen) {
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
