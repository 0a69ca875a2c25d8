import { createRouter } from '@tanstack/react-router';
import { parseSearchText, searchText } from '../lib/search/search-text.ts';
import { onLeavingPage, onSignedOut } from '../lib/session/session-store.ts';
import { PendingPage } from './pending-page.tsx';
import { advertiserRoutes } from './registry/advertiser-routes.ts';
import { operatorRoutes } from './registry/operator-routes.ts';
import { accountRoutes, authRoutes, rootRoutes } from './registry/public-routes.ts';
import { publisherRoutes } from './registry/publisher-routes.ts';
import { authLayout, rootRoute, shellLayout } from './registry/root-route.ts';
import { RouteFailure } from './route-failure.tsx';

const routeTree = rootRoute.addChildren([
  ...rootRoutes,
  authLayout.addChildren([...authRoutes]),
  shellLayout.addChildren([...accountRoutes, ...advertiserRoutes, ...publisherRoutes, ...operatorRoutes]),
]);

export const router = createRouter({
  routeTree,
  parseSearch: parseSearchText,
  stringifySearch: searchText,
  defaultPreload: 'intent',
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: RouteFailure,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

onLeavingPage((path) => {
  router.history.destroy();
  window.location.assign(path);
});

/** Out of wherever one was, to login, with the full path kept so that signing in again leads back. */
onSignedOut((anew) => {
  const { href, pathname } = router.state.location;
  if (anew) {
    // Neither shown nor asked about until the other page is there.
    document.documentElement.hidden = true;
    router.history.destroy();
    window.location.reload();
  } else if (pathname !== '/login') {
    void router.navigate({ to: '/login', search: { redirect: href }, replace: true, ignoreBlocker: true });
  }
});
