import { Select, TextInput } from '@mantine/core';
import type { AccountOfOperator } from '@placard/contract/records';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { dataExportTexts } from '../../kits/data-export/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { userTexts } from './texts.ts';

type Props = { readonly account: AccountOfOperator; readonly onClose: () => void };

/** Asks for what a member of the account would get, with a reason and one's own password. */
export default function GivenExportDialog({ account, onClose }: Props) {
  const t = useTexts(dataExportTexts);
  const words = useTexts(userTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm({
    initialValues: { userId: String(account.ownerUserId), reason: '', currentPassword: '' },
    failed: t('given.failed'),
    onSubmit: async ({ userId, ...values }) => {
      await api.dataExports.askFor({ id: account.id, userId: Number(userId), ...values });
      await queryClient.invalidateQueries({ queryKey: api.dataExports.listFor.key });
      toast.success(t('given.asked'));
      onClose();
    },
  });
  return (
    <Dialog title={t('given.dialogTitle', { account: account.name })} onClose={onClose}>
      <AppForm {...formProps}>
        <p>{t('given.dialogText')}</p>
        <Select
          label={t('given.person')}
          description={t('given.personHint')}
          allowDeselect={false}
          data={account.members.map(({ userId, name, role }) => ({
            value: String(userId),
            label: `${name} (${words(`member.${role}`)})`,
          }))}
          {...form.getInputProps('userId')}
        />
        <TextInput
          label={t('given.reason')}
          description={t('given.reasonHint')}
          required
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <OwnPassword label={words('ownPassword')} form={form} />
        <DialogActions form={form} busyLabel={t('busy')} onClose={onClose}>
          {t('submit')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
