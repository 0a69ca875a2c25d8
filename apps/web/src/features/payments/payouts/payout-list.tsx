import type { OperatorPayout } from '@placard/contract/payouts';
import { Banknote, Check, CircleX, Download, Hourglass, LoaderCircle, Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { defineList, useListOf } from '../../../kits/list/define-list.ts';
import { ListChoice } from '../../../kits/list/list-filters.tsx';
import { ListStats } from '../../../kits/list/list-stats.tsx';
import { api } from '../../../lib/api/api.ts';
import { oneOf } from '../../../lib/search/list-search.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { exportFormatsOf } from './export-formats.ts';
import { usePayoutColumns } from './payout-columns.tsx';
import { payoutTexts } from './texts.ts';
import { usePayoutActions } from './use-payout-actions.ts';

const ReturnDialog = lazy(() => import('./return-dialog.tsx'));

const STATUSES = ['pending', 'processing', 'completed', 'failed', 'rejected'] as const;
const METHODS = ['bank_transfer', 'paypal'] as const;

const payouts = defineList({
  id: 'payouts',
  operation: api.payouts.list,
  sorts: ['paymentId', 'amount', 'requestedAt', 'completedAt', 'status'],
  defaultSort: '-requestedAt',
  filters: { status: oneOf(STATUSES), method: oneOf(METHODS) },
  rowId: (row) => row.id,
  rowName: (row) => row.paymentId,
});

type Returning = { readonly payout: OperatorPayout; readonly action: 'fail' | 'reject' };

function useMenus(onReturn: (returning: Returning) => void) {
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
  return { rowActions, bulkActions };
}

export function PayoutList() {
  const t = useTexts(payoutTexts);
  const { list, query, table } = useListOf(payouts);
  const columns = usePayoutColumns();
  const [returning, setReturning] = useState<Returning | null>(null);
  const { rowActions, bulkActions } = useMenus(setReturning);
  return (
    <>
      <ListStats
        query={query}
        cards={{
          pending: { label: t('pending'), icon: Hourglass },
          pendingAmount: { label: t('pendingAmount'), icon: Banknote, money: true },
          processing: { label: t('processing'), icon: LoaderCircle },
          processingAmount: { label: t('processingAmount'), icon: Banknote, money: true },
        }}
      />
      <DataTable
        {...table}
        caption={t('caption')}
        columns={columns}
        rowActions={rowActions}
        bulkActions={bulkActions}
        filters={
          <>
            <ListChoice
              list={list}
              name="status"
              label={t('column.status')}
              values={STATUSES}
              words={(status) => t(`statusName.${status}`)}
            />
            <ListChoice
              list={list}
              name="method"
              label={t('column.method')}
              values={METHODS}
              words={(method) => t(`method.${method}`)}
            />
          </>
        }
        searchLabel={t('search')}
        failed={t('failed')}
        empty={<EmptyState icon={Banknote} title={t('empty')} text={t('emptyText')} />}
      />
      {returning !== null && (
        <Suspense>
          <ReturnDialog {...returning} onClose={() => setReturning(null)} />
        </Suspense>
      )}
    </>
  );
}
