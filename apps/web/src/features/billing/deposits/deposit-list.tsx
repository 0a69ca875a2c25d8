import { Banknote, Check, CircleX, Hourglass, Undo2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { StatusChip } from '../../../kits/status/status-chip.tsx';
import { api, newIdempotencyKey } from '../../../lib/api/api.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { listSearch, oneOf } from '../../../lib/search/list-search.ts';
import { useList, useListQuery } from '../../../lib/search/use-list.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { Count } from '../../../ui/count.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/money.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useConfirmedAction } from '../../../ui/use-confirmed-action.ts';
import type { DepositRow } from './deposit-row.ts';
import { RefundsCell } from './refunds-cell.tsx';
import { depositTexts } from './texts.ts';

const RefundDialog = lazy(() => import('./refund-dialog.tsx'));

const STATUSES = ['pending', 'confirmed', 'failed', 'cancelled'] as const;

const search = listSearch({
  sorts: ['createdAt', 'amount'],
  defaultSort: '-createdAt',
  filters: { status: oneOf(STATUSES) },
});

type Row = DepositRow;

function useColumns(): Column<Row>[] {
  const t = useTexts(depositTexts);
  return useMemo(
    () => [
      {
        id: 'reference',
        header: t('column.reference'),
        fixed: true,
        cell: (row) => <code>{row.reference}</code>,
        csv: (row) => row.reference,
      },
      {
        id: 'advertiser',
        header: t('column.advertiser'),
        cell: (row) => <span title={row.advertiser.email}>{row.advertiser.name}</span>,
        csv: (row) => row.advertiser.email,
      },
      {
        id: 'amount',
        header: t('column.amount'),
        cell: (row) => <Money value={row.amount} aligned />,
        sort: true,
        end: true,
        csv: (row) => row.amount,
      },
      {
        id: 'gateway',
        header: t('column.gateway'),
        cell: (row) => t(`gateway.${row.gateway}`),
        csv: (row) => row.gateway,
      },
      {
        id: 'status',
        header: t('column.status'),
        cell: (row) => <StatusChip status={row.status} reason={row.failure?.text} />,
        csv: (row) => row.status,
      },
      {
        id: 'refunded',
        header: t('column.refunded'),
        cell: (row) => <RefundsCell refunded={row.refunded} refunds={row.refunds} currency={row.currency} />,
        end: true,
        csv: (row) => row.refunded,
      },
      {
        id: 'createdAt',
        header: t('column.created'),
        cell: (row) => <DateTime value={row.createdAt} withTime />,
        sort: true,
        csv: (row) => row.createdAt,
      },
      {
        id: 'decidedAt',
        header: t('column.decided'),
        cell: (row) => (row.decidedAt === null ? '–' : <DateTime value={row.decidedAt} withTime />),
        csv: (row) => row.decidedAt ?? '',
      },
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
  const list = useList(search);
  const query = useListQuery(api.operator.deposits, list.input);
  const columns = useColumns();
  const decide = useDecide();
  const [refunding, setRefunding] = useState<Row | null>(null);
  const stats = query.data?.stats;
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <StatCards failed={query.isError}>
        <StatCard
          label={t('pending')}
          icon={Hourglass}
          loading={stats === undefined}
          value={<Count value={stats?.pending ?? 0} />}
        />
        <StatCard
          label={t('pendingAmount')}
          icon={Banknote}
          loading={stats === undefined}
          value={<Money value={stats?.pendingAmount ?? 0} short />}
        />
      </StatCards>
      <DataTable
        id="deposits"
        caption={t('caption')}
        columns={columns}
        list={list}
        query={query}
        rowId={(row) => row.id}
        rowName={(row) => row.reference}
        rowActions={(row) => actionsOf(row, { t, decide, refund: setRefunding })}
        filters={
          <ChoiceFilter
            label={t('column.status')}
            value={list.input.status}
            choices={STATUSES.map((value) => ({ value, label: t(`statusName.${value}`) }))}
            onChange={(status) => list.setFilters({ status })}
          />
        }
        searchLabel={t('search')}
        failed={t('fetchFailed')}
        fetchPage={(page) => api.operator.deposits({ ...list.input, ...page })}
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
