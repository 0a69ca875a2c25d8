import { Banknote, Check, CircleX, Hourglass, Undo2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import {
  codeColumn,
  dayColumn,
  moneyColumn,
  personColumn,
  statusColumn,
  textColumn,
} from '../../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../../kits/list/define-list.ts';
import { ListChoice } from '../../../kits/list/list-filters.tsx';
import { ListStats } from '../../../kits/list/list-stats.tsx';
import { api, newIdempotencyKey } from '../../../lib/api/api.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { oneOf } from '../../../lib/search/list-search.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useConfirmedAction } from '../../../ui/use-confirmed-action.ts';
import type { DepositRow } from './deposit-row.ts';
import { RefundsCell } from './refunds-cell.tsx';
import { depositTexts } from './texts.ts';

const RefundDialog = lazy(() => import('./refund-dialog.tsx'));

const STATUSES = ['pending', 'confirmed', 'failed', 'cancelled'] as const;

const deposits = defineList({
  id: 'deposits',
  operation: api.operator.deposits,
  sorts: ['createdAt', 'amount'],
  defaultSort: '-createdAt',
  filters: { status: oneOf(STATUSES) },
  rowId: (row) => row.id,
  rowName: (row) => row.reference,
});

type Row = DepositRow;

function useColumns(): Column<Row>[] {
  const t = useTexts(depositTexts);
  return useMemo(
    () => [
      codeColumn('reference', t('column.reference'), (row) => row.reference, { fixed: true }),
      personColumn('advertiser', t('column.advertiser'), (row) => row.advertiser),
      moneyColumn('amount', t('column.amount'), (row) => row.amount, { sort: true }),
      textColumn('gateway', t('column.gateway'), (row) => row.gateway, {
        cell: (row) => t(`gateway.${row.gateway}`),
      }),
      statusColumn(t('column.status'), (row) => ({ status: row.status, reason: row.failure?.text })),
      moneyColumn('refunded', t('column.refunded'), (row) => row.refunded, {
        cell: (row) => <RefundsCell refunded={row.refunded} refunds={row.refunds} currency={row.currency} />,
      }),
      dayColumn('createdAt', t('column.created'), (row) => row.createdAt, { sort: true, withTime: true }),
      dayColumn('decidedAt', t('column.decided'), (row) => row.decidedAt, { withTime: true }),
    ],
    [t],
  );
}

function useDecide() {
  const t = useTexts(depositTexts);
  const ask = useConfirmedAction();
  const confirm = async (row: Row) => {
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
  const fail = async (row: Row) => {
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
function actionsOf(
  row: Row,
  {
    t,
    decide,
    refund,
  }: {
    t: ReturnType<typeof useTexts<typeof depositTexts.english>>;
    decide: ReturnType<typeof useDecide>;
    refund: (row: Row) => void;
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

export default function DepositList() {
  const t = useTexts(depositTexts);
  const { list, query, table } = useListOf(deposits);
  const columns = useColumns();
  const decide = useDecide();
  const [refunding, setRefunding] = useState<Row | null>(null);
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <ListStats
        query={query}
        cards={{
          pending: { label: t('pending'), icon: Hourglass },
          pendingAmount: { label: t('pendingAmount'), icon: Banknote, money: true },
        }}
      />
      <DataTable
        {...table}
        caption={t('caption')}
        columns={columns}
        rowActions={(row) => actionsOf(row, { t, decide, refund: setRefunding })}
        filters={
          <ListChoice
            list={list}
            name="status"
            label={t('column.status')}
            values={STATUSES}
            words={(status) => t(`statusName.${status}`)}
          />
        }
        searchLabel={t('search')}
        failed={t('fetchFailed')}
        empty={<EmptyState icon={Banknote} title={t('empty')} text={t('emptyText')} />}
      />
      {refunding !== null && (
        <Suspense>
          <RefundDialog deposit={refunding} onClose={() => setRefunding(null)} />
        </Suspense>
      )}
    </>
  );
}
