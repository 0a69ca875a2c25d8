import type { Closing } from '@placard/contract/payouts';
import { Banknote, CalendarX, ListChecks, Scale, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { type Translate, useTexts } from '../../../i18n/texts.ts';
import { dayColumn, moneyColumn, textColumn } from '../../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../../kits/list/define-list.ts';
import { ListChoice } from '../../../kits/list/list-filters.tsx';
import { ListStats } from '../../../kits/list/list-stats.tsx';
import { accountColumn } from '../../../kits/records/record-link.tsx';
import { api } from '../../../lib/api/api.ts';
import { formatMonth } from '../../../lib/format/time-format.ts';
import { oneOf } from '../../../lib/search/list-search.ts';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { payoutTabTexts } from './tab-texts.ts';

const SHOWN_HASH = 12;

const closings = defineList({
  id: 'monthly-close',
  operation: api.payouts.closings,
  sorts: ['month', 'publisher', 'earned', 'closedAt'],
  defaultSort: '-month',
  filters: {
    month: (text) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined),
    show: oneOf(['exceptions']),
  },
  input: ({ show, ...asked }) => ({ ...asked, ...(show === undefined ? {} : { exceptions: true }) }),
  glance: ['publisher', 'earned', 'exceptions'],
  rowId: (row) => `${row.publisher.id} ${row.month}`,
  rowName: (row) => `${row.publisher.name}, ${formatMonth(row.month)}`,
});

function exceptionWords(t: Translate<typeof payoutTabTexts.english>, { exceptions }: Closing): string {
  return exceptions.map((exception) => t(`closings.exception.${exception}`)).join('; ');
}

function useColumns(): Column<Closing>[] {
  const t = useTexts(payoutTabTexts);
  return useMemo(
    () => [
      textColumn('month', t('closings.month'), (row) => row.month, {
        fixed: true,
        sort: true,
        cell: (row) => formatMonth(row.month),
      }),
      accountColumn<Closing>('publisher', t('closings.publisher'), (row) => row.publisher, {
        sort: true,
      }),
      moneyColumn('earned', t('closings.earned'), (row) => row.earned, { sort: true }),
      moneyColumn('adjustments', t('closings.adjustments'), (row) => row.adjustments),
      dayColumn('closedAt', t('closings.closedAt'), (row) => row.closedAt, { sort: true, withTime: true }),
      textColumn('exceptions', t('closings.exceptions'), (row) => exceptionWords(t, row), {
        cell: (row) =>
          row.exceptions.length === 0
            ? t('closings.none')
            : row.exceptions.map((exception) => (
                <span key={exception} className="block bad text-13">
                  {t(`closings.exception.${exception}`)}
                </span>
              )),
      }),
      textColumn('hash', t('closings.hash'), (row) => row.hash, {
        cell: (row) =>
          row.hash === null ? null : (
            <code className="text-12" title={t('closings.hashHint', { hash: row.hash })}>
              {row.hash.slice(0, SHOWN_HASH)}
            </code>
          ),
      }),
    ],
    [t],
  );
}

/** Each month that is over, publisher by publisher, with what does not add up. */
export default function Closings() {
  const t = useTexts(payoutTabTexts);
  const { list, query, table } = useListOf(closings);
  const columns = useColumns();
  const { month } = list.input;
  const months = [...new Set([...(query.data?.months ?? []), ...(month === undefined ? [] : [month])])];
  return (
    <>
      <ListStats
        query={query}
        cards={{
          earned: { label: t('closings.totalEarned'), icon: Banknote, money: true },
          adjustments: { label: t('closings.totalAdjusted'), icon: Scale, money: true },
          notClosed: { label: t('closings.notClosed'), icon: CalendarX },
          exceptions: { label: t('closings.found'), icon: TriangleAlert },
        }}
      />
      <DataTable
        {...table}
        caption={t('closings.caption')}
        columns={columns}
        filters={
          <>
            <ListChoice
              list={list}
              name="month"
              label={t('closings.month')}
              values={months}
              words={formatMonth}
            />
            <ListChoice
              list={list}
              name="show"
              label={t('closings.show')}
              values={['exceptions']}
              words={() => t('closings.only')}
            />
          </>
        }
        searchLabel={t('closings.search')}
        failed={t('closings.failed')}
        empty={<EmptyState icon={ListChecks} title={t('closings.empty')} text={t('closings.emptyText')} />}
      />
    </>
  );
}
