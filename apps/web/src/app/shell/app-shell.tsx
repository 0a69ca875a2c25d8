import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shellTexts } from '../../i18n/en/shell.ts';
import { useTexts } from '../../i18n/texts.ts';
import { StepUpHost } from '../../kits/step-up/step-up-host.tsx';
import { browserStore } from '../../lib/browser-storage.ts';
import { readLookUntilMs } from '../../lib/session/access-token.ts';
import { setWorkspace, useSession, useWorkspace } from '../../lib/session/session-store.ts';
import { workspaceOfPath } from '../../lib/session/workspace.ts';
import { ConfirmHost } from '../../ui/confirm-host.tsx';
import type { Pressed } from '../../ui/focus-keeper.ts';
import { MantineRoot } from '../mantine-root.tsx';
import classes from './app-shell.module.css';
import { MemberBanner } from './member-banner.tsx';
import { Navigation } from './navigation.tsx';
import { PaletteHost } from './palette-host.tsx';
import { TopBar } from './top-bar.tsx';
import { TotpReminder } from './totp-reminder.tsx';
import { useDrawer } from './use-drawer.ts';

const COLLAPSED_KEY = 'navigation-collapsed';

/** Fetched by whoever can touch the screen. */
function useTappedTitles(): void {
  useEffect(() => {
    if (navigator.maxTouchPoints === 0) return;
    const shown = import('../../ui/tapped-title.ts').then(
      ({ showTappedTitles }) => showTappedTitles(),
      () => undefined,
    );
    return () => void shown.then((end) => end?.());
  }, []);
}

/** The default layout: navigation at the left (a drawer on phones), top bar, page. */
export function AppShell({ children }: { children?: ReactNode }) {
  const t = useTexts(shellTexts);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const remembered = useWorkspace();
  const { user } = useSession();
  const [collapsed, setCollapsed] = useState(() => browserStore.read(COLLAPSED_KEY) === 'yes');
  useTappedTitles();
  // Who signed in comes from another page; who opened this one by its address does not.
  const drawer = useDrawer(path, useRouter().state.resolvedLocation?.pathname ?? path);

  const here = workspaceOfPath(path);
  useEffect(() => {
    if (here !== null) setWorkspace(here);
  }, [here]);

  // It comes after what is seen first. What is pressed by then is told to it.
  const pressed = useRef<Pressed | null>(null);
  useEffect(() => {
    const keeper = import('../../ui/focus-keeper.ts').then(
      ({ keepFocus }) => keepFocus(pressed.current),
      () => undefined,
    );
    return () => void keeper.then((end) => end?.());
  }, []);

  const toggleCollapsed = () => {
    browserStore.write(COLLAPSED_KEY, collapsed ? 'no' : 'yes');
    setCollapsed(!collapsed);
  };
  const look = [classes.shell, collapsed ? classes.collapsed : '', drawer.isOpen ? classes.open : ''].join(
    ' ',
  );
  return (
    <MantineRoot>
      <div className={look}>
        <a href="#main" className={classes.skip} inert={drawer.isOpen}>
          {t('skip')}
        </a>
        <Navigation
          workspace={here ?? remembered}
          collapsed={collapsed && !drawer.isOpen}
          onToggle={toggleCollapsed}
          onChoose={() => drawer.isOpen && drawer.close(drawer.main)}
          ref={drawer.nav}
        />
        <button
          type="button"
          className={classes.scrim}
          aria-label={t('closeNavigation')}
          tabIndex={drawer.isOpen ? 0 : -1}
          onClick={() => drawer.close()}
        />
        <TopBar onOpenNavigation={drawer.open} drawerOpen={drawer.isOpen} opener={drawer.button} />
        <main
          id="main"
          ref={drawer.main}
          tabIndex={-1}
          inert={drawer.isOpen}
          className={classes.main}
          onFocus={({ target, currentTarget }) => {
            pressed.current = { element: target, frame: target.closest('section') ?? currentTarget };
          }}
        >
          {/* Not loaded later: the screen below would move away from under the pointer. */}
          {here === 'operator' && user?.totpEnabled === false && <TotpReminder />}
          {user !== null && user.member !== 'owner' && here !== 'operator' && readLookUntilMs() === null && (
            <MemberBanner user={user} />
          )}
          {children ?? <Outlet />}
        </main>
      </div>
      <ConfirmHost />
      <StepUpHost />
      <PaletteHost workspace={here ?? remembered} />
    </MantineRoot>
  );
}
