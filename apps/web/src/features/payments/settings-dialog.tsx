import { Switch } from '@mantine/core';
import { type PaymentSettings, paymentSettingsChange } from '@placard/contract/payments';
import { useTexts } from '../../i18n/texts.ts';
import { type Amount, amountOf, optionalAmount } from '../../kits/form/amount.ts';
import { MoneyInput } from '../../kits/form/number-field.tsx';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
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
  const min = formatMoney(settings.networkMinPayout, settings.currency);
  const toInput = ({ minPayout, autoWithdrawal }: Values) => ({
    version: settings.version,
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
    onSubmit: async (values) => {
      try {
        await api.payments.updateSettings(toInput(values));
        toast.success(t('settings.done'));
        await refresh();
        onClose();
      } catch (error) {
        if (!form.takeIssues(error)) toast.failure(failureText(t('settings.failed'), error));
      }
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
