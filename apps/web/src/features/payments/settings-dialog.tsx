import { Switch } from '@mantine/core';
import { type PaymentSettings, paymentSettingsChange } from '@placard/contract/payments';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { type Amount, amountOf, optionalAmount } from '../../kits/form/amount.ts';
import { MoneyInput } from '../../kits/form/number-field.tsx';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { paymentTexts } from './texts.ts';
import { useRefreshPayment } from './use-payment.ts';

type Props = { readonly settings: PaymentSettings; readonly onClose: () => void };
type Values = { minPayout: Amount; autoWithdrawal: boolean };

export default function SettingsDialog({ settings, onClose }: Props) {
  const t = useTexts(paymentTexts);
  return (
    <Dialog title={t('settings.dialogTitle')} onClose={onClose}>
      <SettingsForm settings={settings} onClose={onClose} />
    </Dialog>
  );
}

function SettingsForm({ settings, onClose }: Props) {
  const t = useTexts(paymentTexts);
  const refresh = useRefreshPayment();
  // What the dialog was opened with: news in the background does not make a change of somebody else's ours.
  const [version] = useState(settings.version);
  const renew = async () => {
    await refresh();
    onClose();
  };
  const min = formatMoney(settings.networkMinPayout, settings.currency);
  const toInput = ({ minPayout, autoWithdrawal }: Values) => ({
    version,
    minPayout: optionalAmount(minPayout),
    autoWithdrawal,
  });
  const { form, formProps } = useAppForm<Values>({
    initialValues: { minPayout: settings.minPayout ?? '', autoWithdrawal: settings.autoWithdrawal },
    schema: paymentSettingsChange,
    toInput,
    rules: ({ minPayout }): Record<string, string> =>
      (amountOf(minPayout) ?? settings.networkMinPayout) < settings.networkMinPayout
        ? { minPayout: t('settings.belowNetwork', { min }) }
        : {},
    failed: t('settings.failed'),
    renew,
    onSubmit: async (values) => {
      await api.payments.updateSettings(toInput(values));
      toast.success(t('settings.done'));
      await renew();
    },
  });
  return (
    <AppForm {...formProps}>
      <MoneyInput
        data-autofocus
        currency={settings.currency}
        label={t('settings.minPayout')}
        description={t('settings.minHint', { min })}
        {...form.getInputProps('minPayout')}
      />
      <Switch
        label={t('settings.autoLabel')}
        description={t('settings.autoHint')}
        {...form.getInputProps('autoWithdrawal', { type: 'checkbox' })}
      />
      <DialogActions form={form} busyLabel={t('profile.saving')} onClose={onClose}>
        {t('profile.save')}
      </DialogActions>
    </AppForm>
  );
}
