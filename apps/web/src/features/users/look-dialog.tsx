import { TextInput } from '@mantine/core';
import { newLook } from '@placard/contract/looks';
import { LOOK_MS } from '@placard/domain/account/look';
import { useTexts } from '../../i18n/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { beginLook } from '../../kits/looks/begin-look.ts';
import { lookTexts } from '../../kits/looks/texts.ts';
import { api } from '../../lib/api/api.ts';
import { mayLeave } from '../../lib/session/session-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';

type Props = {
  readonly account: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
};

/** Asks why, then this tab goes on as one who looks at the account. */
export default function LookDialog({ account, onClose }: Props) {
  const t = useTexts(lookTexts);
  const toInput = (values: { reason: string }) => ({ id: account.id, ...values });
  const { form, formProps } = useAppForm({
    initialValues: { reason: '' },
    schema: newLook,
    toInput,
    failed: t('begin.failed'),
    ask: mayLeave,
    onSubmit: async (values) => {
      beginLook(await api.looks.begin(toInput(values)));
    },
  });
  return (
    <Dialog title={t('begin.title', { account: account.name })} onClose={onClose}>
      <AppForm {...formProps}>
        <p>{t('begin.text', { minutes: LOOK_MS / 60_000 })}</p>
        <TextInput
          label={t('begin.reason')}
          description={t('begin.reasonHint')}
          required
          data-autofocus
          {...form.getInputProps('reason')}
        />
        <DialogActions form={form} busyLabel={t('begin.busy')} onClose={onClose}>
          {t('begin.submit')}
        </DialogActions>
      </AppForm>
    </Dialog>
  );
}
