import type { Dimension, TimeGrain } from '@placard/domain/analytics/metrics';
import { grainsFor } from '@placard/domain/analytics/report-asked';
import { filterText, type ReportFilter } from '@placard/domain/analytics/report-question';
import { daysBetween } from '@placard/domain/day-bounds';
import { useCallback } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { formatDateTime, formatZone } from '../../lib/format/time-format.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { AfterFirstPaint } from '../../ui/after-first-paint.tsx';
import { ChoiceFilter, DayRangeFilter } from '../../ui/filters.tsx';
import { FailedState, Skeleton } from '../../ui/states.tsx';
import { Breakdown } from './breakdown.tsx';
import type { BreakdownRow } from './breakdown-rows.ts';
import { FilterChips } from './filter-chips.tsx';
import { MetricCards, OverviewChart } from './overview.tsx';
import classes from './report.module.css';
import { withFilter, withoutFilter } from './report-search.ts';
import { reportTexts } from './texts.ts';
import { type ReportSource, useOverview, useReportAsked } from './use-report.ts';

/**
 * A whole report: totals with their change, a chart over time, a breakdown. Its state is the URL's.
 * @param source a constant: made anew at each rendering, it would be fetched anew too
 */
export function ReportView(props: ReportViewProps) {
  return (
    <AfterFirstPaint>
      <PaintedReport {...props} />
    </AfterFirstPaint>
  );
}

type ReportViewProps = {
  readonly name: string;
  readonly source: ReportSource;
  /** What a row of the breakdown offers. */
  readonly rowActions?: (row: BreakdownRow) => readonly MenuAction[];
};

function PaintedReport({ name, source, rowActions }: ReportViewProps) {
  const t = useTexts(reportTexts);
  const [asked, change] = useReportAsked(source);
  const overview = useOverview(source, asked);
  const report = overview.data;
  const { filters } = asked;
  const setFilters = useCallback(
    (next: readonly ReportFilter[]) => change({ filter: filterText(next), page: undefined }),
    [change],
  );
  const onFilter = useCallback(
    (filter: ReportFilter) => setFilters(withFilter(filters, filter)),
    [filters, setFilters],
  );
  const onShow = useCallback((show: string) => change({ show }, { replace: true }), [change]);
  const onBy = (by: Dimension, andBy: Dimension | null) =>
    change({ by, by2: andBy ?? undefined, page: undefined, search: undefined });
  return (
    <>
      <div className="row-wrap gap-8 below-16">
        <DayRangeFilter
          label={t('range')}
          clearable={false}
          value={{ from: asked.from, to: asked.to }}
          onChange={({ from, to, preset }) =>
            // A range chosen by its name moves with the calendar, also where the view is saved.
            change({
              ...(preset === undefined
                ? { range: undefined, from, to }
                : { range: preset, from: undefined, to: undefined }),
              grain: undefined,
              page: undefined,
            })
          }
        />
        <ChoiceFilter<TimeGrain>
          required
          label={t('grain')}
          value={asked.grain}
          choices={grainsFor(daysBetween(asked.from, asked.to)).map((value) => ({
            value,
            label: t(`grains.${value}`),
          }))}
          onChange={(grain) => change({ grain })}
        />
        <FilterChips
          source={source}
          asked={asked}
          onRemove={(filter) => setFilters(withoutFilter(filters, filter))}
        />
        {report !== undefined && (
          <span className="to-end faint text-13">
            {t('zone', { zone: formatZone(report.timeZone, Date.now()) })} ·{' '}
            {t('updated', { time: formatDateTime(report.updatedAt, report.timeZone) })}
          </span>
        )}
      </div>
      {report === undefined && overview.isError ? (
        <FailedState title={t('failed')} error={overview.error} onRetry={() => void overview.refetch()} />
      ) : (
        <>
          <div className={overview.isPlaceholderData ? classes.dimmed : undefined}>
            <MetricCards metrics={source.cards} report={report} grain={asked.grain} />
          </div>
          {report === undefined ? (
            <Skeleton height={420} />
          ) : (
            <OverviewChart
              metrics={source.metrics}
              asked={asked}
              report={report}
              dimmed={overview.isPlaceholderData}
              onShow={onShow}
            />
          )}
          <Breakdown
            name={name}
            source={source}
            asked={asked}
            totals={report}
            onBy={onBy}
            onFilter={onFilter}
            onClear={() => setFilters([])}
            rowActions={rowActions}
          />
        </>
      )}
    </>
  );
}
