import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { dataExportTexts } from '../../kits/data-export/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';

/** Asks for the password before all there is about somebody is put together. */
export default function DataExportDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(dataExportTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm({
    initialValues: { currentPassword: '' },
    failed: t('askFailed'),
    onSubmit: async (values) => {
      await api.dataExports.ask(values);
      await queryClient.invalidateQueries({ queryKey: api.dataExports.read.key });
      toast.success(t('asked'));
      onClose();
    },
  });
  return (
    <Dialog title={t('dialogTitle')} onClose={onClose}>
      <AppForm {...formProps}>
        <p>{t('dialogText')}</p>
        <OwnPassword label={t('password')} data-autofocus form={form} />
        <DialogActions form={form} busyLabel={t('busy')} onClose={onClose}>
          {t('submit')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
