import type { OperatorPayout } from '@placard/contract/payouts';
import { Banknote, Check, CircleX, Download, Hourglass, LoaderCircle, Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { api } from '../../../lib/api/api.ts';
import { listSearch, oneOf } from '../../../lib/search/list-search.ts';
import { useList, useListQuery } from '../../../lib/search/use-list.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { Count } from '../../../ui/count.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { exportFormatsOf } from './export-formats.ts';
import { usePayoutColumns } from './payout-columns.tsx';
import { payoutTexts } from './texts.ts';
import { usePayoutActions } from './use-payout-actions.ts';

const ReturnDialog = lazy(() => import('./return-dialog.tsx'));

const STATUSES = ['pending', 'processing', 'completed', 'failed', 'rejected'] as const;
const METHODS = ['bank_transfer', 'paypal'] as const;

const search = listSearch({
  sorts: ['paymentId', 'amount', 'requestedAt', 'completedAt', 'status'],
  defaultSort: '-requestedAt',
  filters: { status: oneOf(STATUSES), method: oneOf(METHODS) },
});

type Stats = Awaited<ReturnType<typeof api.payouts.list>>['stats'];

function Cards({ stats, failed }: { stats: Stats | undefined; failed: boolean }) {
  const t = useTexts(payoutTexts);
  const loading = stats === undefined;
  return (
    <StatCards failed={failed}>
      <StatCard
        label={t('pending')}
        icon={Hourglass}
        loading={loading}
        value={<Count value={stats?.pending ?? 0} />}
      />
      <StatCard
        label={t('pendingAmount')}
        icon={Banknote}
        loading={loading}
        value={<Money value={stats?.pendingAmount ?? 0} short />}
      />
      <StatCard
        label={t('processing')}
        icon={LoaderCircle}
        loading={loading}
        value={<Count value={stats?.processing ?? 0} />}
      />
      <StatCard
        label={t('processingAmount')}
        icon={Banknote}
        loading={loading}
        value={<Money value={stats?.processingAmount ?? 0} short />}
      />
    </StatCards>
  );
}

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
  const list = useList(search);
  const query = useListQuery(api.payouts.list, list.input);
  const columns = usePayoutColumns();
  const [returning, setReturning] = useState<Returning | null>(null);
  const { rowActions, bulkActions } = useMenus(setReturning);
  return (
    <>
      <Cards stats={query.data?.stats} failed={query.isError} />
      <DataTable
        id="payouts"
        caption={t('caption')}
        columns={columns}
        list={list}
        query={query}
        rowId={(row) => row.id}
        rowName={(row) => row.paymentId}
        rowActions={rowActions}
        bulkActions={bulkActions}
        filters={
          <>
            <ChoiceFilter
              label={t('column.status')}
              value={list.input.status}
              choices={STATUSES.map((value) => ({ value, label: t(`statusName.${value}`) }))}
              onChange={(status) => list.setFilters({ status })}
            />
            <ChoiceFilter
              label={t('column.method')}
              value={list.input.method}
              choices={METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
              onChange={(method) => list.setFilters({ method })}
            />
          </>
        }
        searchLabel={t('search')}
        failed={t('failed')}
        fetchPage={(page) => api.payouts.list({ ...list.input, ...page })}
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
