import { Button, Checkbox } from '@mantine/core';
import { CreditCard, FlaskConical, Landmark, type LucideIcon, WalletCards } from 'lucide-react';
import { useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { MoneyInput } from '../../kits/form/number-field.tsx';
import { useAppForm } from '../../kits/form/use-app-form.ts';
import { useIntent } from '../../kits/form/use-intent.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CardsField } from '../../ui/form/choice-field.tsx';
import { ButtonRow, Notice } from '../../ui/form/field-layout.tsx';
import { AppForm } from '../../ui/form/form-layout.tsx';
import { amountFault, type DepositValues, depositInput, type PayBy, waysOfPaying } from './deposit-values.ts';
import { usePayDeposit } from './pay-deposit.ts';
import { cardExpiry, cardName } from './payment-words.ts';
import { billingTexts } from './texts.ts';
import { type BillingSummary, type Deposit, useMoneyMoved } from './use-billing.ts';

/** Amount and way of paying; after a bank transfer was requested, what to transfer where. */
export default function AddFundsDialog({
  summary,
  onClose,
}: {
  summary: BillingSummary;
  onClose: () => void;
}) {
  const t = useTexts(billingTexts);
  const [transfer, setTransfer] = useState<Deposit | null>(null);
  const ways = waysOfPaying(summary);
  const [first] = ways;
  return (
    <Dialog size={520} title={t('deposit.title')} onClose={onClose}>
      {transfer !== null ? (
        <Transfer deposit={transfer} summary={summary} onClose={onClose} />
      ) : first === undefined ? (
        <p>{t('deposit.noGateway')}</p>
      ) : (
        <DepositForm
          summary={summary}
          ways={ways}
          first={first}
          onClose={onClose}
          onRequested={(deposit) => {
            if (deposit.gateway === 'manual') setTransfer(deposit);
            else onClose();
          }}
        />
      )}
    </Dialog>
  );
}

type Way = {
  readonly value: PayBy;
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
};

/** A way of paying as it is offered. */
function useWays(summary: BillingSummary, ways: readonly PayBy[]): Way[] {
  const t = useTexts(billingTexts);
  return ways.map((value): Way => {
    switch (value) {
      case 'manual':
        return { value, label: t('deposit.manual'), hint: t('deposit.manualHint'), icon: Landmark };
      case 'test_card':
        return { value, label: t('deposit.testCard'), hint: t('deposit.testCardHint'), icon: FlaskConical };
      case 'stripe': {
        const first = summary.paymentMethods.length === 0;
        const label = first ? t('deposit.card') : t('deposit.otherCard');
        return { value, label, hint: t('deposit.cardHint'), icon: CreditCard };
      }
      default: {
        const card = summary.paymentMethods.find(({ id }) => value === `card:${id}`);
        if (card === undefined) return { value, label: value, hint: '', icon: WalletCards };
        const hint = t('deposit.savedHint', { expiry: cardExpiry(card) });
        return { value, label: cardName(card), hint, icon: WalletCards };
      }
    }
  });
}

function DepositForm({
  summary,
  ways,
  first,
  onClose,
  onRequested,
}: {
  summary: BillingSummary;
  ways: readonly PayBy[];
  first: PayBy;
  onClose: () => void;
  onRequested: (deposit: Deposit) => void;
}) {
  const t = useTexts(billingTexts);
  const ui = useTexts(uiTexts);
  const moved = useMoneyMoved();
  const options = useWays(summary, ways);
  const pay = usePayDeposit();
  const min = formatMoney(summary.minDeposit, summary.currency);
  const { idempotencyKey, leaves } = useIntent(() => {
    void moved();
    onClose();
  });
  // It is requested by then: pressing again here would request another. It goes on, or is cancelled, among those that wait.
  const payOrSay = async ({ id }: Deposit) => {
    try {
      await pay(id);
    } catch (error) {
      toast.failure(failureText(t('pending.payFailed'), error));
    }
  };
  const { form, formProps } = useAppForm<DepositValues>({
    initialValues: { amount: '', payBy: first, saveCard: true },
    rules: ({ amount }): Record<string, string> => {
      const fault = amountFault(amount, summary.minDeposit);
      if (fault === null) return {};
      return { amount: fault === 'belowMin' ? t('deposit.belowMin', { min }) : fault };
    },
    failed: t('deposit.failed'),
    leaves,
    onSubmit: async (values) => {
      const deposit = await api.billing.requestDeposit(depositInput(values), { idempotencyKey });
      if (deposit.gateway === 'stripe') await payOrSay(deposit);
      else toast.success(deposit.gateway === 'manual' ? t('deposit.requested') : t('deposit.booked'));
      void moved();
      onRequested(deposit);
    },
  });
  return (
    <AppForm {...formProps} className="stack gap-16">
      <MoneyInput
        cents
        currency={summary.currency}
        data-autofocus
        required
        label={t('deposit.amount')}
        description={t('deposit.amountHint', { min })}
        {...form.getInputProps('amount')}
      />
      <CardsField
        label={t('deposit.method')}
        options={options}
        value={form.values.payBy}
        onChange={(payBy) => form.setFieldValue('payBy', payBy)}
      />
      {form.values.payBy === 'stripe' && (
        <Checkbox label={t('deposit.saveCard')} {...form.getInputProps('saveCard', { type: 'checkbox' })} />
      )}
      {form.values.payBy === 'test_card' && (
        <Notice tone="warn">
          <p>{t('deposit.testCardNotice')}</p>
        </Notice>
      )}
      <ButtonRow>
        <Button variant="default" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <BusyButton type="submit" busy={form.busy} busyLabel={t('deposit.requesting')}>
          {form.values.payBy.startsWith('card:') ? t('deposit.payNow') : t('deposit.request')}
        </BusyButton>
      </ButtonRow>
    </AppForm>
  );
}

function Transfer({
  deposit,
  summary,
  onClose,
}: {
  deposit: Deposit;
  summary: BillingSummary;
  onClose: () => void;
}) {
  const t = useTexts(billingTexts);
  const details = summary.bankTransferDetails.trim();
  return (
    <div className={`grid gap-12`}>
      <div>
        <h2 tabIndex={-1} style={{ outline: 'none', fontSize: 20 }}>
          {t('deposit.transferTitle', { amount: formatMoney(deposit.amount, deposit.currency) })}
        </h2>
        <p className="above-8 muted">{t('deposit.transferText')}</p>
      </div>
      <div>
        <h3 className="text-13 muted below-4">{t('deposit.reference')}</h3>
        {/* It stands among the pending deposits too. */}
        <CodeBlock code={deposit.reference} label={t('deposit.reference')} />
      </div>
      <div>
        <h3 className="text-13 muted below-4">{t('deposit.bankDetails')}</h3>
        {details === '' ? (
          <p className="faint text-13">{t('deposit.noBankDetails')}</p>
        ) : (
          // They stand above the pending deposits too.
          <CodeBlock code={details} label={t('deposit.bankDetails')} />
        )}
      </div>
      <ButtonRow>
        <Button onClick={onClose}>{t('deposit.done')}</Button>
      </ButtonRow>
    </div>
  );
}
