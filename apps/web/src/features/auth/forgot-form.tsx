import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { LightField, LightSubmit } from '../../kits/before-sign-in/light-field.tsx';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { useLightForm } from '../../kits/before-sign-in/use-light-form.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { emailFaults } from '../../lib/session/credential-rules.ts';
import { useSignInConfig } from './use-sign-in-config.ts';

function BackToLogin() {
  const t = useTexts(authTexts);
  return (
    <p className="flex between gap-12 above-20 text-14">
      <Link to="/login">{t('forgot.back')}</Link>
    </p>
  );
}

export default function ForgotForm() {
  const t = useTexts(authTexts);
  usePageTitle(t('forgot.title'));
  // Taken for granted until the server says otherwise.
  const sendsMail = useSignInConfig().config?.sendsMail ?? true;
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { form, formProps } = useLightForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: emailFaults(email) }),
    onSubmit: async ({ email }) => {
      await sessionApi.auth.forgotPassword({ email: email.trim() });
      setSentTo(email.trim());
    },
    failed: t('forgot.failed'),
  });

  if (!sendsMail) {
    return (
      <>
        <h1 className={classes.title}>{t('forgot.title')}</h1>
        <p className="muted below-16">{t('forgot.noMail')}</p>
        <BackToLogin />
      </>
    );
  }
  if (sentTo !== null) {
    return (
      <div role="status">
        <h1 className={classes.title}>{t('forgot.sentTitle')}</h1>
        <p className="muted below-16">{t('forgot.sentText', { email: sentTo })}</p>
        <BackToLogin />
      </div>
    );
  }
  return (
    <>
      <h1 className={classes.title}>{t('forgot.title')}</h1>
      <p className="muted below-16">{t('forgot.text')}</p>
      <form className={classes.form} {...formProps}>
        <LightField
          form={form}
          name="email"
          type="email"
          label={t('forgot.email')}
          autoComplete="username"
          autoFocus
        />
        <LightSubmit form={form} label={t('forgot.submit')} busyLabel={t('forgot.busy')} />
      </form>
      <BackToLogin />
    </>
  );
}
