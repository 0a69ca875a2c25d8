import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { InvalidLink, LinkPage } from './link-page.tsx';
import { NewPerson } from './new-person.tsx';

const ask = async (token: string) => await sessionApi.signUp.signUpLink({ token });

/** Behind the link that confirms an address. */
export function ConfirmSignUp({ token }: { token: string }) {
  return (
    <LinkPage token={token} ask={ask} invalid={<InvalidLink text="signUp.invalidText" />}>
      {({ email }, _token, onEnded) => <Confirm email={email} token={token} onEnded={onEnded} />}
    </LinkPage>
  );
}

function Confirm({ email, token, onEnded }: { email: string; token: string; onEnded: () => void }) {
  const t = useTexts(authTexts);
  const [waits, setWaits] = useState(false);
  const title = t(waits ? 'signUp.waitTitle' : 'signUp.confirmTitle');
  usePageTitle(title);
  if (waits) {
    return (
      <div role="status">
        <h1 className={classes.title}>{title}</h1>
        <p className="muted below-16">{t('signUp.waitText')}</p>
      </div>
    );
  }
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className="muted below-16">{t('signUp.confirmText', { email })}</p>
      <NewPerson
        onEnded={onEnded}
        open={async (person) => {
          const { session } = await sessionApi.signUp.confirmSignUp({ token, ...person });
          if (session === null) setWaits(true);
          return session;
        }}
      />
    </>
  );
}
