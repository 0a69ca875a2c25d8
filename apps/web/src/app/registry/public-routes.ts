import { createRoute } from '@tanstack/react-router';
import { NotFoundScreen } from '../not-found.tsx';
import { ANYBODY, EITHER_ROLE, GUEST, SIGNED_IN } from './guard.ts';
import { rootRoute } from './root-route.ts';
import { authScreen, redirection, screen } from './screen.tsx';

export const rootRoutes = [
  redirection('/', '/dashboard'),
  redirection('/advertiser', '/advertiser/campaigns'),
  redirection('/publisher', '/publisher/report'),
  createRoute({ getParentRoute: () => rootRoute, path: '/not-found', component: NotFoundScreen }),
] as const;

export const authRoutes = [
  authScreen('/login', GUEST, () => import('../../features/auth/login-form.tsx')),
  authScreen('/invite', ANYBODY, () => import('../../features/auth/invite-form.tsx')),
  authScreen('/signup', ANYBODY, () => import('../../features/auth/sign-up-form.tsx')),
  authScreen('/join', ANYBODY, () => import('../../features/auth/join-form.tsx')),
  authScreen('/forgot-password', ANYBODY, () => import('../../features/auth/forgot-form.tsx')),
  authScreen('/unsubscribe', ANYBODY, () => import('../../features/views/unsubscribe.tsx')),
  authScreen('/reset-password', ANYBODY, () => import('../../features/auth/reset-form.tsx')),
  authScreen('/confirm-email', ANYBODY, () => import('../../features/auth/confirm-email.tsx')),
] as const;

export const accountRoutes = [
  screen('/dashboard', EITHER_ROLE, () => import('../../features/dashboard/role-choice.tsx')),
  screen('/two-factor', SIGNED_IN, () => import('../../features/account/two-factor.tsx')),
  screen('/account', SIGNED_IN, () => import('../../features/account/account-settings.tsx')),
  screen('/account/webhooks', SIGNED_IN, () => import('../../features/webhooks/account-webhooks.tsx')),
  screen('/account/team', SIGNED_IN, () => import('../../features/team/team.tsx')),
] as const;
