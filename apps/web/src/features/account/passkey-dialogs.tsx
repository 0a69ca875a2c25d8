import { TextInput } from '@mantine/core';
import { type Passkey, passkeyName } from '@placard/contract/passkeys';
import { deviceName } from '@placard/domain/account/device-name';
import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import { makePasskey } from '../../lib/passkey.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { accountTexts } from './texts.ts';

export type PasskeyTask = { readonly kind: 'add' } | { readonly kind: 'remove'; readonly passkey: Passkey };
type Done = { readonly onClose: () => void };

/** Adds a passkey or takes one away: both begin with the password. */
export default function PasskeyDialog({ task, onClose }: { task: PasskeyTask } & Done) {
  const t = useTexts(accountTexts);
  return task.kind === 'add' ? (
    <Dialog title={t('passkeys.addTitle')} onClose={onClose}>
      <AddForm onClose={onClose} />
    </Dialog>
  ) : (
    <Dialog title={t('passkeys.removeTitle')} onClose={onClose}>
      <RemoveForm passkey={task.passkey} onClose={onClose} />
    </Dialog>
  );
}

function AddForm({ onClose }: Done) {
  const t = useTexts(accountTexts);
  const queryClient = useQueryClient();
  const { totpEnabled } = useUser();
  const device = deviceName(navigator.userAgent);
  const { form, formProps } = useAppForm({
    initialValues: {
      name: device === null ? t('unknownDevice') : t('device', device),
      currentPassword: '',
      code: '',
    },
    schema: passkeyName,
    failed: (error) => t(error instanceof ApiError ? 'passkeys.failed' : 'passkeys.notMade'),
    onSubmit: async ({ name, currentPassword, code }) => {
      const { options, ticket } = await api.passkeys.begin(
        totpEnabled ? { currentPassword, code } : { currentPassword },
      );
      await api.passkeys.add({ name, ticket, response: await makePasskey(options) });
      toast.success(t('passkeys.added'));
      await queryClient.invalidateQueries({ queryKey: api.passkeys.list.key });
      onClose();
    },
  });
  return (
    <AppForm {...formProps}>
      <p>{t('passkeys.addText')}</p>
      <TextInput label={t('passkeys.name')} required {...form.getInputProps('name')} />
      <OwnPassword label={t('currentPassword')} data-autofocus form={form} />
      {totpEnabled && (
        <TextInput
          label={t('twoFactor.anyCode')}
          required
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
        />
      )}
      <DialogActions form={form} busyLabel={t('passkeys.busy')} onClose={onClose}>
        {t('passkeys.add')}
      </DialogActions>
    </AppForm>
  );
}

function RemoveForm({ passkey: { id, name }, onClose }: { passkey: Passkey } & Done) {
  const t = useTexts(accountTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm({
    initialValues: { currentPassword: '' },
    failed: t('passkeys.failed'),
    onSubmit: async ({ currentPassword }) => {
      await api.passkeys.remove({ id, currentPassword });
      toast.success(t('passkeys.removed'));
      await queryClient.invalidateQueries({ queryKey: api.passkeys.list.key });
      onClose();
    },
  });
  return (
    <AppForm {...formProps}>
      <p>{t('passkeys.removeText', { name })}</p>
      <OwnPassword label={t('currentPassword')} data-autofocus form={form} />
      <DialogActions form={form} busyLabel={t('passkeys.busy')} onClose={onClose}>
        {t('passkeys.remove')}
      </DialogActions>
    </AppForm>
  );
}
