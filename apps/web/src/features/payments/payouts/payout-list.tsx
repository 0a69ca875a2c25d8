import { Banknote, Hourglass, LoaderCircle } from 'lucide-react';
import { uiTexts } from '../../../i18n/en/ui.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { defineList, useListOf } from '../../../kits/list/define-list.ts';
import { ListChoice } from '../../../kits/list/list-filters.tsx';
import { ListStats } from '../../../kits/list/list-stats.tsx';
import { AccountFilter, accountParameter } from '../../../kits/records/account-filter.tsx';
import { api } from '../../../lib/api/api.ts';
import { oneOf } from '../../../lib/search/list-search.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { usePayoutColumns } from './payout-columns.tsx';
import { payoutTexts } from './texts.ts';
import { usePayoutMenus } from './use-payout-menus.tsx';

const STATUSES = ['pending', 'processing', 'completed', 'failed', 'rejected'] as const;
const METHODS = ['bank_transfer', 'paypal'] as const;

const payouts = defineList({
  id: 'payouts',
  operation: api.payouts.list,
  sorts: ['paymentId', 'amount', 'requestedAt', 'completedAt', 'status'],
  defaultSort: '-requestedAt',
  filters: { status: oneOf(STATUSES), method: oneOf(METHODS), account: accountParameter },
  glance: ['publisher', 'amount', 'status'],
  rowId: (row) => row.id,
  rowName: (row) => row.paymentId,
});

export function PayoutList() {
  const t = useTexts(payoutTexts);
  const words = useTexts(uiTexts);
  const { list, query, table } = useListOf(payouts);
  const columns = usePayoutColumns();
  const { rowActions, bulkActions, dialog } = usePayoutMenus();
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
      {dialog}
    </>
  );
}
