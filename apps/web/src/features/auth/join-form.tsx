import { Link, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { LightSubmit } from '../../kits/before-sign-in/light-field.tsx';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { useLightForm } from '../../kits/before-sign-in/use-light-form.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { actFor, isAuthenticated, signOut, useSession } from '../../lib/session/session-store.ts';
import button from '../../ui/plain-button.module.css';
import { InvalidLink, LinkPage, leavesWithLink } from './link-page.tsx';
import { NewPerson } from './new-person.tsx';

const ask = async (token: string) => await sessionApi.accounts.invitation({ token });
type Invitation = Awaited<ReturnType<typeof ask>>;
type Asked = { readonly invitation: Invitation; readonly token: string; readonly onEnded: () => void };

/** An invitation to act for an account: signed in with its address one joins, anybody else chooses a password first. */
export default function JoinScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return (
    <LinkPage token={search.token} ask={ask} invalid={<InvalidLink text="join.invalidText" />}>
      {(invitation, token, onEnded) => <Join invitation={invitation} token={token} onEnded={onEnded} />}
    </LinkPage>
  );
}

function Join(asked: Asked) {
  const t = useTexts(authTexts);
  const { account, role, email, known } = asked.invitation;
  const session = useSession();
  const title = t('join.title', { account });
  usePageTitle(title);
  const signedInAs = isAuthenticated(session) ? session.user?.email : undefined;
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className="muted below-16">{t(`join.role.${role}`)}</p>
      {known ? (
        <JoinKnown {...asked} signedInAs={signedInAs} />
      ) : (
        <>
          <p className="muted below-16">{t('join.new', { email })}</p>
          <JoinNew {...asked} />
        </>
      )}
    </>
  );
}

function JoinKnown({ invitation, token, onEnded, signedInAs }: Asked & { signedInAs: string | undefined }) {
  const t = useTexts(authTexts);
  const { form, formProps } = useLightForm({
    initial: {},
    check: () => ({}),
    onSubmit: async () => {
      actFor((await sessionApi.accounts.join({ token })).id);
    },
    failed: t('join.failed'),
    leaves: leavesWithLink(onEnded),
  });
  const { email } = invitation;
  if (signedInAs === undefined) {
    const redirect = `/join?token=${encodeURIComponent(token)}`;
    return (
      <>
        <p className="muted below-16">{t('join.signInFirst', { email })}</p>
        <Link to="/login" search={{ redirect }} className={button.primary}>
          {t('invite.toLogin')}
        </Link>
      </>
    );
  }
  if (signedInAs !== email) {
    return (
      <>
        <p className="muted below-16">{t('join.otherAddress', { email, signedInAs })}</p>
        <button type="button" className={button.primary} onClick={() => void signOut()}>
          {t('join.signOut')}
        </button>
      </>
    );
  }
  return (
    <form className={classes.form} {...formProps}>
      <LightSubmit form={form} label={t('join.submit')} busyLabel={t('join.busy')} />
    </form>
  );
}

function JoinNew({ token, onEnded }: Asked) {
  return (
    <NewPerson
      onEnded={onEnded}
      open={async (person) => await sessionApi.accounts.joinAsNewUser({ token, ...person })}
    />
  );
}
