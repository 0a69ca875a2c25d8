import { Button, Modal, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { accountTexts } from '../../i18n/en/account.ts';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppForm, FormActions } from '../../ui/form/form-layout.tsx';
import { useAppForm } from '../../ui/form/use-app-form.ts';
import { passwordChangeFaults } from './password-rules.ts';

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
      <PasswordInput
        label={t('currentPassword')}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('currentPassword')}
      />
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
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <BusyButton type="submit" busy={form.busy} busyLabel={t('changing')}>
          {t('changePassword')}
        </BusyButton>
      </FormActions>
    </AppForm>
  );
}

export default function PasswordDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTexts(accountTexts);
  const ui = useTexts(uiTexts);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<strong>{t('changePassword')}</strong>}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <PasswordForm onClose={onClose} />
    </Modal>
  );
}
