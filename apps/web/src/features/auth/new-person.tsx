import { useRouter } from '@tanstack/react-router';
import { useTexts } from '../../i18n/texts.ts';
import classes from '../../kits/before-sign-in/auth.module.css';
import { LightField, LightSubmit } from '../../kits/before-sign-in/light-field.tsx';
import { authTexts } from '../../kits/before-sign-in/texts.ts';
import { useLightForm } from '../../kits/before-sign-in/use-light-form.ts';
import { confirmationFaults, emailFaults, passwordFaults } from '../../lib/session/credential-rules.ts';
import { newcomerDestination } from '../../lib/session/login-destination.ts';
import { openSession } from '../../lib/session/session-store.ts';
import type { SessionUser } from '../../lib/session/session-user.ts';
import { toast } from '../../lib/toast-store.ts';
import { leavesWithLink } from './link-page.tsx';

type Person = { readonly firstName: string; readonly lastName: string; readonly password: string };

/** Name and password of somebody new, who is signed in with them. */
export function NewPerson({
  asksEmail = false,
  open,
  onEnded,
}: {
  /** The address is theirs to choose as well. */
  asksEmail?: boolean;
  /** Null: they are not to be signed in yet. @param email '' where none was asked for */
  open: (
    person: Person,
    email: string,
  ) => Promise<{ readonly user: SessionUser; readonly token: string } | null>;
  /** The link has ended meanwhile. */
  onEnded: () => void;
}) {
  const t = useTexts(authTexts);
  const router = useRouter();
  const { form, formProps } = useLightForm({
    initial: { email: '', firstName: '', lastName: '', password: '', confirm: '' },
    check: (values) => ({
      email: asksEmail ? emailFaults(values.email) : undefined,
      firstName: values.firstName.trim() === '' ? ['first_name_required'] : undefined,
      lastName: values.lastName.trim() === '' ? ['last_name_required'] : undefined,
      password: passwordFaults(values.password),
      confirm: confirmationFaults(values.password, values.confirm),
    }),
    onSubmit: async ({ email, firstName, lastName, password }) => {
      const answer = await open({ firstName, lastName, password }, email.trim());
      if (answer === null) return;
      const { workspace } = openSession(answer, 'advertiser');
      toast.success(t('invite.success'));
      await router.navigate({ href: newcomerDestination(workspace), replace: true });
    },
    failed: t('invite.failed'),
    hidden: asksEmail ? [] : ['email'],
    leaves: leavesWithLink(onEnded),
  });
  return (
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
      <LightField
        form={form}
        name="firstName"
        label={t('invite.firstName')}
        autoComplete="given-name"
        autoFocus={!asksEmail}
      />
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
      <LightSubmit form={form} label={t('invite.submit')} busyLabel={t('invite.busy')} />
    </form>
  );
}
