import { Select, TextInput } from '@mantine/core';
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

type Choice = { readonly id: number; readonly userId: number; readonly label: string };

export type GivenExportAbout = {
  /** Of which account or person. */
  readonly of: string;
  readonly asks: string;
  /** Accounts with one of their members each, the likeliest first. */
  readonly choices: readonly Choice[];
};

const nameOfChoice = ({ id, userId }: Choice) => `${id} ${userId}`;

/** Asks for what a member of an account would get, with a reason and one's own password. */
export default function GivenExportDialog({
  of,
  asks,
  choices,
  onClose,
}: GivenExportAbout & { readonly onClose: () => void }) {
  const t = useTexts(dataExportTexts);
  const words = useTexts(userTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm({
    initialValues: {
      choice: choices[0] === undefined ? '' : nameOfChoice(choices[0]),
      reason: '',
      currentPassword: '',
    },
    failed: t('given.failed'),
    onSubmit: async ({ choice, ...values }) => {
      const [id, userId] = choice.split(' ').map(Number);
      await api.dataExports.askFor({ id: id ?? 0, userId: userId ?? 0, ...values });
      await queryClient.invalidateQueries({ queryKey: api.dataExports.listFor.key });
      toast.success(t('given.asked'));
      onClose();
    },
  });
  return (
    <Dialog title={t('given.dialogTitle', { account: of })} onClose={onClose}>
      <AppForm {...formProps}>
        <p>{t('given.dialogText')}</p>
        <Select
          label={asks}
          description={t('given.personHint')}
          allowDeselect={false}
          data={choices.map((choice) => ({ value: nameOfChoice(choice), label: choice.label }))}
          {...form.getInputProps('choice')}
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
