import { Link as PageLink } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { commonTexts } from '../../i18n/en/common.ts';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { ApiError, refusalOf } from '../../lib/faults/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import button from '../../ui/plain-button.module.css';
import { type LinkLoader, useLink } from './use-link.ts';

/** A link for a new password is asked for here; an invitation only the operator can send again. */
export function InvalidLink({
  text,
}: {
  text: 'invite.invalidText' | 'reset.invalidText' | 'join.invalidText' | 'signUp.invalidText';
}) {
  const t = useTexts(authTexts);
  usePageTitle(t('invite.invalidTitle'));
  return (
    <div role="alert">
      <h1 className={classes.title}>{t('invite.invalidTitle')}</h1>
      <p className="muted below-16">{t(text)}</p>
      {text === 'reset.invalidText' ? (
        <PageLink to="/forgot-password" className={button.primary}>
          {t('reset.askAgain')}
        </PageLink>
      ) : (
        <PageLink to="/login" className={button.primary}>
          {t('invite.toLogin')}
        </PageLink>
      )}
    </div>
  );
}

/** Of a form: its link itself is used up, expired or taken back by now, and the page says so instead. */
export function leavesWithLink(onEnded: () => void): (error: unknown) => boolean {
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'link_invalid') return false;
    onEnded();
    return true;
  };
}

export function PageComes() {
  const t = useTexts(commonTexts);
  return <p className="muted below-16">{t('loading')}</p>;
}

/** What a page needs to know could not be asked for. */
export function FailedPage({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useTexts(commonTexts);
  // A server that answers is no matter of the reader's connection.
  const answered = error instanceof ApiError && error.status !== 0;
  return (
    <div role="alert">
      <h1 className={classes.title}>{t('failure.title')}</h1>
      <p className="muted below-16">{refusalOf(error, t(answered ? 'failure.text' : 'failure.offline'))}</p>
      <button type="button" className={button.primary} onClick={retry}>
        {t('tryAgain')}
      </button>
    </div>
  );
}

/**
 * A page behind a one-time link: asks what the link is for, then shows its form. The form tells when it finds that the
 * link has ended meanwhile: used in another window, or expired.
 */
export function LinkPage<Link>({
  token,
  ask,
  invalid = <InvalidLink text="invite.invalidText" />,
  children,
}: {
  token: string | undefined;
  ask: LinkLoader<Link>;
  /** Where the link works no more. */
  invalid?: ReactNode;
  children: (link: Link, token: string, onEnded: () => void) => ReactNode;
}) {
  const state = useLink(token, ask);
  const [ended, setEnded] = useState(false);
  if (state.state === 'loading') return <PageComes />;
  if (state.state === 'failed') return <FailedPage {...state} />;
  if (ended || state.state === 'invalid' || token === undefined) return invalid;
  return children(state.link, token, () => setEnded(true));
}
