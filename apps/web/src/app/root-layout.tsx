import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readLookUntilMs } from '../lib/session/access-token.ts';
import { fetchFailedPart, quietPart } from '../ui/lazy-part.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { NavigationBar } from './navigation-bar.tsx';

const LookBanner = quietPart(() => import('./look-banner.tsx'));

export function RootLayout() {
  const untilMs = readLookUntilMs();
  useEffect(() => void fetchFailedPart().catch(() => undefined), []);
  return (
    <>
      <NavigationBar />
      {untilMs !== null && <LookBanner untilMs={untilMs} />}
      <Outlet />
      <Toaster />
    </>
  );
}
