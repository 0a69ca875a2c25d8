import { createRoute } from '@tanstack/react-router';
import { NotFoundScreen } from '../../routes/public/not-found.tsx';
import { ANY_ROLE, ANYBODY, EITHER_ROLE, GUEST, SIGNED_IN } from './guard.ts';
import { rootRoute } from './root-route.ts';
import { authScreen, redirection, screen } from './screen.ts';

export const rootRoutes = [
  redirection('/', '/dashboard'),
  redirection('/advertiser', '/advertiser/campaigns'),
  redirection('/publisher', '/publisher/report'),
  redirection('/operator', '/operator/reviews'),
  createRoute({ getParentRoute: () => rootRoute, path: '/not-found', component: NotFoundScreen }),
] as const;

export const authRoutes = [
  authScreen('/login', GUEST, () => import('../../routes/public/login.tsx')),
  authScreen('/invite', ANYBODY, () => import('../../routes/public/invite.tsx')),
  authScreen('/forgot-password', ANYBODY, () => import('../../routes/public/forgot-password.tsx')),
  authScreen('/unsubscribe', ANYBODY, () => import('../../routes/public/unsubscribe.tsx')),
  authScreen('/reset-password', ANYBODY, () => import('../../routes/public/reset-password.tsx')),
  authScreen('/confirm-email', ANYBODY, () => import('../../routes/public/confirm-email.tsx')),
] as const;

export const accountRoutes = [
  screen('/dashboard', EITHER_ROLE, () => import('../../routes/account/dashboard.tsx')),
  screen('/two-factor', SIGNED_IN, () => import('../../routes/account/two-factor.tsx')),
  screen('/account', ANY_ROLE, () => import('../../routes/account/account.tsx')),
] as const;
