import { useRouter, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { LightField, LightSubmit } from '../../kits/before-sign-in/light-field.tsx';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { useLightForm } from '../../kits/before-sign-in/use-light-form.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { confirmationFaults, passwordFaults } from '../../lib/session/credential-rules.ts';
import { toast } from '../../lib/toast-store.ts';
import { InvalidLink, LinkPage, leavesWithLink } from './link-page.tsx';
import { linkOf } from './use-link.ts';

const ASK = linkOf(['reset']);

export default function ResetPasswordScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return (
    <LinkPage token={search.token} ask={ASK} invalid={<InvalidLink text="reset.invalidText" />}>
      {(_, token, onEnded) => <ResetForm token={token} onEnded={onEnded} />}
    </LinkPage>
  );
}

function ResetForm({ token, onEnded }: { token: string; onEnded: () => void }) {
  const t = useTexts(authTexts);
  const router = useRouter();
  usePageTitle(t('reset.title'));
  const { form, formProps } = useLightForm({
    initial: { password: '', confirm: '' },
    check: ({ password, confirm }) => ({
      password: passwordFaults(password),
      confirm: confirmationFaults(password, confirm),
    }),
    onSubmit: async ({ password }) => {
      await sessionApi.auth.resetPassword({ token, password });
      toast.success(t('reset.success'));
      await router.navigate({ to: '/login', replace: true });
    },
    failed: t('reset.failed'),
    leaves: leavesWithLink(onEnded),
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
        <LightSubmit form={form} label={t('reset.submit')} busyLabel={t('reset.busy')} />
      </form>
    </>
  );
}
