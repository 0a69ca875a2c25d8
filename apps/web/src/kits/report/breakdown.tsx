import type { Report } from '@placard/contract/reports';
import type { Dimension, Metric } from '@placard/domain/analytics/metrics';
import { brokenDownBy, type ReportAsked } from '@placard/domain/analytics/report-asked';
import type { ReportFilter } from '@placard/domain/analytics/report-question';
import { type ReactNode, useCallback, useMemo } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { formatPercent } from '../../lib/format/number-format.ts';
import { useList } from '../../lib/search/use-list.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { Address } from '../../ui/address.tsx';
import { Money } from '../../ui/money.tsx';
import button from '../../ui/plain-button.module.css';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { arrangedRows, type BreakdownRow, breakdownRows, isBrokenDownBy, shareOf } from './breakdown-rows.ts';
import { DimensionChoice } from './dimension-choice.tsx';
import { formatMetric, isSum, unitOf } from './metric-format.ts';
import { metricTexts } from './metric-texts.ts';
import classes from './report.module.css';
import { ReportFileButton } from './report-file-button.tsx';
import { reportTexts } from './texts.ts';
import { breakdownSearch, isWhole, type ReportSource, useBreakdown, useViewers } from './use-report.ts';
import { useViewersColumns } from './viewers-columns.tsx';
import type { Viewers } from './viewers-of-rows.ts';

/** The figures by one or two dimensions: sorted, searched, paged and exported like any list. */
export function Breakdown({
  name,
  source,
  asked,
  totals,
  onBy,
  onFilter,
  onClear,
  rowActions,
}: {
  name: string;
  source: ReportSource;
  asked: ReportAsked;
  totals: Report | undefined;
  onBy: (by: Dimension, andBy: Dimension | null, dated: boolean) => void;
  onFilter: (filter: ReportFilter) => void;
  /** Removes all filters. */
  onClear: () => void;
  /** Only where every row has some: a column of empty menus says nothing. */
  rowActions?: ((row: BreakdownRow) => readonly MenuAction[]) | undefined;
}) {
  const t = useTexts(reportTexts);
  const tMetric = useTexts(metricTexts);
  const search = useMemo(() => breakdownSearch(source), [source]);
  const list = useList(search);
  const query = useBreakdown(source, asked, list.sort);
  const by = useMemo(
    () => brokenDownBy({ by: asked.by, andBy: asked.andBy, dated: asked.dated }),
    [asked.by, asked.andBy, asked.dated],
  );
  const viewersQuery = useMemo(() => source.viewers?.(asked) ?? null, [source, asked]);
  const viewers = useViewers(viewersQuery, list.sort);
  const { rows, wholeRows } = useRows(query, by, viewers, list);
  const figures = useBreakdownColumns(source, by, query.data, onFilter);
  const ofViewers = useViewersColumns(viewersQuery);
  const columns = useMemo(() => [...figures, ...ofViewers], [figures, ofViewers]);
  return (
    <section className="above-20" aria-label={t('breakdown')}>
      <div className={`row wrap between gap-8 below-12`}>
        <h2 className="text-16">{t('breakdown')}</h2>
        <ReportFileButton source={source} asked={asked} sort={list.sort} />
      </div>
      <DataTable
        key={by.join('.')}
        id={`${name}-breakdown`}
        caption={t('breakdownCaption', {
          dimensions: by.map((dimension) => tMetric(`dimension.${dimension}`)).join(', '),
        })}
        columns={columns}
        glance={[...by, ...source.show]}
        list={list}
        query={{ ...query, data: rows === undefined ? undefined : pageOf(rows, list) }}
        rowId={(row) => row.id}
        rowName={(row) => by.map((dimension) => row.dims[dimension]?.label ?? '').join(', ')}
        rowActions={rows?.every((row) => (rowActions?.(row).length ?? 0) > 0) ? rowActions : undefined}
        searchLabel={t('search')}
        filters={<DimensionChoice source={source} asked={asked} onBy={onBy} />}
        failed={t('failed')}
        empty={<EmptyBreakdown filtered={asked.filters.length > 0} onClear={onClear} />}
        fetchPage={async (wanted) => pageOf(await wholeRows(), wanted)}
        {...(totals === undefined ? {} : { totals: totalCells(source.metrics, totals) })}
      />
      {query.data !== undefined && !isWhole(query.data.rows.length) && (
        <p className="above-8 faint text-13">{t('truncated', { count: query.data.rows.length })}</p>
      )}
    </section>
  );
}

