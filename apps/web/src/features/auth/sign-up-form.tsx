import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { LightField, LightSubmit } from '../../kits/before-sign-in/light-field.tsx';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { useLightForm } from '../../kits/before-sign-in/use-light-form.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { emailFaults } from '../../lib/session/credential-rules.ts';
import { ACCOUNT_TYPES, type AccountType } from '../../lib/session/login-destination.ts';
import { toast } from '../../lib/toast-store.ts';
import { ConfirmSignUp } from './confirm-sign-up.tsx';
import { type SignInConfig, useSignInConfig } from './use-sign-in-config.ts';

/** Asks for an account; with the link that confirms the address it goes on with name and password. */
export default function SignUpScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return search.token === undefined ? <SignUp /> : <ConfirmSignUp token={search.token} />;
}

function SignUp() {
  const t = useTexts(authTexts);
  usePageTitle(t('signUp.title'));
  const config = useSignInConfig();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const text = config?.signUp === 'approval' ? t('signUp.approval') : t('signUp.text');
  if (sentTo !== null) {
    return (
      <div role="status">
        <h1 className={classes.title}>{t('signUp.sentTitle')}</h1>
        <p className={classes.text}>{t('signUp.sentText', { email: sentTo })}</p>
        <BackToLogin />
      </div>
    );
  }
  return (
    <>
      <h1 className={classes.title}>{t('signUp.title')}</h1>
      <p className={classes.text}>{config?.signUp === 'closed' ? t('signUp.closed') : text}</p>
      {config !== null && config.signUp !== 'closed' && <SignUpForm config={config} onSent={setSentTo} />}
      <BackToLogin />
    </>
  );
}

function SignUpForm({ config, onSent }: { config: SignInConfig; onSent: (email: string) => void }) {
  const t = useTexts(authTexts);
  const [roles, setRoles] = useState<readonly AccountType[]>([]);
  const [accepted, setAccepted] = useState(false);
  const [tried, setTried] = useState(false);
  const asksTerms = config.termsUrl !== '';
  const { form, formProps } = useLightForm({
    initial: { email: '', company: '' },
    check: ({ email }) => ({ email: emailFaults(email) }),
    onSubmit: async ({ email, company }) => {
      setTried(true);
      if (roles.length === 0 || (asksTerms && !accepted)) return;
      const asked = {
        email: email.trim(),
        roles: [...roles],
        company: company.trim(),
        acceptsTerms: accepted,
      };
      try {
        await sessionApi.signUp.signUp(asked);
        onSent(asked.email);
      } catch (error) {
        toast.failure(refusalOf(error, t('signUp.failed')));
      }
    },
  });
  const toggle = (type: AccountType) =>
    setRoles(roles.includes(type) ? roles.filter((role) => role !== type) : [...roles, type]);
  return (
    <form className={classes.form} {...formProps}>
      <fieldset className={`plain-group grid gap-8 ${classes.choices}`}>
        <legend>{t('signUp.roles')}</legend>
        {ACCOUNT_TYPES.map((type) => (
          <label key={type} className={classes.choice}>
            <input
              type="checkbox"
              checked={roles.includes(type)}
              aria-label={t(`signUp.${type}`)}
              onChange={() => toggle(type)}
            />
            <strong className="bold">{t(`signUp.${type}`)}</strong>
            <span>{t(`signUp.${type}Hint`)}</span>
          </label>
        ))}
        {tried && roles.length === 0 && <Fault>{t('signUp.roleMissing')}</Fault>}
      </fieldset>
      <LightField
        form={form}
        name="email"
        type="email"
        label={t('signUp.email')}
        autoComplete="username"
        autoFocus
      />
      <LightField form={form} name="company" label={t('signUp.company')} autoComplete="organization" />
      {asksTerms && (
        <div>
          <label className="row gap-8 text-14">
            <input type="checkbox" checked={accepted} onChange={() => setAccepted(!accepted)} />
            <span>{t('signUp.terms')}</span>
          </label>
          <a href={config.termsUrl} target="_blank" rel="noreferrer" className="text-14">
            {t('signUp.readTerms')}
          </a>
          {tried && !accepted && <Fault>{t('signUp.termsMissing')}</Fault>}
        </div>
      )}
      <LightSubmit busy={form.busy} label={t('signUp.submit')} busyLabel={t('signUp.busy')} />
    </form>
  );
}

function Fault({ children }: { children: string }) {
  return (
    <p className="bad text-13" role="alert">
      {children}
    </p>
  );
}

function BackToLogin() {
  const t = useTexts(authTexts);
  return (
    <p className="flex between gap-12 above-20 text-14">
      <Link to="/login">{t('forgot.back')}</Link>
    </p>
  );
}
