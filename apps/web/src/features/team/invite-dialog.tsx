import { accountsContract } from '@placard/contract/accounts';
import { GIVEN_MEMBER_ROLES, type GivenMemberRole } from '@placard/domain/account/member';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import {
  InvitationActions,
  InvitationDialog,
  type Invited,
  InvitedEmail,
} from '../../kits/invitation/invitation-dialog.tsx';
import { api } from '../../lib/api/api.ts';
import { CardsField } from '../../ui/form/choice-field.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { teamTexts } from './texts.ts';

const schema = accountsContract.invite['~orpc'].inputSchema;

export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(teamTexts);
  return (
    <InvitationDialog
      title={t('inviteTitle')}
      onClose={onClose}
      form={(onInvited) => <InviteForm onClose={onClose} onInvited={onInvited} />}
    />
  );
}

function InviteForm({ onClose, onInvited }: { onClose: () => void; onInvited: (invited: Invited) => void }) {
  const t = useTexts(teamTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm<{ email: string; role: GivenMemberRole }>({
    initialValues: { email: '', role: 'manager' },
    ...(schema === undefined ? {} : { schema }),
    failed: t('inviteFailed'),
    onSubmit: async (values) => {
      const { invitation, inviteUrl } = await api.accounts.invite(values);
      await queryClient.invalidateQueries({ queryKey: api.accounts.team.key });
      onInvited({ email: invitation.email, url: inviteUrl });
    },
  });
  return (
    <AppForm {...formProps}>
      <p>{t('inviteHint')}</p>
      <InvitedEmail {...form.getInputProps('email')} />
      <MemberRoleField value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
      <InvitationActions form={form} onClose={onClose} />
    </AppForm>
  );
}

export function MemberRoleField({
  value,
  onChange,
}: {
  value: GivenMemberRole;
  onChange: (role: GivenMemberRole) => void;
}) {
  const t = useTexts(teamTexts);
  return (
    <CardsField
      label={t('role')}
      required
      options={GIVEN_MEMBER_ROLES.map((role) => ({
        value: role,
        label: t(`roles.${role}`),
        hint: t(`may.${role}`),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
