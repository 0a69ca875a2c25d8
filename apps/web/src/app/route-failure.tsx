import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { commonTexts } from '../i18n/en/common.ts';
import { useTexts } from '../i18n/texts.ts';
import { ApiError, INVALID_ANSWER } from '../lib/faults/api-error.ts';
import button from '../ui/plain-button.module.css';
import { NotFoundPage } from './not-found.tsx';
import page from './standalone-page.module.css';

/** A chunk of an older release is gone after an update: only a new load of the page helps. */
function isStaleRelease(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message);
}

function textKey(error: unknown): 'failure.text' | 'failure.offline' | 'failure.updated' | 'invalidAnswer' {
  if (isStaleRelease(error)) return 'failure.updated';
  if (error instanceof ApiError && error.code === INVALID_ANSWER) return 'invalidAnswer';
  return error instanceof ApiError && error.status === 0 ? 'failure.offline' : 'failure.text';
}

/** The error boundary of every route. Other people's things look like missing ones; a 404 says what is missing. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const t = useTexts(commonTexts);
  const router = useRouter();
  useEffect(() => console.error(error), [error]);
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage missing={error.message} />;
  if (error instanceof ApiError && error.status === 403) return <NotFoundPage />;
  const retry = () => {
    if (isStaleRelease(error)) window.location.reload();
    else {
      reset();
      void router.invalidate();
    }
  };
  return (
    <div className={`grid gap-12 text-centre ${page.page}`} role="alert">
      <h1 className="text-24">{t('failure.title')}</h1>
      <p className={page.text}>{t(textKey(error))}</p>
      <div className="flex gap-8 above-8">
        <button type="button" className={button.primary} onClick={retry}>
          {t('tryAgain')}
        </button>
      </div>
    </div>
  );
}
