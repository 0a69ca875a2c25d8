import type { Member } from '@placard/contract/accounts';
import type { GivenMemberRole } from '@placard/domain/account/member';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { MemberRoleField } from './invite-dialog.tsx';
import { teamTexts } from './texts.ts';

export default function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useTexts(teamTexts);
  const queryClient = useQueryClient();
  const { name, userId } = member;
  const initial: GivenMemberRole = member.role === 'owner' ? 'manager' : member.role;
  const { form, formProps } = useAppForm({
    initialValues: { role: initial },
    failed: t('changeFailed'),
    onSubmit: async ({ role }) => {
      await api.accounts.setMemberRole({ userId, role });
      await queryClient.invalidateQueries({ queryKey: api.accounts.team.key });
      toast.success(t('changed', { name, role: t(`roles.${role}`) }));
      onClose();
    },
  });
  return (
    <Dialog title={t('changeTitle', { name })} onClose={onClose}>
      <AppForm {...formProps}>
        <MemberRoleField value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
        <DialogActions form={form} busyLabel={t('saving')} onClose={onClose}>
          {t('save')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
