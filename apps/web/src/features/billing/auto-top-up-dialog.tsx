import { Switch } from '@mantine/core';
import { autoTopUpInput } from '@placard/contract/cards';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { type Amount, amountOf, requiredAmount } from '../../kits/form/amount.ts';
import { MoneyInput } from '../../kits/form/number-field.tsx';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { billingTexts } from './texts.ts';
import { type BillingSummary, useMoneyMoved } from './use-billing.ts';

type Props = { readonly summary: BillingSummary; readonly onClose: () => void };
type Values = { enabled: boolean; threshold: Amount; amount: Amount };

export default function AutoTopUpDialog({ summary, onClose }: Props) {
  const t = useTexts(billingTexts);
  return (
    <Dialog title={t('topUp.title')} onClose={onClose}>
      <AutoTopUpForm summary={summary} onClose={onClose} />
    </Dialog>
  );
}

const isBelow = (amount: number | undefined, least: number): boolean =>
  amount !== undefined && amount > 0 && amount < least;

const toInput = ({ enabled, threshold, amount }: Values) => ({
  enabled,
  threshold: requiredAmount(threshold),
  amount: requiredAmount(amount),
});

function AutoTopUpForm({ summary, onClose }: Props) {
  const t = useTexts(billingTexts);
  const moved = useMoneyMoved();
  // What the dialog was opened with: news in the background does not make a change of somebody else's ours.
  const [version] = useState(summary.autoTopUp?.version ?? 0);
  const { autoTopUp, minDeposit, currency, lowBalanceThreshold } = summary;
  const min = formatMoney(minDeposit, currency);
  const renew = async () => {
    await moved();
    onClose();
  };
  const { form, formProps } = useAppForm<Values>({
    initialValues: {
      enabled: autoTopUp?.enabled ?? true,
      threshold: autoTopUp?.threshold ?? lowBalanceThreshold,
      amount: autoTopUp?.amount ?? '',
    },
    schema: autoTopUpInput,
    toInput,
    rules: ({ threshold, amount }): Record<string, string> => ({
      ...(threshold === '' ? { threshold: 'required' } : {}),
      ...(amount === '' ? { amount: 'required' } : {}),
      ...(isBelow(amountOf(amount), minDeposit) ? { amount: t('deposit.belowMin', { min }) } : {}),
    }),
    failed: t('topUp.failed'),
    renew,
    onSubmit: async (values) => {
      const saved = await api.cards.saveAutoTopUp({ ...toInput(values), version });
      toast.success(saved.enabled ? t('topUp.switchedOn') : t('topUp.switchedOff'));
      await renew();
    },
  });
  return (
    <AppForm {...formProps}>
      <Switch label={t('topUp.enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
      <MoneyInput
        cents
        currency={currency}
        required
        label={t('topUp.threshold')}
        {...form.getInputProps('threshold')}
      />
      <MoneyInput
        cents
        currency={currency}
        required
        label={t('topUp.amount')}
        description={t('deposit.amountHint', { min })}
        {...form.getInputProps('amount')}
      />
      <p>{t('topUp.limits')}</p>
      <DialogActions form={form} busyLabel={t('topUp.saving')} onClose={onClose}>
        {t('topUp.save')}
      </DialogActions>
    </AppForm>
  );
}
