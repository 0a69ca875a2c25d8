import { Link } from '@tanstack/react-router';
import page from '../../app/standalone-page.module.css';
import { commonTexts } from '../../i18n/en/common.ts';
import { useTexts } from '../../i18n/texts.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import button from '../../ui/plain-button.module.css';

/** Where a page of the shell would be: the shell has the landmark. `missing` says what is not there, if that is known. */
export function NotFoundPage({ missing = '' }: { missing?: string }) {
  const t = useTexts(commonTexts);
  usePageTitle(t('notFound.title'));
  return (
    <div className={page.page}>
      <span className={page.code}>404</span>
      <h1 className={page.title}>{t('notFound.title')}</h1>
      {missing !== '' && <p>{missing}</p>}
      <p className={page.text}>{t('notFound.text')}</p>
      <div className={page.actions}>
        <Link to="/dashboard" className={button.primary}>
          {t('notFound.home')}
        </Link>
      </div>
    </div>
  );
}

/** The same as a page of its own, outside the shell. */
export function NotFoundScreen() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}
