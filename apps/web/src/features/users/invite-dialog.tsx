import { usersContract } from '@placard/contract/users';
import type { Role } from '@placard/domain/roles';
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
import { AppForm } from '../../ui/form/form-layout.tsx';
import { RolesFields } from './roles-fields.tsx';
import { userTexts } from './texts.ts';

const schema = usersContract.inviteUser['~orpc'].inputSchema;

export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(userTexts);
  return (
    <InvitationDialog
      title={t('inviteTitle')}
      onClose={onClose}
      form={(onInvited) => <InviteForm onClose={onClose} onInvited={onInvited} />}
    />
  );
}

function InviteForm({ onClose, onInvited }: { onClose: () => void; onInvited: (invited: Invited) => void }) {
  const t = useTexts(userTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm<{ email: string; roles: Role[]; currentPassword?: string }>({
    initialValues: { email: '', roles: [] },
    ...(schema === undefined ? {} : { schema }),
    failed: t('inviteFailed'),
    onSubmit: async (values) => {
      const { user, inviteUrl } = await api.operator.inviteUser(values);
      await queryClient.invalidateQueries({ queryKey: ['operator'] });
      onInvited({ email: user.email, url: inviteUrl });
    },
  });
  return (
    <AppForm {...formProps}>
      <p>{t('inviteHint')}</p>
      <InvitedEmail {...form.getInputProps('email')} />
      <RolesFields
        value={form.values.roles}
        onChange={(roles) => form.setFieldValue('roles', roles)}
        error={form.errors.roles}
        form={form}
        makesOperator={form.values.roles.includes('operator')}
      />
      <InvitationActions form={form} onClose={onClose} />
    </AppForm>
  );
}
