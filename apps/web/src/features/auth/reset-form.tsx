import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { authTexts } from '../../i18n/en/auth.ts';
import { useTexts } from '../../i18n/texts.ts';
import { ApiError, refusalOf } from '../../lib/api/api-error.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { confirmationFaults, passwordFaults } from '../../lib/session/credential-rules.ts';
import { toast } from '../../lib/toast-store.ts';
import classes from '../../ui/auth/auth.module.css';
import { LightField, LightSubmit } from '../../ui/auth/light-field.tsx';
import { useLightForm } from '../../ui/auth/use-light-form.ts';
import button from '../../ui/plain-button.module.css';
import { isEndedLink } from './link-page.tsx';

export function ResetForm({ token, onEnded }: { token: string; onEnded: () => void }) {
  const t = useTexts(authTexts);
  const router = useRouter();
  usePageTitle(t('reset.title'));
  const [refusal, setRefusal] = useState<string | null>(null);
  const { form, formProps } = useLightForm({
    initial: { password: '', confirm: '' },
    check: ({ password, confirm }) => ({
      password: passwordFaults(password),
      confirm: confirmationFaults(password, confirm),
    }),
    onSubmit: async ({ password }) => {
      setRefusal(null);
      try {
        await sessionApi.auth.resetPassword({ token, password });
        toast.success(t('reset.success'));
        await router.navigate({ to: '/login', replace: true });
      } catch (error) {
        // What only the server can judge, such as the same password again.
        const [issue] = error instanceof ApiError ? error.issues : [];
        if (isEndedLink(error)) onEnded();
        else setRefusal(issue?.message ?? refusalOf(error, t('reset.failed')));
      }
    },
  });
  return (
    <>
      <h1 className={classes.title}>{t('reset.title')}</h1>
      <form className={classes.form} {...formProps} style={{ marginTop: 16 }}>
        <LightField
          form={form}
          name="password"
          type="password"
          label={t('reset.password')}
          autoComplete="new-password"
          autoFocus
        />
        <LightField
          form={form}
          name="confirm"
          type="password"
          label={t('reset.confirm')}
          autoComplete="new-password"
        />
        {refusal !== null && (
          <p className={classes.refusal} role="alert">
            {refusal}
          </p>
        )}
        <LightSubmit
          busy={form.busy}
          label={t('reset.submit')}
          busyLabel={t('reset.busy')}
          className={button.primary}
        />
      </form>
    </>
  );
}
