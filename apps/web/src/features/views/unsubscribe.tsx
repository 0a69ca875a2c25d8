import type { NoticeKind } from '@placard/domain/notice/kinds';
import { Link, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { commonTexts } from '../../i18n/en/common.ts';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { noticeTexts } from '../../kits/notices/texts.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { ApiError, refusalOf } from '../../lib/faults/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { toast } from '../../lib/toast-store.ts';
import button from '../../ui/plain-button.module.css';
import { useBusy } from '../../ui/use-busy.ts';
import { unsubscribeTexts } from './texts.ts';

type Subscription = {
  readonly name: string;
  readonly active: boolean;
  readonly kind: NoticeKind | 'digest' | null;
};
type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'known'; readonly subscription: Subscription };

/**
 * Ends the mails that a link came with, without signing in. It asks first: programs that check mails for harm follow
 * their links, and must not end anything.
 */
export default function Unsubscribe() {
  const { token = '' }: SearchRecord = useSearch({ strict: false });
  const t = useTexts(unsubscribeTexts);
  const common = useTexts(commonTexts);
  const notices = useTexts(noticeTexts);
  usePageTitle(t('title'));
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [busy, run] = useBusy();
  const load = useCallback(async () => {
    setState({ kind: 'loading' });
    try {
      setState({ kind: 'known', subscription: await sessionApi.views.unsubscription({ token }) });
    } catch (error) {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      setState({ kind: refused ? 'invalid' : 'failed' });
    }
  }, [token]);
  useEffect(() => {
    void load();
  }, [load]);
  const stop = async (subscription: Subscription) => {
    try {
      await sessionApi.views.unsubscribe({ token });
      setState({ kind: 'known', subscription: { ...subscription, active: false } });
    } catch (error) {
      toast.failure(refusalOf(error, t('failed')));
    }
  };
  if (state.kind === 'loading') return <p className="muted below-16">{common('loading')}</p>;
  if (state.kind === 'failed') {
    return (
      <div role="alert">
        <h1 className={classes.title}>{common('failure.title')}</h1>
        <p className="muted below-16">{common('failure.offline')}</p>
        <button type="button" className={button.primary} onClick={() => void load()}>
          {common('tryAgain')}
        </button>
      </div>
    );
  }
  if (state.kind === 'invalid') {
    return (
      <>
        <h1 className={classes.title}>{t('invalid')}</h1>
        <p className="muted below-16">{t('invalidText')}</p>
        <Link to="/login" className={button.primary}>
          {t('toLogin')}
        </Link>
      </>
    );
  }
  const { subscription } = state;
  const { name, active, kind } = subscription;
  return (
    <>
      <h1 className={classes.title}>{t('title')}</h1>
      {active ? (
        <>
          <p className="muted below-16">
            {kind === null
              ? t('text', { name })
              : t('textOfKind', { kind: notices(kind === 'digest' ? 'mail.digest' : `mail.kind.${kind}`) })}
          </p>
          <button
            type="button"
            className={button.primary}
            aria-disabled={busy}
            onClick={() => void run(() => stop(subscription))}
          >
            {t(busy ? 'busy' : 'button')}
          </button>
        </>
      ) : (
        <p className="muted below-16" role="status">
          {name === '' ? t('done') : t('doneNamed', { name })}
        </p>
      )}
    </>
  );
}
