import type { Payout } from '@placard/contract/payments';
import { FIRST_DAY, LAST_DAY } from '@placard/domain/day-bounds';
import { PAYOUT_STATUSES } from '@placard/domain/payout/status';
import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { currentLocale, useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { api } from '../../lib/api/api.ts';
import { listSearch, oneOf } from '../../lib/search/list-search.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import { useList, useListQuery } from '../../lib/search/use-list.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import classes from './payment.module.css';
import { paymentTexts } from './texts.ts';
import { useWithdrawalActions } from './use-withdrawal-actions.ts';

const MONTHS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;

const FIRST_YEAR = Number(FIRST_DAY.slice(0, 4));
const LAST_YEAR = Number(LAST_DAY.slice(0, 4));

const search = listSearch({
  sorts: ['paymentId', 'amount', 'method', 'requestedAt', 'completedAt', 'status'],
  defaultSort: '-requestedAt',
  filters: {
    status: oneOf(PAYOUT_STATUSES),
    year: (text) => {
      const year = idParameter(text);
      return year !== undefined && year >= FIRST_YEAR && year <= LAST_YEAR ? year : undefined;
    },
    month: (text) => {
      const month = idParameter(text);
      return month !== undefined && month <= MONTHS.length ? month : undefined;
    },
  },
});

function useColumns(): Column<Payout>[] {
  const t = useTexts(paymentTexts);
  return useMemo(
    () => [
      {
        id: 'paymentId',
        header: t('history.column.paymentId'),
        fixed: true,
        sort: true,
        cell: (row) => (
          <>
            <code>{row.paymentId}</code>
            {row.automatic && <span className={classes.quiet}> {t('history.automatic')}</span>}
          </>
        ),
        csv: (row) => row.paymentId,
      },
      {
        id: 'amount',
        header: t('history.column.amount'),
        cell: (row) => <Money value={row.amount} currency={row.currency} aligned />,
        sort: true,
        end: true,
        csv: (row) => row.amount,
      },
      {
        id: 'method',
        header: t('history.column.method'),
        cell: (row) => <span title={row.destination}>{t(`method.${row.method}`)}</span>,
        sort: true,
        csv: (row) => row.method,
      },
      {
        id: 'destination',
        header: t('history.column.destination'),
        cell: (row) => row.destination,
        csv: (row) => row.destination,
      },
      {
        id: 'requestedAt',
        header: t('history.column.requested'),
        cell: (row) => <DateTime value={row.requestedAt} />,
        sort: true,
        csv: (row) => row.requestedAt,
      },
      {
        id: 'completedAt',
        header: t('history.column.completed'),
        cell: (row) => <DateTime value={row.completedAt} />,
        sort: true,
        csv: (row) => row.completedAt ?? '',
      },
      {
        id: 'status',
        header: t('history.column.status'),
        cell: (row) => (
          <StatusChip status={row.status} reason={row.cancelled ? t('history.cancelled') : row.reason} />
        ),
        sort: true,
        csv: (row) => row.status,
      },
    ],
    [t],
  );
}

function monthName(month: number): string {
  return new Intl.DateTimeFormat(currentLocale(), { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(FIRST_YEAR, month - 1, 1),
  );
}

export function PaymentHistory() {
  const t = useTexts(paymentTexts);
  const list = useList(search);
  const query = useListQuery(api.payments.history, list.input);
  const columns = useColumns();
  const rowActions = useWithdrawalActions();
  const { status, year, month } = list.input;
  // A year of the URL stays among the choices even if nothing was paid in it.
  const years = [...new Set([...(query.data?.years ?? []), ...(year === undefined ? [] : [year])])];
  return (
    <DataTable
      id="payment-history"
      caption={t('history.caption')}
      columns={columns}
      list={list}
      query={query}
      rowId={(row) => row.id}
      rowName={(row) => row.paymentId}
      rowActions={rowActions}
      filters={
        <>
          <ChoiceFilter
            label={t('history.column.status')}
            value={status}
            choices={PAYOUT_STATUSES.map((value) => ({ value, label: t(`history.statusName.${value}`) }))}
            onChange={(next) => list.setFilters({ status: next })}
          />
          <ChoiceFilter
            label={t('history.year')}
            value={year === undefined ? undefined : String(year)}
            choices={years
              .sort((a, b) => b - a)
              .map((value) => ({ value: String(value), label: String(value) }))}
            onChange={(next) => list.setFilters({ year: next === undefined ? undefined : Number(next) })}
          />
          <ChoiceFilter
            label={t('history.month')}
            value={month === undefined ? undefined : String(month)}
            choices={MONTHS.map((value) => ({ value, label: monthName(Number(value)) }))}
            onChange={(next) => list.setFilters({ month: next === undefined ? undefined : Number(next) })}
          />
        </>
      }
      searchLabel={t('history.search')}
      clearLabel={t('history.clear')}
      noMatch={t('history.empty')}
      failed={t('history.failed')}
      fetchPage={(page) => api.payments.history({ ...list.input, ...page })}
      empty={<EmptyState icon={ReceiptText} title={t('history.empty')} text={t('history.emptyText')} />}
    />
  );
}
