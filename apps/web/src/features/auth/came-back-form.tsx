import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { LightField, LightSubmit } from '../../kits/before-sign-in/light-field.tsx';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { useLightForm } from '../../kits/before-sign-in/use-light-form.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { passwordFaults } from '../../lib/session/credential-rules.ts';
import type { AccountType, Workspace } from '../../lib/session/login-destination.ts';
import { openSession } from '../../lib/session/session-store.ts';
import button from '../../ui/plain-button.module.css';
import { type CameBack, forgetCameBack } from './came-back.ts';
import { isOfFields, refusalText } from './refusal-text.ts';
import { useRefusal } from './use-refusal.tsx';

type Asks = { readonly what: 'password' | 'code'; readonly email: string; readonly ticket: string };
type Done = {
  readonly accountType: AccountType;
  readonly onIn: (workspace: Workspace) => Promise<void>;
  /** Ends this try, with why. */
  readonly onRefused: (why: string) => void;
};

/** Goes on where the provider has sent the browser back. */
export default function CameBackForm({ cameBack, ...done }: { cameBack: CameBack } & Done) {
  const t = useTexts(authTexts);
  usePageTitle(t('login.submit'));
  const [asks, setAsks] = useState<Asks | null>(null);
  const began = useRef(false);
  const { accountType, onIn, onRefused } = done;
  useEffect(() => {
    // It counts once.
    if (began.current) return;
    began.current = true;
    forgetCameBack();
    const bring = async () => {
      const { query, ticket } = cameBack;
      if (ticket === null || query === '') return onRefused(t('login.begunElsewhere'));
      try {
        const answer = await sessionApi.singleSignOn.signIn({ cameBack: query, ticket });
        if (answer.signedIn !== null) await onIn(openSession(answer.signedIn, accountType).workspace);
        else setAsks(answer.asks);
      } catch (error) {
        onRefused(refusalText(t, error));
      }
    };
    void bring();
  }, [cameBack, accountType, onIn, onRefused, t]);
  if (asks === null) return <p className="muted below-16">{t('login.busy')}</p>;
  return <AskedForm asks={asks} {...done} />;
}

function AskedForm({ asks, accountType, onIn, onRefused }: { asks: Asks } & Done) {
  const t = useTexts(authTexts);
  const [refusal, refuse] = useRefusal();
  const [asksTotp, setAsksTotp] = useState(asks.what === 'code');
  const asksPassword = asks.what === 'password';
  const { form, formProps } = useLightForm({
    initial: { password: '', totp: '' },
    check: ({ password }) => ({ password: asksPassword ? passwordFaults(password) : undefined }),
    onSubmit: async ({ password, totp }) => {
      const code = totp.trim();
      try {
        const answer = await sessionApi.singleSignOn.finish({
          ticket: asks.ticket,
          ...(asksPassword ? { password } : {}),
          ...(code === '' ? {} : { totp: code }),
        });
        await onIn(openSession(answer, accountType).workspace);
      } catch (error) {
        if (isOfFields(error)) throw error;
        const code = error instanceof ApiError ? error.code : null;
        const why = refusalText(t, error);
        if (code === 'single_sign_on_refused') return onRefused(why);
        if (code === 'totp_required') setAsksTotp(true);
        refuse(why);
      }
    },
    failed: t('login.failed'),
    hidden: [...(asksPassword ? [] : ['password' as const]), ...(asksTotp ? [] : ['totp' as const])],
  });
  return (
    <>
      <h1 className={classes.title}>{t(asksPassword ? 'login.linkTitle' : 'login.title')}</h1>
      <p className="muted below-16">
        {t(asksPassword ? 'login.linkText' : 'login.codeText', { email: asks.email })}
      </p>
      <form className={classes.form} {...formProps}>
        {refusal}
        {asksPassword && (
          <LightField
            form={form}
            name="password"
            type="password"
            label={t('login.password')}
            autoComplete="current-password"
            autoFocus
          />
        )}
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
        <LightSubmit
          form={form}
          label={t(asksPassword ? 'login.link' : 'login.submit')}
          busyLabel={t('login.busy')}
        />
        <a href="/login" className={button.secondary}>
          {t('login.otherWay')}
        </a>
      </form>
    </>
  );
}
