import { PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/faults/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { passwordChangeFaults } from './password-rules.ts';
import { accountTexts } from './texts.ts';

function PasswordForm({ onClose }: { onClose: () => void }) {
  const t = useTexts(accountTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm({
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    rules: passwordChangeFaults,
    onSubmit: async ({ currentPassword, newPassword }) => {
      try {
        await api.auth.changePassword({ currentPassword, newPassword });
        toast.success(t('passwordChanged'));
        void queryClient.invalidateQueries({ queryKey: api.auth.sessions.key });
        onClose();
      } catch (error) {
        form.takeIssues(error);
        toast.failure(refusalOf(error, t('passwordFailed')));
      }
    },
  });
  return (
    <AppForm {...formProps}>
      <OwnPassword label={t('currentPassword')} required={false} data-autofocus form={form} />
      <PasswordInput
        label={t('newPassword')}
        description={t('passwordText')}
        autoComplete="new-password"
        {...form.getInputProps('newPassword')}
      />
      <PasswordInput
        label={t('confirmPassword')}
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
      <DialogActions form={form} busyLabel={t('changing')} onClose={onClose}>
        {t('changePassword')}
      </DialogActions>
    </AppForm>
  );
}

export default function PasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTexts(accountTexts);
  return (
    <Dialog opened={opened} title={t('changePassword')} onClose={onClose}>
      <PasswordForm onClose={onClose} />
    </Dialog>
  );
}
