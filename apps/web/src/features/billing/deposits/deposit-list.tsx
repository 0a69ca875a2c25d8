import { CONTESTED } from '@placard/domain/billing/dispute';
import { Banknote, Hourglass } from 'lucide-react';
import { useMemo } from 'react';
import { uiTexts } from '../../../i18n/en/ui.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { failureWords } from '../../../kits/deposit-failure/failure-words.ts';
import { dayColumn, moneyColumn, statusColumn, textColumn } from '../../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../../kits/list/define-list.ts';
import { ListChoice } from '../../../kits/list/list-filters.tsx';
import { ListStats } from '../../../kits/list/list-stats.tsx';
import { AccountFilter, accountParameter } from '../../../kits/records/account-filter.tsx';
import { accountColumn, recordColumn } from '../../../kits/records/record-link.tsx';
import { api } from '../../../lib/api/api.ts';
import { oneOf } from '../../../lib/search/list-search.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { DepositRow } from './deposit-row.ts';
import { RefundsCell } from './refunds-cell.tsx';
import { depositTexts } from './texts.ts';
import { useDepositActions } from './use-deposit-actions.tsx';

const STATUSES = ['pending', 'checkout', 'confirmed', 'failed', 'abandoned', 'cancelled'] as const;

const deposits = defineList({
  id: 'deposits',
  operation: api.operator.deposits,
  sorts: ['createdAt', 'amount'],
  defaultSort: '-createdAt',
  filters: { status: oneOf(STATUSES), contested: oneOf(CONTESTED), account: accountParameter },
  glance: ['advertiser', 'amount', 'status'],
  rowId: (row) => row.id,
  rowName: (row) => row.reference,
});

function useColumns(): Column<DepositRow>[] {
  const t = useTexts(depositTexts);
  return useMemo(
    () => [
      recordColumn<DepositRow>(t('column.reference'), {
        kind: 'deposit',
        column: 'reference',
        id: (row) => row.id,
        name: (row) => row.reference,
        shown: (row) => <code>{row.reference}</code>,
      }),
      accountColumn<DepositRow>('advertiser', t('column.advertiser'), (row) => row.advertiser),
      moneyColumn('amount', t('column.amount'), (row) => row.amount, { sort: true, plain: true }),
      textColumn('gateway', t('column.gateway'), (row) => t(`gateway.${row.gateway}`)),
      statusColumn(t('column.status'), (row) => ({
        status: row.state,
        reason: row.failure === null ? null : failureWords(row.failure),
      })),
      moneyColumn('refunded', t('column.refunded'), (row) => row.refunded, {
        cell: (row) => <RefundsCell refunded={row.refunded} refunds={row.refunds} currency={row.currency} />,
      }),
      dayColumn('createdAt', t('column.created'), (row) => row.createdAt, { sort: true, withTime: true }),
      dayColumn('decidedAt', t('column.decided'), (row) => row.decidedAt, { withTime: true }),
    ],
    [t],
  );
}

export default function DepositList() {
  const t = useTexts(depositTexts);
  const words = useTexts(uiTexts);
  const { list, query, table } = useListOf(deposits);
  const columns = useColumns();
  const { actionsOf, dialog } = useDepositActions();
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
        rowActions={actionsOf}
        filters={
          <>
            <AccountFilter list={list} />
            <ListChoice
              list={list}
              name="status"
              label={t('column.status')}
              values={STATUSES}
              words={(status) => words(`status.${status}`)}
            />
            <ListChoice
              list={list}
              name="contested"
              label={t('contested.label')}
              values={CONTESTED}
              words={(which) => t(`contested.${which}`)}
            />
          </>
        }
        searchLabel={t('search')}
        failed={t('fetchFailed')}
        empty={<EmptyState icon={Banknote} title={t('empty')} text={t('emptyText')} />}
      />
      {dialog}
    </>
  );
}
