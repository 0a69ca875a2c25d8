import { PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { passwordChangeFaults } from './password-rules.ts';
import { accountTexts } from './texts.ts';

function PasswordForm({ onClose }: { onClose: () => void }) {
  const t = useTexts(accountTexts);
  const queryClient = useQueryClient();
  const failed = t('passwordFailed');
  const inOwnWords = (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'current_password_wrong') throw error;
    const { status, code } = error;
    const issues = [{ path: 'currentPassword', message: failed }];
    throw new ApiError({ status, code, message: failed, issues });
  };
  const { form, formProps } = useAppForm({
    initialValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
    rules: passwordChangeFaults,
    failed,
    onSubmit: async ({ currentPassword, newPassword }) => {
      await api.auth.changePassword({ currentPassword, newPassword }).catch(inOwnWords);
      toast.success(t('passwordChanged'));
      void queryClient.invalidateQueries({ queryKey: api.auth.sessions.key });
      onClose();
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
