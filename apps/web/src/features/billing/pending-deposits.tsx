import { billingTexts } from '../../i18n/en/billing.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { openConfirm } from '../../ui/confirm.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import classes from './billing.module.css';
import { type BillingSummary, type Deposit, useMoneyMoved } from './use-billing.ts';

/** Requested and not confirmed yet, each with its reference and a way back. */
export function PendingDeposits({ summary }: { summary: BillingSummary }) {
  const t = useTexts(billingTexts);
  if (summary.pendingDeposits.length === 0) return null;
  return (
    <Panel title={t('pending.title')} description={t('pending.text')} flush>
      <ul className={classes.rows}>
        {summary.pendingDeposits.map((deposit) => (
          <PendingDeposit key={deposit.id} deposit={deposit} />
        ))}
      </ul>
      {summary.bankTransferDetails.trim() !== '' && (
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
  const [busy, run] = useBusy();
  const { amount, currency, reference } = deposit;
  const cancel = async () => {
    const sure = await openConfirm({
      title: t('pending.confirmTitle', { amount: formatMoney(amount, currency) }),
      message: t('pending.confirmText', { reference }),
      confirmLabel: t('pending.cancel'),
      cancelLabel: t('pending.keep'),
      danger: true,
    });
    if (!sure) return;
    try {
      await api.billing.cancelDeposit({ id: deposit.id });
      toast.success(t('pending.done'));
    } catch (error) {
      toast.failure(failureText(t('pending.failed'), error));
    } finally {
      await moved();
    }
  };
  return (
    <li>
      <span>
        <strong>
          <Money value={amount} currency={currency} />
        </strong>
        <small>
          {t('pending.reference')} {reference} · {t('pending.requested')}{' '}
          <DateTime value={deposit.createdAt} withTime />
        </small>
      </span>
      <BusyButton
        variant="default"
        size="compact-sm"
        busy={busy}
        busyLabel={t('pending.cancelling')}
        onClick={() => void run(cancel)}
      >
        {t('pending.cancel')}
      </BusyButton>
    </li>
  );
}
