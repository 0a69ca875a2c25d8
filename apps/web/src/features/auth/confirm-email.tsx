import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { LightSubmit } from '../../kits/before-sign-in/light-field.tsx';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { useLightForm } from '../../kits/before-sign-in/use-light-form.ts';
import { request } from '../../lib/api/request.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import button from '../../ui/plain-button.module.css';
import { LinkPage, leavesWithLink } from './link-page.tsx';
import { linkOf } from './use-link.ts';

const ASK = linkOf(['verify']);

/** Confirms a new address by a press: programs that open links in mails to look at them confirm nothing. */
export default function ConfirmEmailScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return (
    <LinkPage token={search.token} ask={ASK}>
      {(link, token, onEnded) => <ConfirmEmail token={token} email={link.email ?? ''} onEnded={onEnded} />}
    </LinkPage>
  );
}

function ConfirmEmail({ token, email, onEnded }: { token: string; email: string; onEnded: () => void }) {
  const t = useTexts(authTexts);
  usePageTitle(t('confirmEmail.title'));
  const [done, setDone] = useState(false);
  const { form, formProps } = useLightForm({
    initial: {},
    check: () => ({}),
    onSubmit: async () => {
      await request({ method: 'POST', path: '/auth/confirm-email', body: { token } });
      setDone(true);
    },
    failed: t('confirmEmail.failed'),
    leaves: leavesWithLink(onEnded),
  });
  if (done) {
    return (
      <div role="status">
        <h1 className={classes.title}>{t('confirmEmail.doneTitle')}</h1>
        <p className="muted below-16">{t('confirmEmail.doneText', { email })}</p>
        {/* The page anew: who is signed in here may have the new address. */}
        <a href="/login" className={button.primary}>
          {t('confirmEmail.go')}
        </a>
      </div>
    );
  }
  return (
    <>
      <h1 className={classes.title}>{t('confirmEmail.title')}</h1>
      <p className="muted below-16">{t('confirmEmail.text', { email })}</p>
      <form className={classes.form} {...formProps}>
        <LightSubmit form={form} label={t('confirmEmail.submit')} busyLabel={t('confirmEmail.busy')} />
      </form>
    </>
  );
}
