import type { Closing } from '@placard/contract/payouts';
import { Banknote, CalendarX, ListChecks, Scale, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { currentLocale, useTexts } from '../../../i18n/texts.ts';
import { api } from '../../../lib/api/api.ts';
import { listSearch, oneOf } from '../../../lib/search/list-search.ts';
import { useList, useListQuery } from '../../../lib/search/use-list.ts';
import { Count } from '../../../ui/count.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/money.tsx';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import classes from './payouts.module.css';
import { payoutTexts } from './texts.ts';

const SHOWN_HASH = 12;

const search = listSearch({
  sorts: ['month', 'publisher', 'earned', 'closedAt'],
  defaultSort: '-month',
  filters: {
    month: (text) => (/^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined),
    show: oneOf(['exceptions']),
  },
});

/** "2026-03" → "March 2026" */
function monthText(month: string): string {
  const format = new Intl.DateTimeFormat(currentLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${month}-01T00:00:00Z`));
}

function useColumns(): Column<Closing>[] {
  const t = useTexts(payoutTexts);
  return useMemo(
    () => [
      {
        id: 'month',
        header: t('closings.month'),
        fixed: true,
        sort: true,
        cell: (row) => monthText(row.month),
        csv: (row) => row.month,
      },
      {
        id: 'publisher',
        header: t('closings.publisher'),
        sort: true,
        cell: (row) => <span title={row.publisher.email}>{row.publisher.name}</span>,
        csv: (row) => row.publisher.email,
      },
      {
        id: 'earned',
        header: t('closings.earned'),
        sort: true,
        end: true,
        cell: (row) => <Money value={row.earned} aligned />,
        csv: (row) => row.earned,
      },
      {
        id: 'adjustments',
        header: t('closings.adjustments'),
        end: true,
        cell: (row) => <Money value={row.adjustments} aligned />,
        csv: (row) => row.adjustments,
      },
      {
        id: 'closedAt',
        header: t('closings.closedAt'),
        sort: true,
        cell: (row) => <DateTime value={row.closedAt} withTime />,
        csv: (row) => row.closedAt ?? '',
      },
      {
        id: 'exceptions',
        header: t('closings.exceptions'),
        cell: (row) =>
          row.exceptions.length === 0
            ? t('closings.none')
            : row.exceptions.map((exception) => (
                <span key={exception} className={classes.fault}>
                  {t(`closings.exception.${exception}`)}
                </span>
              )),
        csv: (row) => row.exceptions.join(' '),
      },
      {
        id: 'hash',
        header: t('closings.hash'),
        cell: (row) =>
          row.hash === null ? null : (
            <code className={classes.hash} title={t('closings.hashHint', { hash: row.hash })}>
              {row.hash.slice(0, SHOWN_HASH)}
            </code>
          ),
        csv: (row) => row.hash ?? '',
      },
    ],
    [t],
  );
}

/** Each month that is over, publisher by publisher, with what does not add up. */
export default function Closings() {
  const t = useTexts(payoutTexts);
  const list = useList(search);
  const { show, ...rest } = list.input;
  const input = { ...rest, ...(show === undefined ? {} : { exceptions: true }) };
  const query = useListQuery(api.payouts.closings, input);
  const columns = useColumns();
  const { month } = list.input;
  const stats = query.data?.stats;
  const loading = stats === undefined;
  const months = [...new Set([...(query.data?.months ?? []), ...(month === undefined ? [] : [month])])];
  return (
    <>
      <StatCards failed={query.isError}>
        <StatCard
          label={t('closings.totalEarned')}
          icon={Banknote}
          loading={loading}
          value={<Money value={stats?.earned ?? 0} short />}
        />
        <StatCard
          label={t('closings.totalAdjusted')}
          icon={Scale}
          loading={loading}
          value={<Money value={stats?.adjustments ?? 0} short />}
        />
        <StatCard
          label={t('closings.notClosed')}
          icon={CalendarX}
          loading={loading}
          value={<Count value={stats?.notClosed ?? 0} />}
        />
        <StatCard
          label={t('closings.found')}
          icon={TriangleAlert}
          loading={loading}
          value={<Count value={stats?.exceptions ?? 0} />}
        />
      </StatCards>
      <DataTable
        id="monthly-close"
        caption={t('closings.caption')}
        columns={columns}
        list={list}
        query={query}
        rowId={(row) => `${row.publisher.id} ${row.month}`}
        rowName={(row) => `${row.publisher.name}, ${monthText(row.month)}`}
        filters={
          <>
            <ChoiceFilter
              label={t('closings.month')}
              value={month}
              choices={months.map((value) => ({ value, label: monthText(value) }))}
              onChange={(next) => list.setFilters({ month: next })}
            />
            <ChoiceFilter
              label={t('closings.show')}
              value={show}
              choices={[{ value: 'exceptions' as const, label: t('closings.only') }]}
              onChange={(next) => list.setFilters({ show: next })}
            />
          </>
        }
        searchLabel={t('closings.search')}
        failed={t('closings.failed')}
        fetchPage={(page) => api.payouts.closings({ ...input, ...page })}
        empty={<EmptyState icon={ListChecks} title={t('closings.empty')} text={t('closings.emptyText')} />}
      />
    </>
  );
}
