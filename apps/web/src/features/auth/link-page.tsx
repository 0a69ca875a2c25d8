import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { commonTexts } from '../../i18n/en/common.ts';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { ApiError, refusalOf } from '../../lib/faults/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import button from '../../ui/plain-button.module.css';
import { type OneTimeLink, useLink } from './use-link.ts';

/** A link for a new password is asked for here; an invitation only the operator can send again. */
function InvalidLink({ forPassword }: { forPassword: boolean }) {
  const t = useTexts(authTexts);
  usePageTitle(t('invite.invalidTitle'));
  return (
    <div role="alert">
      <h1 className={classes.title}>{t('invite.invalidTitle')}</h1>
      <p className={classes.text}>{t(forPassword ? 'reset.invalidText' : 'invite.invalidText')}</p>
      {forPassword ? (
        <Link to="/forgot-password" className={button.primary}>
          {t('reset.askAgain')}
        </Link>
      ) : (
        <Link to="/login" className={button.primary}>
          {t('invite.toLogin')}
        </Link>
      )}
    </div>
  );
}

/** The server refused what was sent with a link because the link itself is used up, expired or taken back. */
export function isEndedLink(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'link_invalid';
}

/**
 * A page behind a one-time link: asks what the link is for, then shows its form. The form tells when it finds that the
 * link has ended meanwhile: used in another window, or expired.
 */
export function LinkPage({
  token,
  kinds,
  children,
}: {
  token: string | undefined;
  kinds: readonly OneTimeLink['kind'][];
  children: (link: OneTimeLink, token: string, onEnded: () => void) => ReactNode;
}) {
  const common = useTexts(commonTexts);
  const state = useLink(token, kinds);
  const [ended, setEnded] = useState(false);
  if (state.state === 'loading') return <p className={classes.text}>{common('loading')}</p>;
  if (state.state === 'failed') {
    return (
      <div role="alert">
        <h1 className={classes.title}>{common('failure.title')}</h1>
        <p className={classes.text}>{refusalOf(state.error, common('failure.offline'))}</p>
        <button type="button" className={button.primary} onClick={state.retry}>
          {common('tryAgain')}
        </button>
      </div>
    );
  }
  if (ended || state.state === 'invalid' || token === undefined)
    return <InvalidLink forPassword={kinds.includes('reset')} />;
  return children(state.link, token, () => setEnded(true));
}
