import { refundInput } from '@placard/contract/billing';
import { useTexts } from '../../../i18n/texts.ts';
import { type Amount, amountOf, requiredAmount } from '../../../kits/form/amount.ts';
import { MoneyInput } from '../../../kits/form/number-field.tsx';
import { ReasonDialog } from '../../../kits/form/reason-dialog.tsx';
import { api } from '../../../lib/api/api.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import type { DepositRow } from './deposit-row.ts';
import { depositTexts } from './texts.ts';

type Values = { amount: Amount; reason: string };

/** Gives a deposit back, wholly or in part. */
export default function RefundDialog({ deposit, onClose }: { deposit: DepositRow; onClose: () => void }) {
  const t = useTexts(depositTexts);
  const most = formatMoney(deposit.refundable, deposit.currency);
  const advertiser = deposit.advertiser.name;
  const initialValues: Values = { amount: deposit.refundable, reason: '' };
  return (
    <ReasonDialog
      title={t('refundTitle', { reference: deposit.reference })}
      text={t(deposit.gateway === 'stripe' ? 'refundByCard' : 'refundByHand', { advertiser })}
      fields={(form) => (
        <MoneyInput
          cents
          currency={deposit.currency}
          data-autofocus
          required
          label={t('refundAmount')}
          description={t('refundMost', { most })}
          {...form.getInputProps('amount')}
        />
      )}
      reason={{ field: 'reason', label: t('refundReason'), hint: t('refundReasonHint') }}
      initialValues={initialValues}
      schema={refundInput}
      rules={({ amount }): Record<string, string> => {
        if (amount === '') return { amount: 'required' };
        return (amountOf(amount) ?? 0) > deposit.refundable ? { amount: t('refundTooMuch', { most }) } : {};
      }}
      toInput={({ amount, reason }) => ({
        id: deposit.id,
        amount: requiredAmount(amount),
        reason,
      })}
      run={(input, call) => api.operator.refundDeposit(input, call)}
      label={t('refund')}
      busyLabel={t('refunding')}
      done={t('refundDone')}
      failed={t('refundFailed')}
      refresh={['operator']}
      onClose={onClose}
    />
  );
}
