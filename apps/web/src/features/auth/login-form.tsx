import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { LightField, LightSubmit } from '../../kits/before-sign-in/light-field.tsx';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { useLightForm } from '../../kits/before-sign-in/use-light-form.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { knowsPasskeys } from '../../lib/passkey.ts';
import { emailFaults, passwordFaults } from '../../lib/session/credential-rules.ts';
import { ACCOUNT_TYPES, type AccountType, type Workspace } from '../../lib/session/login-destination.ts';
import { signIn } from '../../lib/session/session-store.ts';
import { toast } from '../../lib/toast-store.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { readCameBack } from './came-back.ts';
import { keepsForLater } from './keeps-for-later.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { isOfFields, refusalText } from './refusal-text.ts';
import { SingleSignOnButton } from './single-sign-on-button.tsx';
import { keepAccountType, lastAccountType, useEnter } from './use-enter.ts';
import { useRefusal } from './use-refusal.tsx';
import { useSignInConfig } from './use-sign-in-config.ts';

const CameBackForm = quietPart(() => import('./came-back-form.tsx'));

function AccountTypeChoice({
  value,
  onChange,
}: {
  value: AccountType;
  onChange: (type: AccountType) => void;
}) {
  const t = useTexts(authTexts);
  const id = useId();
  return (
    <fieldset aria-labelledby={id} className={`plain-group grid gap-8 ${classes.choices}`}>
      <legend id={id}>{t('login.accountType')}</legend>
      {ACCOUNT_TYPES.map((type) => (
        <label key={type} className={`pick ${classes.choice}`}>
          <input
            type="radio"
            name="accountType"
            value={type}
            checked={value === type}
            aria-label={t(`login.${type}`)}
            onChange={() => onChange(type)}
          />
          <strong className="bold">{t(`login.${type}`)}</strong>
          <span>{t(`login.${type}Hint`)}</span>
        </label>
      ))}
    </fieldset>
  );
}

type Login = {
  readonly accountType: AccountType;
  readonly onAccountType: (type: AccountType) => void;
  readonly onIn: (workspace: Workspace) => Promise<void>;
  readonly refusal: ReactNode;
  readonly onRefused: (why: string) => void;
};

/** By password, or by what the provider answered where the browser comes back from it. */
export default function LoginForm() {
  const [accountType, setAccountType] = useState<AccountType>(lastAccountType);
  const [cameBack, setCameBack] = useState(readCameBack);
  const [refusal, refuse] = useRefusal();
  const enter = useEnter(accountType, cameBack?.redirect);
  if (cameBack === null)
    return (
      <PlainLogin
        accountType={accountType}
        onAccountType={setAccountType}
        onIn={enter}
        refusal={refusal}
        onRefused={refuse}
      />
    );
  const onRefused = (why: string) => {
    refuse(why);
    setCameBack(null);
  };
  return <CameBackForm cameBack={cameBack} accountType={accountType} onIn={enter} onRefused={onRefused} />;
}

function PlainLogin({ accountType, onAccountType, onIn, refusal, onRefused }: Login) {
  const t = useTexts(authTexts);
  usePageTitle(t('login.submit'));
  const [asksTotp, setAsksTotp] = useState(false);
  const [keeps] = useState(() => keepsForLater());

  const { config } = useSignInConfig();
  const signUp = config?.signUp;
  // A passkey or the provider: one way at a time.
  const [otherWay, go] = useBusy();

  const { form, formProps } = useLightForm({
    initial: { email: '', password: '', totp: '' },
    check: ({ email, password }) => ({ email: emailFaults(email), password: passwordFaults(password) }),
    onSubmit: async ({ email, password, totp }) => {
      if (otherWay) return;
      try {
        keepAccountType(accountType);
        const { workspace } = await signIn({ email: email.trim(), password, accountType, totp: totp.trim() });
        await onIn(workspace);
      } catch (error) {
        if (isOfFields(error)) throw error;
        const code = error instanceof ApiError ? error.code : undefined;
        const wantsTotp = code === 'totp_required';
        if (wantsTotp) setAsksTotp(true);
        // The toast says that it failed; the same words twice would say no more.
        onRefused(code === 'login_failed' ? t('login.failedHint') : refusalText(t, error));
        if (!wantsTotp) toast.failure(t('login.failed'));
      }
    },
    failed: t('login.failed'),
    hidden: asksTotp ? [] : ['totp'],
  });

  const ways = { accountType, onRefused, disabled: form.busy || otherWay, go };
  return (
    <>
      <h1 className={classes.title}>{t('login.title')}</h1>
      <form className={classes.form} {...formProps} style={{ marginTop: 16 }}>
        {config?.awaitsOperator === true && (
          <p className="on-warn pad-10-12 rounded" role="status">
            {t('login.awaitsOperator')}
          </p>
        )}
        {!keeps && (
          <p className="on-warn pad-10-12 rounded" role="status">
            {t('login.keepsNothing')}
          </p>
        )}
        {refusal}
        <AccountTypeChoice value={accountType} onChange={onAccountType} />
        <LightField
          form={form}
          name="email"
          type="email"
          label={t('login.email')}
          autoComplete="username"
          autoFocus
        />
        <LightField
          form={form}
          name="password"
          type="password"
          label={t('login.password')}
          autoComplete="current-password"
          aside={<Link to="/forgot-password">{t('login.forgot')}</Link>}
        />
        {asksTotp && (
          <LightField
            form={form}
            name="totp"
            label={t('login.totp')}
            hint={t('login.totpHint')}
            autoComplete="one-time-code"
            autoFocus
          />
        )}
        <LightSubmit form={form} disabled={otherWay} label={t('login.submit')} busyLabel={t('login.busy')} />
        {config?.passkeys === true && knowsPasskeys() && <PasskeyButton {...ways} onIn={onIn} />}
        {typeof config?.singleSignOn === 'string' && (
          <SingleSignOnButton {...ways} label={config.singleSignOn} />
        )}
      </form>
      {signUp !== undefined && signUp !== 'closed' && (
        <p className="above-20 text-14">
          <Link to="/signup">{t('signUp.link')}</Link>
        </p>
      )}
    </>
  );
}
