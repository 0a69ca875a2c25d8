import { Button, Modal, Textarea } from '@mantine/core';
import { exportDiscard, type PayoutExport } from '@placard/contract/payouts';
import { useQueryClient } from '@tanstack/react-query';
import { payoutTexts } from '../../i18n/en/payouts.ts';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/api/api-error.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppForm, FormActions } from '../../ui/form/form-layout.tsx';
import { useAppForm } from '../../ui/form/use-app-form.ts';

type Props = { readonly batch: PayoutExport; readonly onClose: () => void };

/** Takes an export back that the bank has not carried out. */
export default function DiscardDialog(props: Props) {
  const t = useTexts(payoutTexts);
  const ui = useTexts(uiTexts);
  const { messageId } = props.batch;
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={<strong>{t('exports.discardTitle', { messageId })}</strong>}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <DiscardForm {...props} />
    </Modal>
  );
}

function DiscardForm({ batch, onClose }: Props) {
  const t = useTexts(payoutTexts);
  const queryClient = useQueryClient();
  const toInput = (values: { reason: string }) => ({ id: batch.id, ...values });
  const { form, formProps } = useAppForm({
    initialValues: { reason: '' },
    schema: exportDiscard,
    toInput,
    onSubmit: async (values) => {
      try {
        await api.payouts.discardExport(toInput(values));
        toast.success(t('exports.discardDone'));
        onClose();
      } catch (error) {
        if (!form.takeIssues(error)) toast.failure(refusalOf(error, t('exports.discardFailed')));
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['payouts'] });
      }
    },
  });
  return (
    <AppForm {...formProps}>
      <p>{t('exports.discardText')}</p>
      <Textarea
        label={t('reason')}
        description={t('exports.reasonHint')}
        required
        autosize
        minRows={3}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <BusyButton type="submit" color="red" busy={form.busy} busyLabel={t('saving')}>
          {t('exports.discard')}
        </BusyButton>
      </FormActions>
    </AppForm>
  );
}
