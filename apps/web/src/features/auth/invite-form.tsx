import { useRouter, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { LightField, LightSubmit } from '../../kits/before-sign-in/light-field.tsx';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { useLightForm } from '../../kits/before-sign-in/use-light-form.ts';
import { sessionApi } from '../../lib/api/session-api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { confirmationFaults, emailFaults, passwordFaults } from '../../lib/session/credential-rules.ts';
import { newcomerDestination } from '../../lib/session/login-destination.ts';
import { openSession } from '../../lib/session/session-store.ts';
import { toast } from '../../lib/toast-store.ts';
import button from '../../ui/plain-button.module.css';
import { isEndedLink, LinkPage } from './link-page.tsx';
import { linkOf, type OneTimeLink } from './use-link.ts';

const ASK = linkOf(['invite', 'bootstrap']);

/** An invitation sets name and password; the first operator's link sets the email address as well. */
export default function InviteScreen() {
  const search: SearchRecord = useSearch({ strict: false });
  return (
    <LinkPage token={search.token} ask={ASK}>
      {(link, token, onEnded) => <InviteForm link={link} token={token} onEnded={onEnded} />}
    </LinkPage>
  );
}

function InviteForm({ link, token, onEnded }: { link: OneTimeLink; token: string; onEnded: () => void }) {
  const t = useTexts(authTexts);
  const router = useRouter();
  const isBootstrap = link.kind === 'bootstrap';
  const title = isBootstrap ? t('invite.bootstrapTitle') : t('invite.title');
  usePageTitle(title);
  const asksEmail = link.email === null;
  const { form, formProps } = useLightForm({
    initial: { email: link.email ?? '', firstName: '', lastName: '', password: '', confirm: '' },
    check: (values) => ({
      email: asksEmail ? emailFaults(values.email) : undefined,
      firstName: values.firstName.trim() === '' ? ['first_name_required'] : undefined,
      lastName: values.lastName.trim() === '' ? ['last_name_required'] : undefined,
      password: passwordFaults(values.password),
      confirm: confirmationFaults(values.password, values.confirm),
    }),
    onSubmit: async ({ email, firstName, lastName, password }) => {
      const input = { token, firstName, lastName, password, ...(asksEmail ? { email: email.trim() } : {}) };
      try {
        const { workspace } = openSession(await sessionApi.auth.acceptLink(input), 'advertiser');
        toast.success(t('invite.success'));
        await router.navigate({ href: newcomerDestination(workspace), replace: true });
      } catch (error) {
        if (isEndedLink(error)) onEnded();
        else toast.failure(refusalOf(error, t('invite.failed')));
      }
    },
  });
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>
        {isBootstrap ? t('invite.bootstrapText') : t('invite.text', { email: link.email ?? '' })}
      </p>
      <form className={classes.form} {...formProps}>
        {asksEmail && (
          <LightField
            form={form}
            name="email"
            type="email"
            label={t('invite.email')}
            autoComplete="username"
            autoFocus
          />
        )}
        <LightField form={form} name="firstName" label={t('invite.firstName')} autoComplete="given-name" />
        <LightField form={form} name="lastName" label={t('invite.lastName')} autoComplete="family-name" />
        <LightField
          form={form}
          name="password"
          type="password"
          label={t('invite.password')}
          autoComplete="new-password"
        />
        <LightField
          form={form}
          name="confirm"
          type="password"
          label={t('invite.confirm')}
          autoComplete="new-password"
        />
        <LightSubmit
          busy={form.busy}
          label={t('invite.submit')}
          busyLabel={t('invite.busy')}
          className={button.primary}
        />
      </form>
    </>
  );
}
