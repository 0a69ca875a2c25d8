import { createRootRoute, createRoute } from '@tanstack/react-router';
import { validSearch } from '../../lib/search/search-text.ts';
import { startSession } from '../../lib/session/session-store.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { NotFoundScreen } from '../not-found.tsx';
import { RootLayout } from '../root-layout.tsx';
import { RouteFailure } from '../route-failure.tsx';

/** Every route waits for the profile once, so that the guards below it know who is there. */
export const rootRoute = createRootRoute({
  beforeLoad: () => startSession(),
  validateSearch: validSearch,
  component: RootLayout,
  notFoundComponent: NotFoundScreen,
  errorComponent: RouteFailure,
});

/** The split screen of login and the other pages before it. */
export const authLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'auth',
  component: lazyPart(
    () =>
      import('../../kits/before-sign-in/auth-layout.tsx').then(({ AuthLayout }) => ({ default: AuthLayout })),
    true,
  ),
});

/** The default layout: navigation, page, user menu. Loads Mantine, which login does without. */
export const shellLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyPart(
    () => import('../shell/app-shell.tsx').then(({ AppShell }) => ({ default: AppShell })),
    true,
  ),
});
