import { Button, NativeSelect } from '@mantine/core';
import type { PaymentProfile } from '@placard/contract/payments';
import { smallestStepMicros } from '@placard/domain/billing/minor-units';
import { MICROS_PER_CENT } from '@placard/domain/micros';
import { withheldMicros } from '@placard/domain/payout/withholding';
import { setApart } from '@placard/texts/set-apart';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { type Amount, requiredAmount } from '../../kits/form/amount.ts';
import { MoneyInput } from '../../kits/form/number-field.tsx';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { useIntent } from '../../kits/form/use-intent.ts';
import { percent } from '../../kits/withholding/withholding-words.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { isRefusal } from '../../lib/faults/failure-text.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { EmptyState, Loaded, LoadingState } from '../../ui/states.tsx';
import classes from './payment.module.css';
import { withdrawalFault } from './payment-values.ts';
import { paymentTexts } from './texts.ts';
import { type PaymentSummary, usePaymentProfiles, useRefreshPayment } from './use-payment.ts';

type Props = {
  readonly summary: PaymentSummary;
  readonly onClose: () => void;
  readonly onAddProfile: () => void;
};

export default function WithdrawDialog({ summary, onClose, onAddProfile }: Props) {
  const t = useTexts(paymentTexts);
  const query = usePaymentProfiles();
  return (
    <Dialog title={t('withdraw.title')} onClose={onClose} size={480}>
      <Loaded query={query} failed={t('profile.loadFailed')} loading={<LoadingState lines={6} />}>
        {({ items: [first, ...others] }) =>
          first === undefined ? (
            <EmptyState
              title={t('profile.none')}
              text={t('withdraw.noProfile')}
              action={<Button onClick={onAddProfile}>{t('withdraw.toProfiles')}</Button>}
            />
          ) : (
            <WithdrawForm summary={summary} first={first} others={others} onClose={onClose} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

type Values = { amount: Amount; profileId: string };

function WithdrawForm({
  summary,
  first,
  others,
  onClose,
}: {
  summary: PaymentSummary;
  /** The default, if there is one. */
  first: PaymentProfile;
  others: readonly PaymentProfile[];
  onClose: () => void;
}) {
  const t = useTexts(paymentTexts);
  const refresh = useRefreshPayment();
  const { currency, withdrawable, minPayout } = summary;
  const min = formatMoney(minPayout, currency);
  const profiles = [first, ...others];
  const { idempotencyKey, leaves } = useIntent(onClose);
  const { form, formProps } = useAppForm<Values>({
    initialValues: { amount: withdrawable, profileId: String(first.id) },
    rules: ({ amount }): Record<string, string> => {
      const fault = withdrawalFault(amount, { min: minPayout, max: withdrawable });
      if (fault === null) return {};
      if (fault === 'belowMin') return { amount: t('withdraw.belowMin', { min }) };
      return { amount: fault === 'tooMuch' ? t('withdraw.tooMuch') : fault };
    },
    failed: t('withdraw.failed'),
    leaves: (error) => {
      if (isRefusal(error)) void refresh();
      return leaves(error);
    },
    onSubmit: async (values) => {
      const input = { amount: requiredAmount(values.amount), profileId: Number(values.profileId) };
      const payout = await api.payments.requestWithdrawal(input, { idempotencyKey });
      toast.success(t('withdraw.done', { amount: formatMoney(payout.amount, payout.currency) }));
      await refresh();
      onClose();
    },
  });
  return (
    <AppForm {...formProps}>
      <MoneyInput
        cents
        currency={currency}
        data-autofocus
        required
        label={t('withdraw.amount')}
        description={t('withdraw.amountHint', { min, max: formatMoney(withdrawable, currency) })}
        rightSection={
          <Button
            variant="light"
            size="compact-sm"
            onClick={() => form.setFieldValue('amount', withdrawable)}
          >
            {t('withdraw.all')}
          </Button>
        }
        rightSectionWidth="auto"
        rightSectionProps={{ className: classes.all ?? '' }}
        {...form.getInputProps('amount')}
      />
      <TaxOfIt amount={form.values.amount} currency={currency} />
      <NativeSelect
        label={t('withdraw.profile')}
        required
        description={profiles.find(({ id }) => String(id) === form.values.profileId)?.label}
        data={profiles.map((profile) => ({
          value: String(profile.id),
          label: `${setApart(profile.name)}${profile.isDefault ? ` (${t('withdraw.default')})` : ''}`,
        }))}
        {...form.getInputProps('profileId')}
      />
      <DialogActions form={form} busyLabel={t('withdraw.submitting')} onClose={onClose}>
        {t('withdraw.submit')}
      </DialogActions>
    </AppForm>
  );
}

/** What of the amount will not be paid, before anybody asks for it. The server works it out anew. */
function TaxOfIt({ amount, currency }: { amount: Amount; currency: string }) {
  const t = useTexts(paymentTexts);
  const { data } = useQuery(apiQuery(api.withholding.own, undefined));
  const rate = data?.present.withholdingPercent ?? 0;
  const cents = amount === '' ? 0 : Math.round(Number(amount) * 100);
  if (rate === 0 || !Number.isSafeInteger(cents) || cents <= 0) return null;
  const micros = BigInt(cents) * MICROS_PER_CENT;
  const step = smallestStepMicros(currency);
  if (micros % step !== 0n) return null;
  const withheld = withheldMicros(micros, Math.round(rate * 100), step);
  const withheldCents = Number(withheld / MICROS_PER_CENT);
  return (
    <p className="muted text-13">
      {t('withdraw.tax', {
        rate: percent(rate),
        withheld: formatMoney(withheldCents / 100, currency),
        net: formatMoney((cents - withheldCents) / 100, currency),
      })}
    </p>
  );
}
