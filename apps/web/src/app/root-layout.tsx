import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { readLookUntilMs } from '../lib/session/access-token.ts';
import { Toaster } from '../ui/toaster.tsx';
import { NavigationBar } from './navigation-bar.tsx';

const LookBanner = lazy(() => import('./look-banner.tsx'));

export function RootLayout() {
  const untilMs = readLookUntilMs();
  return (
    <>
      <NavigationBar />
      {untilMs !== null && (
        <Suspense>
          <LookBanner untilMs={untilMs} />
        </Suspense>
      )}
      <Outlet />
      <Toaster />
    </>
  );
}
