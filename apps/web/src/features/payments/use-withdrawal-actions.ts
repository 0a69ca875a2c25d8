import type { Payout } from '@placard/contract/payments';
import { PAYOUT_TRANSITIONS } from '@placard/domain/payout/status';
import { allowedActions } from '@placard/domain/status-table';
import { Undo2 } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, newIdempotencyKey } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { paymentTexts } from './texts.ts';
import { useRefreshPayment } from './use-payment.ts';

/** What its publisher may still do with a withdrawal. */
export function useWithdrawalActions(): (row: Payout) => readonly MenuAction[] {
  const t = useTexts(paymentTexts);
  const ask = useConfirmedAction();
  const refresh = useRefreshPayment();
  const cancel = async (row: Payout) => {
    // One key a question: pressed again after a broken line it is still the same.
    const idempotencyKey = newIdempotencyKey();
    await ask(
      {
        title: t('cancel.title', { paymentId: row.paymentId }),
        message: t('cancel.message', { amount: formatMoney(row.amount, row.currency) }),
        confirmLabel: t('cancel.confirm'),
        cancelLabel: t('cancel.keep'),
        danger: true,
      },
      {
        run: () => api.payments.cancelWithdrawal({ id: row.id }, { idempotencyKey }),
        success: t('cancel.done', { paymentId: row.paymentId }),
        failure: t('cancel.failed'),
        refresh,
      },
    );
  };
  return (row) =>
    allowedActions(PAYOUT_TRANSITIONS, 'publisher', row.status, {}).includes('cancel')
      ? [
          {
            key: 'cancel',
            label: t('cancel.action'),
            icon: Undo2,
            danger: true,
            onSelect: () => void cancel(row),
          },
        ]
      : [];
}
