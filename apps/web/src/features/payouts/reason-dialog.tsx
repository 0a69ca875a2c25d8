import { Button, Modal, Textarea } from '@mantine/core';
import { type OperatorPayout, payoutAct } from '@placard/contract/payouts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { payoutTexts } from '../../i18n/en/payouts.ts';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, newIdempotencyKey } from '../../lib/api/api.ts';
import { refusalOf } from '../../lib/api/api-error.ts';
import { isRefusal } from '../../lib/api/failure-text.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppForm, FormActions } from '../../ui/form/form-layout.tsx';
import { useAppForm } from '../../ui/form/use-app-form.ts';

type Props = {
  readonly payout: OperatorPayout;
  readonly action: 'fail' | 'reject';
  readonly onClose: () => void;
};

/** Fails or rejects a payout: its money goes back, its publisher reads why. */
export default function ReasonDialog(props: Props) {
  const t = useTexts(payoutTexts);
  const ui = useTexts(uiTexts);
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={<strong>{t(`${props.action}Title`, { paymentId: props.payout.paymentId })}</strong>}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <ReasonForm {...props} />
    </Modal>
  );
}

function ReasonForm({ payout, action, onClose }: Props) {
  const t = useTexts(payoutTexts);
  const queryClient = useQueryClient();
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const toInput = (values: { reason: string }) => ({ id: payout.id, action, ...values });
  const { form, formProps } = useAppForm({
    initialValues: { reason: '' },
    schema: payoutAct,
    toInput,
    onSubmit: async (values) => {
      try {
        await api.payouts.act(toInput(values), { idempotencyKey });
        toast.success(t(`${action}Done`));
        onClose();
      } catch (error) {
        // Refused: what is sent next is another request.
        if (isRefusal(error)) setIdempotencyKey(newIdempotencyKey());
        if (!form.takeIssues(error)) toast.failure(refusalOf(error, t(`${action}Failed`)));
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['payouts'] });
      }
    },
  });
  const amount = formatMoney(payout.amount, payout.currency);
  return (
    <AppForm {...formProps}>
      <p>{t('returned', { amount, publisher: payout.publisher.name })}</p>
      <Textarea
        label={t('reason')}
        description={t('reasonHint')}
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
          {t(action)}
        </BusyButton>
      </FormActions>
    </AppForm>
  );
}
