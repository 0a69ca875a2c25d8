import { useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { LinkPage } from './link-page.tsx';
import { NewPerson } from './new-person.tsx';
import { linkOf, type OneTimeLink } from './use-link.ts';

const ASK = linkOf(['invite', 'bootstrap']);

/** An invitation sets name and password; the first operator's link sets the email address as well. */
export default function InviteScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return (
    <LinkPage token={search.token} ask={ASK}>
      {(link, token, onEnded) => <InviteForm link={link} token={token} onEnded={onEnded} />}
    </LinkPage>
  );
}

function InviteForm({ link, token, onEnded }: { link: OneTimeLink; token: string; onEnded: () => void }) {
  const t = useTexts(authTexts);
  const isBootstrap = link.kind === 'bootstrap';
  const title = isBootstrap ? t('invite.bootstrapTitle') : t('invite.title');
  usePageTitle(title);
  const asksEmail = link.email === null;
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className="muted below-16">
        {isBootstrap ? t('invite.bootstrapText') : t('invite.text', { email: link.email ?? '' })}
      </p>
      <NewPerson
        asksEmail={asksEmail}
        onEnded={onEnded}
        open={async (person, email) =>
          await sessionApi.auth.acceptLink({ token, ...person, ...(asksEmail ? { email } : {}) })
        }
      />
    </>
  );
}