/** Rows as the list wants them: those to show, undefined as long as there are none, and all of what is asked for now. */
function useRows(
  query: ReturnType<typeof useBreakdown>,
  by: readonly Dimension[],
  viewers: ReadonlyMap<string, Viewers>,
  { search, sort }: Pick<ReturnType<typeof useList>, 'search' | 'sort'>,
) {
  const arranged = useCallback(
    (answer: typeof query.data) =>
      // Rows of the breakdown before, kept while the next is fetched, may have other dimensions: those are not shown.
      answer === undefined || !isBrokenDownBy(answer.rows, by)
        ? undefined
        : arrangedRows(breakdownRows(answer.rows, by, viewers), by, { search, sort }),
    [by, viewers, search, sort],
  );
  const rows = useMemo(() => arranged(query.data), [arranged, query.data]);
  /** Waits where nothing, or still the answer before, is shown. */
  const wholeRows = async () => {
    if (rows !== undefined && !query.isPlaceholderData) return rows;
    const { data } = await query.refetch({ cancelRefetch: false, throwOnError: true });
    return arranged(data) ?? [];
  };
  return { rows, wholeRows };
}

function pageOf(rows: readonly BreakdownRow[], { page, pageSize }: { page: number; pageSize: number }) {
  return { items: rows.slice((page - 1) * pageSize, page * pageSize), total: rows.length };
}

function EmptyBreakdown({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useTexts(reportTexts);
  const ui = useTexts(uiTexts);
  if (!filtered) return <EmptyState title={t('empty')} text={t('emptyText')} />;
  return (
    <EmptyState
      title={ui('table.noMatch')}
      text={t('noMatchText')}
      action={
        <button type="button" className={button.secondary} onClick={onClear}>
          {ui('table.clearFilters')}
        </button>
      }
    />
  );
}

/** A cell's figure: sums stand with their cents below each other. */
function Figure({
  metric,
  value,
  currency,
}: {
  metric: Metric;
  value: number | null | undefined;
  currency: string;
}) {
  if (typeof value !== 'number') return '–';
  if (unitOf(metric) !== 'money') return formatMetric(metric, value, currency);
  return <Money value={value} currency={currency} aligned />;
}

function totalCells(metrics: readonly Metric[], report: Report): Record<string, ReactNode> {
  return Object.fromEntries(
    metrics.map((metric) => {
      const value = report.totals[metric];
      return [metric, <Figure key={metric} metric={metric} value={value} currency={report.currency} />];
    }),
  );
}

function useBreakdownColumns(
  source: ReportSource,
  by: readonly Dimension[],
  answer: Report | undefined,
  onFilter: (filter: ReportFilter) => void,
): Column<BreakdownRow>[] {
  const t = useTexts(reportTexts);
  const tMetric = useTexts(metricTexts);
  const currency = answer?.currency ?? 'USD';
  const whole = answer?.totals;
  return useMemo(
    () => [
      ...by.map(
        (dimension): Column<BreakdownRow> => ({
          id: dimension,
          header: tMetric(`dimension.${dimension}`),
          sort: true,
          fixed: true,
          csv: (row) => row.dims[dimension]?.label ?? null,
          cell: (row) => {
            const cell = row.dims[dimension] ?? { value: '', label: '' };
            const { value, label } = cell;
            const only = (
              <button
                type="button"
                className={`word-button semibold ${classes.value}`}
                title={t('only', { value: label })}
                onClick={() => onFilter({ dimension, value })}
              >
                <Address text={label} />
              </button>
            );
            const beside = source.beside?.(dimension, cell) ?? null;
            if (beside === null) return only;
            return (
              <span className="inline-row gap-4">
                {only}
                {beside}
              </span>
            );
          },
        }),
      ),
      ...source.metrics.map(
        (metric): Column<BreakdownRow> => ({
          id: metric,
          header: tMetric(`name.${metric}`),
          sort: true,
          end: true,
          hidden: source.hidden?.includes(metric) ?? false,
          csv: (row) => row.metrics[metric] ?? null,
          ...(unitOf(metric) === 'money' ? { currency: () => currency } : {}),
          cell: (row) => <Figure metric={metric} value={row.metrics[metric]} currency={currency} />,
        }),
      ),
      ...source.metrics.filter(isSum).map((metric): Column<BreakdownRow> => {
        const share = (row: BreakdownRow) => shareOf(row.metrics[metric], whole?.[metric]);
        return {
          id: `share-${metric}`,
          header: t('share', { metric: tMetric(`name.${metric}`) }),
          end: true,
          hidden: true,
          csv: share,
          cell: (row) => {
            const value = share(row);
            return value === null ? '–' : formatPercent(value);
          },
        };
      }),
    ],
    [by, source.metrics, source.hidden, source.beside, currency, whole, onFilter, t, tMetric],
  );
}
