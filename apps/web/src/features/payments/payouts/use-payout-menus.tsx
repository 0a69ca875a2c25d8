import type { OperatorPayout } from '@placard/contract/payouts';
import { Check, CircleX, Download, Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { exportFormatsOf } from './export-formats.ts';
import { payoutTexts } from './texts.ts';
import { usePayoutActions } from './use-payout-actions.ts';

const ReturnDialog = lazyPart(() => import('./return-dialog.tsx'));

type Returning = { readonly payout: OperatorPayout; readonly action: 'fail' | 'reject' };

/** What the operator does with payouts: for a row of the list, for many, and for a page. */
export function usePayoutMenus() {
  const [returning, onReturn] = useState<Returning | null>(null);
  const t = useTexts(payoutTexts);
  const { move, exportBatch } = usePayoutActions();
  const exportActions = (rows: readonly OperatorPayout[], state: Partial<MenuAction>): MenuAction[] =>
    exportFormatsOf(rows).map((format) => ({
      key: format,
      label: t(`exportAs.${format}`),
      icon: Download,
      onSelect: () => void exportBatch(rows, format),
      ...state,
    }));
  const rowActions = (payout: OperatorPayout): MenuAction[] => {
    const own = payout.isYours ? { disabled: true, title: t('ownPayout') } : {};
    const back = { icon: CircleX, danger: true, ...own };
    if (payout.status === 'pending') {
      const waits = payout.approvedByYou && payout.approvals.length < payout.approvalsNeeded;
      return [
        {
          key: 'process',
          label: t('process'),
          icon: Play,
          onSelect: () => void move([payout], 'process'),
          ...(waits ? { disabled: true, title: t('approvedByYou') } : own),
        },
        {
          ...back,
          key: 'reject',
          label: t('reject'),
          onSelect: () => onReturn({ payout, action: 'reject' }),
        },
      ];
    }
    if (payout.status !== 'processing') return [];
    return [
      {
        key: 'complete',
        label: t('complete'),
        icon: Check,
        onSelect: () => void move([payout], 'complete'),
        ...own,
      },
      ...exportActions([payout], {}),
      { ...back, key: 'fail', label: t('fail'), onSelect: () => onReturn({ payout, action: 'fail' }) },
    ];
  };
  const bulkActions = (rows: readonly OperatorPayout[]): MenuAction[] => {
    const own = rows.some((row) => row.isYours) ? { disabled: true, title: t('ownPayout') } : {};
    const waiting = rows.every((row) => row.status === 'pending');
    const processing = rows.every((row) => row.status === 'processing');
    const onlyPending = waiting ? own : { disabled: true, title: t('selectPending') };
    const onlyProcessing = processing ? {} : { disabled: true, title: t('exportOnly') };
    return [
      {
        key: 'process',
        label: t('process'),
        icon: Play,
        onSelect: () => void move(rows, 'process'),
        ...onlyPending,
      },
      ...exportActions(rows, onlyProcessing),
      {
        key: 'complete',
        label: t('complete'),
        icon: Check,
        onSelect: () => void move(rows, 'complete'),
        ...(processing ? own : onlyProcessing),
      },
    ];
  };
  const dialog = returning !== null && (
    <Suspense>
      <ReturnDialog {...returning} onClose={() => onReturn(null)} />
    </Suspense>
  );
  return { rowActions, bulkActions, dialog };
}
