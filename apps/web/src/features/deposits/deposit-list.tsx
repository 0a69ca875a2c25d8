import { Banknote, Check, CircleX, Hourglass, Undo2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { operatorTexts } from '../../i18n/en/operator.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, newIdempotencyKey } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { listSearch, oneOf } from '../../lib/search/list-search.ts';
import { useList, useListQuery } from '../../lib/search/use-list.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { Count } from '../../ui/count.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import type { DepositRow } from './deposit-row.ts';
import { RefundsCell } from './refunds-cell.tsx';

const RefundDialog = lazy(() => import('./refund-dialog.tsx'));

const STATUSES = ['pending', 'confirmed', 'failed', 'cancelled'] as const;

const search = listSearch({
  sorts: ['createdAt', 'amount'],
  defaultSort: '-createdAt',
  filters: { status: oneOf(STATUSES) },
});

type Row = DepositRow;

function useColumns(): Column<Row>[] {
  const t = useTexts(operatorTexts);
  return useMemo(
    () => [
      {
        id: 'reference',
        header: t('deposit.column.reference'),
        fixed: true,
        cell: (row) => <code>{row.reference}</code>,
        csv: (row) => row.reference,
      },
      {
        id: 'advertiser',
        header: t('deposit.column.advertiser'),
        cell: (row) => <span title={row.advertiser.email}>{row.advertiser.name}</span>,
        csv: (row) => row.advertiser.email,
      },
      {
        id: 'amount',
        header: t('deposit.column.amount'),
        cell: (row) => <Money value={row.amount} aligned />,
        sort: true,
        end: true,
        csv: (row) => row.amount,
      },
      {
        id: 'gateway',
        header: t('deposit.column.gateway'),
        cell: (row) => t(`deposit.gateway.${row.gateway}`),
        csv: (row) => row.gateway,
      },
      {
        id: 'status',
        header: t('deposit.column.status'),
        cell: (row) => <StatusChip status={row.status} reason={row.failure?.text} />,
        csv: (row) => row.status,
      },
      {
        id: 'refunded',
        header: t('deposit.column.refunded'),
        cell: (row) => <RefundsCell refunded={row.refunded} refunds={row.refunds} currency={row.currency} />,
        end: true,
        csv: (row) => row.refunded,
      },
      {
        id: 'createdAt',
        header: t('deposit.column.created'),
        cell: (row) => <DateTime value={row.createdAt} withTime />,
        sort: true,
        csv: (row) => row.createdAt,
      },
      {
        id: 'decidedAt',
        header: t('deposit.column.decided'),
        cell: (row) => (row.decidedAt === null ? '–' : <DateTime value={row.decidedAt} withTime />),
        csv: (row) => row.decidedAt ?? '',
      },
    ],
    [t],
  );
}

function useDecide() {
  const t = useTexts(operatorTexts);
  const ask = useConfirmedAction();
  const confirm = async (row: Row) => {
    // One key a dialog: a retry after a lost answer credits the wallet once.
    const idempotencyKey = newIdempotencyKey();
    const amount = formatMoney(row.amount, row.currency);
    await ask(
      {
        title: t('deposit.confirmTitle', { amount, advertiser: row.advertiser.name }),
        message: t('deposit.confirmText', { reference: row.reference }),
        consequence: t('deposit.confirmConsequence'),
        confirmLabel: t('deposit.confirm'),
      },
      {
        run: () => api.operator.confirmDeposit({ id: row.id }, { idempotencyKey }),
        success: t('deposit.confirmed'),
        failure: t('deposit.confirmFailed'),
        refresh: [['operator']],
      },
    );
  };
  const fail = async (row: Row) => {
    await ask(
      {
        title: t('deposit.failTitle', { reference: row.reference }),
        consequence: t('deposit.failConsequence'),
        confirmLabel: t('deposit.fail'),
        danger: true,
      },
      {
        run: () => api.operator.failDeposit({ id: row.id }),
        success: t('deposit.failDone'),
        failure: t('deposit.failFailed'),
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
    t: ReturnType<typeof useTexts<typeof operatorTexts.english>>;
    decide: ReturnType<typeof useDecide>;
    refund: (row: Row) => void;
  },
): MenuAction[] {
  if (row.status === 'pending' && row.gateway !== 'stripe') {
    return [
      { key: 'confirm', label: t('deposit.confirm'), icon: Check, onSelect: () => void decide.confirm(row) },
      {
        key: 'fail',
        label: t('deposit.fail'),
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
      label: t('deposit.refundAction'),
      icon: Undo2,
      danger: true,
      onSelect: () => refund(row),
    },
  ];
}

export function DepositList() {
  const t = useTexts(operatorTexts);
  const list = useList(search);
  const query = useListQuery(api.operator.deposits, list.input);
  const columns = useColumns();
  const decide = useDecide();
  const [refunding, setRefunding] = useState<Row | null>(null);
  const stats = query.data?.stats;
  return (
    <>
      <PageHeader title={t('deposit.title')} description={t('deposit.description')} />
      <StatCards failed={query.isError}>
        <StatCard
          label={t('deposit.pending')}
          icon={Hourglass}
          loading={stats === undefined}
          value={<Count value={stats?.pending ?? 0} />}
        />
        <StatCard
          label={t('deposit.pendingAmount')}
          icon={Banknote}
          loading={stats === undefined}
          value={<Money value={stats?.pendingAmount ?? 0} short />}
        />
      </StatCards>
      <DataTable
        id="deposits"
        caption={t('deposit.caption')}
        columns={columns}
        list={list}
        query={query}
        rowId={(row) => row.id}
        rowName={(row) => row.reference}
        rowActions={(row) => actionsOf(row, { t, decide, refund: setRefunding })}
        filters={
          <ChoiceFilter
            label={t('deposit.column.status')}
            value={list.input.status}
            choices={STATUSES.map((value) => ({ value, label: t(`deposit.statusName.${value}`) }))}
            onChange={(status) => list.setFilters({ status })}
          />
        }
        searchLabel={t('deposit.search')}
        failed={t('deposit.fetchFailed')}
        fetchPage={(page) => api.operator.deposits({ ...list.input, ...page })}
        empty={<EmptyState icon={Banknote} title={t('deposit.empty')} text={t('deposit.emptyText')} />}
      />
      {refunding !== null && (
        <Suspense>
          <RefundDialog deposit={refunding} onClose={() => setRefunding(null)} />
        </Suspense>
      )}
    </>
  );
}
