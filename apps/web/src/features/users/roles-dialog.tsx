import type { UserRow } from '@placard/contract/users';
import type { Role } from '@placard/domain/roles';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { RolesFields } from './roles-fields.tsx';
import { userTexts } from './texts.ts';

export default function RolesDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const t = useTexts(userTexts);
  const queryClient = useQueryClient();
  const makesOperator = (roles: readonly Role[]) =>
    roles.includes('operator') && !user.roles.includes('operator');
  const { form, formProps } = useAppForm({
    initialValues: { roles: user.roles, currentPassword: '' },
    failed: t('rolesFailed'),
    onSubmit: async ({ roles, currentPassword }) => {
      await api.operator.setUserRoles({
        id: user.id,
        roles,
        rolesBefore: user.roles,
        ...(makesOperator(roles) ? { currentPassword } : {}),
      });
      await queryClient.invalidateQueries({ queryKey: ['operator'] });
      toast.success(t('rolesSaved'));
      onClose();
    },
  });
  return (
    <Dialog title={t('rolesTitle', { email: user.email })} onClose={onClose}>
      <AppForm {...formProps}>
        <RolesFields
          value={form.values.roles}
          onChange={(roles) => form.setFieldValue('roles', roles)}
          error={form.errors.roles}
          form={form}
          makesOperator={makesOperator(form.values.roles)}
        />
        <DialogActions form={form} busyLabel={t('saving')} onClose={onClose}>
          {t('save')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
