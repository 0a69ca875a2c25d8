import { TextInput } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { useAppForm } from '../form/use-app-form.ts';
import { StepUpPasskey } from './step-up-passkey.tsx';
import type { OpenStepUp } from './step-up-store.ts';
import { stepUpTexts } from './texts.ts';

/** Who is there, by a code where two-factor sign-in is set up, else by the password. What was asked for then goes on. */
export default function StepUpDialog({ question }: { question: OpenStepUp }) {
  const t = useTexts(stepUpTexts);
  const { totpEnabled } = useUser();
  const leave = () => question.answer(false);
  const { form, formProps } = useAppForm({
    initialValues: { currentPassword: '', code: '' },
    failed: t('failed'),
    onSubmit: async ({ currentPassword, code }) => {
      await api.auth.stepUp(totpEnabled ? { code } : { currentPassword });
      question.answer(true);
    },
  });
  return (
    <Dialog title={t('title')} onClose={leave}>
      <AppForm {...formProps}>
        <p>{t(totpEnabled ? 'byCode' : 'byPassword')}</p>
        {totpEnabled ? (
          <TextInput
            label={t('code')}
            required
            autoComplete="one-time-code"
            data-autofocus
            {...form.getInputProps('code')}
          />
        ) : (
          <OwnPassword label={t('password')} data-autofocus form={form} />
        )}
        <StepUpPasskey onShown={() => question.answer(true)} />
        <DialogActions form={form} busyLabel={t('busy')} onClose={leave}>
          {t('confirm')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
