import type { Member } from '@placard/contract/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { replaceUser, useUser } from '../../lib/session/session-store.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { teamTexts } from './texts.ts';

export default function HandOverDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useTexts(teamTexts);
  const queryClient = useQueryClient();
  const { accountName: account } = useUser();
  const { name, userId } = member;
  const { form, formProps } = useAppForm({
    initialValues: { currentPassword: '' },
    failed: t('handOverFailed'),
    onSubmit: async ({ currentPassword }) => {
      await api.accounts.handOver({ userId, currentPassword });
      replaceUser(await api.auth.profile(undefined));
      await queryClient.invalidateQueries({ queryKey: api.accounts.team.key });
      toast.success(t('handedOver', { name }));
      onClose();
    },
  });
  return (
    <Dialog title={t('handOverTitle', { name })} onClose={onClose}>
      <AppForm {...formProps}>
        <p>{t('handOverText', { name, account })}</p>
        <OwnPassword label={t('password')} data-autofocus form={form} />
        <DialogActions form={form} busyLabel={t('handingOver')} onClose={onClose}>
          {t('handOverConfirm')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
