import { Link, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { isAtFault, LightFaults, LightField, LightSubmit } from '../../kits/before-sign-in/light-field.tsx';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { type LightForm, useLightForm } from '../../kits/before-sign-in/use-light-form.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { emailFaults } from '../../lib/session/credential-rules.ts';
import { ACCOUNT_TYPES, type AccountType } from '../../lib/session/login-destination.ts';
import { ConfirmSignUp } from './confirm-sign-up.tsx';
import { FailedPage, PageComes } from './link-page.tsx';
import { type SignInConfig, useSignInConfig } from './use-sign-in-config.ts';

/** Asks for an account; with the link that confirms the address it goes on with name and password. */
export default function SignUpScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return search.token === undefined ? <SignUp /> : <ConfirmSignUp token={search.token} />;
}

function SignUp() {
  const t = useTexts(authTexts);
  usePageTitle(t('signUp.title'));
  const { config, failed } = useSignInConfig();
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <div role="status">
        <h1 className={classes.title}>{t('signUp.sentTitle')}</h1>
        <p className="muted below-16">{t('signUp.sentText', { email: sentTo })}</p>
        <BackToLogin />
      </div>
    );
  }
  if (failed !== null) return <FailedPage {...failed} />;
  if (config === null) return <PageComes />;
  const text = config.signUp === 'approval' ? t('signUp.approval') : t('signUp.text');
  return (
    <>
      <h1 className={classes.title}>{t('signUp.title')}</h1>
      <p className="muted below-16">{config.signUp === 'closed' ? t('signUp.closed') : text}</p>
      {config.signUp !== 'closed' && <SignUpForm config={config} onSent={setSentTo} />}
      <BackToLogin />
    </>
  );
}

function SignUpForm({ config, onSent }: { config: SignInConfig; onSent: (email: string) => void }) {
  const t = useTexts(authTexts);
  const asksTerms = config.termsUrl !== '';
  const { form, formProps } = useLightForm({
    initial: { roles: '', email: '', company: '', acceptsTerms: '' },
    check: (values) => ({
      roles: values.roles === '' ? ['role_required'] : undefined,
      email: emailFaults(values.email),
      acceptsTerms: asksTerms && values.acceptsTerms === '' ? ['terms_required'] : undefined,
    }),
    onSubmit: async ({ roles, email, company, acceptsTerms }) => {
      const asked = {
        email: email.trim(),
        roles: rolesIn(roles),
        company: company.trim(),
        acceptsTerms: acceptsTerms !== '',
      };
      await sessionApi.signUp.signUp(asked);
      onSent(asked.email);
    },
    failed: t('signUp.failed'),
    hidden: asksTerms ? [] : ['acceptsTerms'],
  });
  return (
    <form className={classes.form} {...formProps}>
      <RolesChoice form={form} />
      <LightField
        form={form}
        name="email"
        type="email"
        label={t('signUp.email')}
        autoComplete="username"
        autoFocus
      />
      <LightField form={form} name="company" label={t('signUp.company')} autoComplete="organization" />
      {asksTerms && <Terms form={form} href={config.termsUrl} />}
      <LightSubmit form={form} label={t('signUp.submit')} busyLabel={t('signUp.busy')} />
    </form>
  );
}

type Form = LightForm<'roles' | 'email' | 'company' | 'acceptsTerms'>;

/** A form before sign-in holds texts only: the roles, a blank apart. */
const rolesIn = (text: string): AccountType[] =>
  ACCOUNT_TYPES.filter((type) => text.split(' ').includes(type));

function RolesChoice({ form }: { form: Form }) {
  const t = useTexts(authTexts);
  const id = useId();
  const chosen = rolesIn(form.values.roles);
  const toggle = (type: AccountType) =>
    form.set('roles', ACCOUNT_TYPES.filter((each) => chosen.includes(each) !== (each === type)).join(' '));
  const atFault = isAtFault(form, 'roles');
  return (
    <div className="grid gap-6">
      <fieldset className={`plain-group grid gap-8 ${classes.choices}`}>
        <legend>{t('signUp.roles')}</legend>
        {ACCOUNT_TYPES.map((type) => (
          <label key={type} className={`pick ${classes.choice}`}>
            <input
              type="checkbox"
              checked={chosen.includes(type)}
              aria-label={t(`signUp.${type}`)}
              aria-invalid={atFault}
              aria-describedby={atFault ? id : undefined}
              onChange={() => toggle(type)}
            />
            <strong className="bold">{t(`signUp.${type}`)}</strong>
            <span>{t(`signUp.${type}Hint`)}</span>
          </label>
        ))}
      </fieldset>
      <LightFaults form={form} name="roles" id={id} />
    </div>
  );
}

function Terms({ form, href }: { form: Form; href: string }) {
  const t = useTexts(authTexts);
  const id = useId();
  const accepted = form.values.acceptsTerms !== '';
  const atFault = isAtFault(form, 'acceptsTerms');
  return (
    <div className="grid gap-6">
      <label className="row gap-8 text-14">
        <input
          type="checkbox"
          checked={accepted}
          aria-invalid={atFault}
          aria-describedby={atFault ? id : undefined}
          onChange={() => form.set('acceptsTerms', accepted ? '' : 'yes')}
        />
        <span>{t('signUp.terms')}</span>
      </label>
      <a href={href} target="_blank" rel="noreferrer" className="text-14">
        {t('signUp.readTerms')}
      </a>
      <LightFaults form={form} name="acceptsTerms" id={id} />
    </div>
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
