import { Checkbox } from '@mantine/core';
import type { ClosingPreview } from '@placard/contract/closing';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { ClosingFacts, useLeft } from '../../kits/closing/closing-facts.tsx';
import { closingTexts } from '../../kits/closing/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { actFor, signOut, useUser } from '../../lib/session/session-store.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack } from '../../ui/form/field-layout.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { OwnPassword } from '../../ui/form/own-password.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';

/** Says what closing ends, and closes with the password once nothing stands in its way. */
export default function CloseDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(closingTexts);
  const { accountName: account } = useUser();
  const query = useQuery({ ...apiQuery(api.closing.preview, undefined), staleTime: 0 });
  return (
    <Dialog title={t('dialogTitle', { account })} onClose={onClose}>
      <Loaded query={query} failed={t('loadFailed')} loading={<LoadingState lines={4} />}>
        {(preview) => (
          <FieldStack>
            <ClosingFacts preview={preview} own />
            {preview.obstacles.length === 0 && <CloseForm preview={preview} onClose={onClose} />}
          </FieldStack>
        )}
      </Loaded>
    </Dialog>
  );
}

function CloseForm({ preview, onClose }: { preview: ClosingPreview; onClose: () => void }) {
  const t = useTexts(closingTexts);
  const { accountName: account, accountCount } = useUser();
  const left = useLeft(preview);
  const { form, formProps } = useAppForm({
    initialValues: { currentPassword: '', giveUp: false },
    failed: t('failed'),
    onSubmit: async (values) => {
      await api.closing.close(values);
      toast.success(t('done', { account }));
      // Whoever acts for another account goes on there; nobody else is signed in any more.
      if (accountCount > 1) actFor(null);
      else await signOut();
    },
  });
  return (
    <AppForm {...formProps}>
      {left !== null && (
        <Checkbox
          label={t('giveUp', { parts: left })}
          description={t('giveUpText')}
          {...form.getInputProps('giveUp', { type: 'checkbox' })}
        />
      )}
      <OwnPassword label={t('password')} form={form} />
      <DialogActions form={form} danger busyLabel={t('busy')} onClose={onClose}>
        {t('submit')}
      </DialogActions>
    </AppForm>
  );
}
