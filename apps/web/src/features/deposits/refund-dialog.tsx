import { Button, Modal, NumberInput, Textarea } from '@mantine/core';
import { refundInput } from '@placard/contract/operator';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, newIdempotencyKey } from '../../lib/api/api.ts';
import { failureText, isRefusal } from '../../lib/api/failure-text.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { AppForm, FormActions } from '../../ui/form/form-layout.tsx';
import { useAppForm } from '../../ui/form/use-app-form.ts';
import { useMoneyField } from '../../ui/form/use-money-field.ts';
import type { DepositRow } from './deposit-row.ts';

type Props = { readonly deposit: DepositRow; readonly onClose: () => void };
type Values = { amount: number | string; reason: string };

/** Gives a deposit back, wholly or in part. */
export default function RefundDialog(props: Props) {
  const t = useTexts(operatorTexts);
  const ui = useTexts(uiTexts);
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={<strong>{t('deposit.refundTitle', { reference: props.deposit.reference })}</strong>}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <RefundForm {...props} />
    </Modal>
  );
}

function RefundForm({ deposit, onClose }: Props) {
  const t = useTexts(operatorTexts);
  const ui = useTexts(uiTexts);
  const money = useMoneyField();
  const queryClient = useQueryClient();
  const most = formatMoney(deposit.refundable, deposit.currency);
  // One key an opening: after a lost answer the same refund is asked for again, not a second one.
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const toInput = ({ amount, reason }: Values) => ({
    id: deposit.id,
    amount: amount === '' ? Number.NaN : Number(amount),
    reason,
  });
  const { form, formProps } = useAppForm<Values>({
    initialValues: { amount: deposit.refundable, reason: '' },
    schema: refundInput,
    toInput,
    rules: ({ amount }): Record<string, string> => {
      if (amount === '') return { amount: 'required' };
      return Number(amount) > deposit.refundable ? { amount: t('deposit.refundTooMuch', { most }) } : {};
    },
    onSubmit: async (values) => {
      try {
        await api.operator.refundDeposit(toInput(values), { idempotencyKey });
        toast.success(t('deposit.refundDone'));
        onClose();
      } catch (error) {
        if (isRefusal(error)) setIdempotencyKey(newIdempotencyKey());
        if (!form.takeIssues(error)) toast.failure(failureText(t('deposit.refundFailed'), error));
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['operator'] });
      }
    },
  });
  return (
    <AppForm {...formProps}>
      <p>
        {deposit.gateway === 'stripe'
          ? t('deposit.refundByCard', { advertiser: deposit.advertiser.name })
          : t('deposit.refundByHand', { advertiser: deposit.advertiser.name })}
      </p>
      <NumberInput
        {...money}
        decimalScale={2}
        data-autofocus
        withAsterisk
        label={t('deposit.refundAmount')}
        description={t('deposit.refundMost', { most })}
        {...form.getInputProps('amount')}
      />
      <Textarea
        label={t('deposit.refundReason')}
        description={t('deposit.refundReasonHint')}
        withAsterisk
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <BusyButton type="submit" color="red" busy={form.busy} busyLabel={t('deposit.refunding')}>
          {t('deposit.refund')}
        </BusyButton>
      </FormActions>
    </AppForm>
  );
}
