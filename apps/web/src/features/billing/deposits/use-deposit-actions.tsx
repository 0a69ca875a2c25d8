import { Check, CircleX, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { api, newIdempotencyKey } from '../../../lib/api/api.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { quietPart } from '../../../ui/lazy-part.tsx';
import { useConfirmedAction } from '../../../ui/use-confirmed-action.ts';
import type { DepositRow } from './deposit-row.ts';
import { depositTexts } from './texts.ts';

const RefundDialog = quietPart(() => import('./refund-dialog.tsx'));

function useDecide() {
  const t = useTexts(depositTexts);
  const ask = useConfirmedAction();
  const confirm = async (row: DepositRow) => {
    // One key a dialog: a retry after a lost answer credits the wallet once.
    const idempotencyKey = newIdempotencyKey();
    const amount = formatMoney(row.amount, row.currency);
    await ask(
      {
        title: t('confirmTitle', { amount, advertiser: row.advertiser.name }),
        message: t('confirmText', { reference: row.reference }),
        consequence: t('confirmConsequence'),
        confirmLabel: t('confirm'),
      },
      {
        run: () => api.operator.confirmDeposit({ id: row.id }, { idempotencyKey }),
        success: t('confirmed'),
        failure: t('confirmFailed'),
        refresh: [['operator']],
      },
    );
  };
  const fail = async (row: DepositRow) => {
    await ask(
      {
        title: t('failTitle', { reference: row.reference }),
        consequence: t('failConsequence'),
        confirmLabel: t('fail'),
        danger: true,
      },
      {
        run: () => api.operator.failDeposit({ id: row.id }),
        success: t('failDone'),
        failure: t('failFailed'),
        refresh: [['operator']],
      },
    );
  };
  return { confirm, fail };
}

/** A transfer waits for the operator, a card payment for its gateway; what arrived can be given back. */
function itemsOf(
  row: DepositRow,
  {
    t,
    decide,
    refund,
  }: {
    t: ReturnType<typeof useTexts<typeof depositTexts.english>>;
    decide: ReturnType<typeof useDecide>;
    refund: (row: DepositRow) => void;
  },
): MenuAction[] {
  if (row.status === 'pending' && row.gateway !== 'stripe') {
    return [
      { key: 'confirm', label: t('confirm'), icon: Check, onSelect: () => void decide.confirm(row) },
      {
        key: 'fail',
        label: t('fail'),
        icon: CircleX,
        danger: true,
        onSelect: () => void decide.fail(row),
      },
    ];
  }
  if (row.refundable <= 0) return [];
  return [
    {
      key: 'refund',
      label: t('refundAction'),
      icon: Undo2,
      danger: true,
      onSelect: () => refund(row),
    },
  ];
}

/** What the operator does with a deposit: for a row of the list and for its page. */
export function useDepositActions(): {
  readonly actionsOf: (row: DepositRow) => MenuAction[];
  readonly dialog: ReactNode;
} {
  const t = useTexts(depositTexts);
  const decide = useDecide();
  const [refunding, setRefunding] = useState<DepositRow | null>(null);
  return {
    actionsOf: (row) => itemsOf(row, { t, decide, refund: setRefunding }),
    dialog: refunding !== null && <RefundDialog deposit={refunding} onClose={() => setRefunding(null)} />,
  };
}
