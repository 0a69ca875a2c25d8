import { refundInput } from '@placard/contract/operator';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { type Amount, amountOf, requiredAmount } from '../../ui/form/amount.ts';
import { MoneyInput } from '../../ui/form/number-field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import type { DepositRow } from './deposit-row.ts';

type Values = { amount: Amount; reason: string };

/** Gives a deposit back, wholly or in part. */
export default function RefundDialog({ deposit, onClose }: { deposit: DepositRow; onClose: () => void }) {
  const t = useTexts(operatorTexts);
  const most = formatMoney(deposit.refundable, deposit.currency);
  const advertiser = deposit.advertiser.name;
  const initialValues: Values = { amount: deposit.refundable, reason: '' };
  return (
    <ReasonDialog
      title={t('deposit.refundTitle', { reference: deposit.reference })}
      text={t(deposit.gateway === 'stripe' ? 'deposit.refundByCard' : 'deposit.refundByHand', { advertiser })}
      fields={(form) => (
        <MoneyInput
          cents
          currency={deposit.currency}
          data-autofocus
          withAsterisk
          label={t('deposit.refundAmount')}
          description={t('deposit.refundMost', { most })}
          {...form.getInputProps('amount')}
        />
      )}
      reason={{ field: 'reason', label: t('deposit.refundReason'), hint: t('deposit.refundReasonHint') }}
      initialValues={initialValues}
      schema={refundInput}
      rules={({ amount }): Record<string, string> => {
        if (amount === '') return { amount: 'required' };
        return (amountOf(amount) ?? 0) > deposit.refundable
          ? { amount: t('deposit.refundTooMuch', { most }) }
          : {};
      }}
      toInput={({ amount, reason }) => ({
        id: deposit.id,
        amount: requiredAmount(amount),
        reason,
      })}
      run={(input, call) => api.operator.refundDeposit(input, call)}
      label={t('deposit.refund')}
      busyLabel={t('deposit.refunding')}
      done={t('deposit.refundDone')}
      failed={t('deposit.refundFailed')}
      failureText={failureText}
      refresh={['operator']}
      onClose={onClose}
    />
  );
}
