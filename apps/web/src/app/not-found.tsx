import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { commonTexts } from '../i18n/en/common.ts';
import { useTexts } from '../i18n/texts.ts';
import { usePageTitle } from '../lib/page-title.ts';
import { isAuthenticated, useSession } from '../lib/session/session-store.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import button from '../ui/plain-button.module.css';

/** Where a page of the shell would be: the shell has the landmark. `missing` says what is not there, if that is known. */
export function NotFoundPage({ missing = '' }: { missing?: string }) {
  const t = useTexts(commonTexts);
  usePageTitle(t('notFound.title'));
  return (
    <div className="grid gap-12 text-centre alone page">
      <span className="faint text-13 figure">404</span>
      <h1 className="text-24">{t('notFound.title')}</h1>
      {missing !== '' && <p>{missing}</p>}
      <p>{t('notFound.text')}</p>
      <div className="flex gap-8 above-8">
        <Link to="/dashboard" className={button.primary}>
          {t('notFound.home')}
        </Link>
      </div>
    </div>
  );
}

const AppShell = lazyPart(() => import('./shell/app-shell.tsx').then((file) => ({ default: file.AppShell })));

/** The same where no screen is: inside the shell for who is signed in, a page of its own for anybody else. */
export function NotFoundScreen() {
  const alone = (
    <main>
      <NotFoundPage />
    </main>
  );
  if (!isAuthenticated(useSession())) return alone;
  return (
    <Suspense fallback={alone}>
      <AppShell>
        <NotFoundPage />
      </AppShell>
    </Suspense>
  );
}
