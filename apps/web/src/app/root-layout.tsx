import { Outlet } from '@tanstack/react-router';
import { Toaster } from '../ui/toaster.tsx';
import { NavigationBar } from './navigation-bar.tsx';

export function RootLayout() {
  return (
    <>
      <NavigationBar />
      <Outlet />
      <Toaster />
    </>
  );
}
