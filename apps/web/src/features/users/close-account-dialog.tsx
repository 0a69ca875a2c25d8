import { Checkbox, Textarea } from '@mantine/core';
import type { ClosingPreview } from '@placard/contract/closing';
import type { AccountOfOperator } from '@placard/contract/records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { ClosingFacts, useLeft } from '../../kits/closing/closing-facts.tsx';
import { closingTexts } from '../../kits/closing/texts.ts';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack } from '../../ui/form/field-layout.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';

type Props = { readonly account: AccountOfOperator; readonly onClose: () => void };

/** Closes somebody's account, with a reason that they are mailed. */
export default function CloseAccountDialog({ account, onClose }: Props) {
  const t = useTexts(closingTexts);
  const query = useQuery({ ...apiQuery(api.closing.previewAccount, { id: account.id }), staleTime: 0 });
  return (
    <Dialog title={t('dialogTitle', { account: account.name })} onClose={onClose}>
      <Loaded query={query} failed={t('loadFailed')} loading={<LoadingState lines={4} />}>
        {(preview) => (
          <FieldStack>
            <p>{t('operator.closeText')}</p>
            <ClosingFacts preview={preview} own={false} />
            {preview.obstacles.length === 0 && (
              <CloseForm account={account} preview={preview} onClose={onClose} />
            )}
          </FieldStack>
        )}
      </Loaded>
    </Dialog>
  );
}

function CloseForm({ account, preview, onClose }: Props & { readonly preview: ClosingPreview }) {
  const t = useTexts(closingTexts);
  const queryClient = useQueryClient();
  const left = useLeft(preview);
  const { form, formProps } = useAppForm({
    initialValues: { reason: '', giveUp: false },
    failed: t('failed'),
    onSubmit: async (values) => {
      await api.closing.closeAccount({ id: account.id, ...values });
      toast.success(t('done', { account: account.name }));
      await queryClient.invalidateQueries({ queryKey: ['records'] });
      onClose();
    },
  });
  return (
    <AppForm {...formProps}>
      {left !== null && (
        <Checkbox
          label={t('operator.giveUp', { parts: left })}
          {...form.getInputProps('giveUp', { type: 'checkbox' })}
        />
      )}
      <Textarea
        label={t('operator.reason')}
        required
        autosize
        minRows={3}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <DialogActions form={form} danger busyLabel={t('busy')} onClose={onClose}>
        {t('submit')}
      </DialogActions>
    </AppForm>
  );
}
