import type { Payout } from '@placard/contract/payments';
import { FIRST_DAY, LAST_DAY } from '@placard/domain/day-bounds';
import { PAYOUT_STATUSES } from '@placard/domain/payout/status';
import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { currentLocale, useTexts } from '../../i18n/texts.ts';
import { codeColumn, dayColumn, moneyColumn, statusColumn, textColumn } from '../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../kits/list/define-list.ts';
import { ListChoice } from '../../kits/list/list-filters.tsx';
import { api } from '../../lib/api/api.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { oneOf } from '../../lib/search/list-search.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { Money } from '../../ui/money.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { paymentTexts } from './texts.ts';
import { useWithdrawalActions } from './use-withdrawal-actions.ts';

const MONTHS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const;

const FIRST_YEAR = Number(FIRST_DAY.slice(0, 4));
const LAST_YEAR = Number(LAST_DAY.slice(0, 4));

const payments = defineList({
  id: 'payment-history',
  operation: api.payments.history,
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
  glance: ['amount', 'status'],
  rowId: (row) => row.id,
  rowName: (row) => row.paymentId,
});

function useColumns(): Column<Payout>[] {
  const t = useTexts(paymentTexts);
  return useMemo(
    () => [
      codeColumn('paymentId', t('history.column.paymentId'), (row) => row.paymentId, {
        fixed: true,
        sort: true,
        cell: (row) => (
          <>
            <code>{row.paymentId}</code>
            {row.automatic && <span className="faint text-13"> {t('history.automatic')}</span>}
          </>
        ),
      }),
      moneyColumn('amount', t('history.column.amount'), (row) => row.amount, {
        sort: true,
        plain: true,
        cell: (row) => (
          <>
            <Money value={row.amount} currency={row.currency} aligned />
            {row.withheld > 0 && (
              <small className="block faint text-12">
                {t('history.taxOf', {
                  withheld: formatMoney(row.withheld, row.currency),
                  net: formatMoney(row.net, row.currency),
                })}
              </small>
            )}
          </>
        ),
      }),
      moneyColumn('withheld', t('history.column.withheld'), (row) => row.withheld, { hidden: true }),
      moneyColumn('net', t('history.column.net'), (row) => row.net, { hidden: true }),
      textColumn('method', t('history.column.method'), (row) => t(`method.${row.method}`), {
        sort: true,
        cell: (row) => <span title={row.destination}>{t(`method.${row.method}`)}</span>,
      }),
      dayColumn('requestedAt', t('history.column.requested'), (row) => row.requestedAt, { sort: true }),
      dayColumn('completedAt', t('history.column.completed'), (row) => row.completedAt, { sort: true }),
      statusColumn(
        t('history.column.status'),
        ({ status, cancelled, reason }) => ({ status, reason: cancelled ? t('history.cancelled') : reason }),
        { sort: true },
      ),
      textColumn('destination', t('history.column.destination'), (row) => row.destination),
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
  const words = useTexts(uiTexts);
  const { list, query, table } = useListOf(payments);
  const columns = useColumns();
  const rowActions = useWithdrawalActions();
  const { year, month } = list.input;
  // A year of the URL stays among the choices even if nothing was paid in it.
  const years = [...new Set([...(query.data?.years ?? []), ...(year === undefined ? [] : [year])])];
  return (
    <DataTable
      {...table}
      caption={t('history.caption')}
      columns={columns}
      rowActions={rowActions}
      filters={
        <>
          <ListChoice
            list={list}
            name="status"
            label={t('history.column.status')}
            values={PAYOUT_STATUSES}
            words={(status) => words(`status.${status}`)}
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
      sortChoice
      clearLabel={t('history.clear')}
      noMatch={t('history.empty')}
      failed={t('history.failed')}
      empty={<EmptyState icon={ReceiptText} title={t('history.empty')} text={t('history.emptyText')} />}
    />
  );
}
