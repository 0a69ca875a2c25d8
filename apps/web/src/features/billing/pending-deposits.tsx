import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { CopyButton } from '../../ui/code/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import button from '../../ui/plain-button.module.css';
import { useBusy } from '../../ui/use-busy.ts';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import classes from './billing.module.css';
import { usePayDeposit } from './pay-deposit.ts';
import { cardName } from './payment-words.ts';
import { billingTexts } from './texts.ts';
import { type BillingSummary, type Deposit, useMoneyMoved } from './use-billing.ts';

/** Requested and not confirmed yet, each with its reference and a way back. */
export function PendingDeposits({ summary }: { summary: BillingSummary }) {
  const t = useTexts(billingTexts);
  if (summary.pendingDeposits.length === 0) return null;
  const transfers = summary.pendingDeposits.some((deposit) => deposit.gateway === 'manual');
  return (
    <Panel title={t('pending.title')} {...(transfers ? { description: t('pending.text') } : {})} flush>
      <ul className={'plain-list list-rows'}>
        {summary.pendingDeposits.map((deposit) => (
          <PendingDeposit key={deposit.id} deposit={deposit} />
        ))}
      </ul>
      {transfers && summary.bankTransferDetails.trim() !== '' && (
        <div style={{ padding: '0 20px 16px' }}>
          <CodeBlock code={summary.bankTransferDetails} label={t('pending.details')} />
        </div>
      )}
    </Panel>
  );
}

function PendingDeposit({ deposit }: { deposit: Deposit }) {
  const t = useTexts(billingTexts);
  const moved = useMoneyMoved();
  const ask = useConfirmedAction();
  const [busy, run] = useBusy();
  const [paying, runPay] = useBusy();
  const pay = usePayDeposit();
  const { amount, currency, reference } = deposit;
  const byCard = deposit.gateway === 'stripe';
  const goOn = async () => {
    try {
      await pay(deposit.id);
    } catch (error) {
      toast.failure(failureText(t('pending.payFailed'), error));
      await moved();
    }
  };
  const cancel = async () => {
    await ask(
      {
        title: t('pending.confirmTitle', { amount: formatMoney(amount, currency) }),
        message: byCard ? t('pending.confirmCard') : t('pending.confirmText', { reference }),
        confirmLabel: t('pending.cancel'),
        cancelLabel: t('pending.keep'),
        danger: true,
      },
      {
        run: () => api.billing.cancelDeposit({ id: deposit.id }),
        success: t('pending.done'),
        failure: (error) => failureText(t('pending.failed'), error),
        refresh: moved,
      },
    );
  };
  return (
    <li>
      <span>
        <strong>
          <Money value={amount} currency={currency} />
        </strong>
        <small>
          {byCard && `${deposit.card === null ? t('pending.card') : cardName(deposit.card)} · `}
          {deposit.automatic && `${t('pending.automatic')} · `}
          {t('pending.reference')} {reference} · {t('pending.requested')}{' '}
          <DateTime value={deposit.createdAt} withTime />
        </small>
      </span>
      <span className={`row wrap gap-8 to-end ${classes.ways}`}>
        {deposit.gateway === 'manual' && (
          <CopyButton
            text={reference}
            label={t('pending.copyReference', { reference })}
            className={button.quiet}
          />
        )}
        {byCard && !deposit.automatic && (
          <BusyButton
            size="compact-sm"
            busy={paying}
            busyLabel={t('pending.paying')}
            onClick={() => void runPay(goOn)}
          >
            {t('pending.pay')}
          </BusyButton>
        )}
        <BusyButton
          variant="default"
          size="compact-sm"
          busy={busy}
          busyLabel={t('pending.cancelling')}
          onClick={() => void run(cancel)}
        >
          {t('pending.cancel')}
        </BusyButton>
      </span>
    </li>
  );
}
