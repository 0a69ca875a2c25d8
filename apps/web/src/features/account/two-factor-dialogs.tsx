import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { replaceUser } from '../../lib/session/session-store.ts';
import { toast } from '../../lib/toast-store.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { CodeShownOnce } from '../../ui/code/code-shown-once.tsx';
import { QrCode } from '../../ui/code/qr-code.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack, Notice } from '../../ui/form/field-layout.tsx';
import { AppForm, FormActions } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { accountTexts } from './texts.ts';

export type TwoFactorTask = 'on' | 'codes' | 'off';
type Secret = { readonly secret: string; readonly uri: string };

/** Sets up an authenticator, makes new recovery codes, or switches both off: each begins with the password. */
export default function TwoFactorDialog({ task, onClose }: { task: TwoFactorTask; onClose: () => void }) {
  const t = useTexts(accountTexts);
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const content = () => {
    if (codes !== null) return <RecoveryCodes codes={codes} onClose={onClose} />;
    if (secret !== null) return <ConfirmForm secret={secret} onCodes={setCodes} onClose={onClose} />;
    return <BeginForm task={task} onSecret={setSecret} onCodes={setCodes} onClose={onClose} />;
  };
  return (
    <Dialog title={t(`twoFactor.${task}.title`)} onClose={onClose}>
      {content()}
    </Dialog>
  );
}

function BeginForm({
  task,
  onSecret,
  onCodes,
  onClose,
}: {
  task: TwoFactorTask;
  onSecret: (secret: Secret) => void;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const t = useTexts(accountTexts);
  const { form, formProps } = useAppForm({
    initialValues: { currentPassword: '', code: '' },
    failed: t('twoFactor.failed'),
    onSubmit: async ({ currentPassword, code }) => {
      if (task === 'on') onSecret(await api.auth.beginTotp({ currentPassword }));
      else if (task === 'codes') {
        onCodes((await api.auth.renewRecoveryCodes({ currentPassword })).recoveryCodes);
      } else {
        replaceUser(await api.auth.endTotp({ currentPassword, code }));
        toast.success(t('twoFactor.off.done'));
        onClose();
      }
    },
  });
  return (
    <AppForm {...formProps}>
      <p>{t(`twoFactor.${task}.text`)}</p>
      <OwnPassword label={t('currentPassword')} data-autofocus form={form} />
      {task === 'off' && (
        <TextInput
          label={t('twoFactor.anyCode')}
          required
          autoComplete="one-time-code"
          {...form.getInputProps('code')}
        />
      )}
      <DialogActions form={form} busyLabel={t('twoFactor.busy')} answeredOnce onClose={onClose}>
        {t(`twoFactor.${task}.submit`)}
      </DialogActions>
    </AppForm>
  );
}

function ConfirmForm({
  secret,
  onCodes,
  onClose,
}: {
  secret: Secret;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
}) {
  const t = useTexts(accountTexts);
  const queryClient = useQueryClient();
  const { form, formProps } = useAppForm({
    initialValues: { code: '' },
    failed: t('twoFactor.failed'),
    onSubmit: async ({ code }) => {
      const { user, recoveryCodes } = await api.auth.confirmTotp({ code });
      replaceUser(user);
      void queryClient.invalidateQueries({ queryKey: api.auth.sessions.key });
      onCodes(recoveryCodes);
    },
  });
  return (
    <AppForm {...formProps}>
      <p>{t('twoFactor.scan')}</p>
      <QrCode text={secret.uri} label={t('twoFactor.qr')} />
      <p>{t('twoFactor.typed')}</p>
      {/* Whoever loses it begins anew and gets another one. */}
      <CodeBlock code={secret.secret} label={t('twoFactor.key')} />
      <TextInput
        label={t('twoFactor.code')}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        {...form.getInputProps('code')}
      />
      <DialogActions form={form} busyLabel={t('twoFactor.busy')} answeredOnce onClose={onClose}>
        {t('twoFactor.confirm')}
      </DialogActions>
    </AppForm>
  );
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts(accountTexts);
  return (
    <FieldStack>
      <Notice tone="warn">{t('twoFactor.codesText')}</Notice>
      <CodeShownOnce code={codes.join('\n')} label={t('twoFactor.codesLabel')} />
      <FormActions>
        <Button onClick={onClose}>{t('twoFactor.kept')}</Button>
      </FormActions>
    </FieldStack>
  );
}
