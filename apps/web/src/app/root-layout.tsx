import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { readLookUntilMs } from '../lib/session/access-token.ts';
import { fetchFailedPart, lazyPart } from '../ui/lazy-part.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { NavigationBar } from './navigation-bar.tsx';

const LookBanner = lazyPart(() => import('./look-banner.tsx'));

export function RootLayout() {
  const untilMs = readLookUntilMs();
  useEffect(() => void fetchFailedPart().catch(() => undefined), []);
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
