import type { Report } from '@placard/contract/reports';
import type { Dimension } from '@placard/domain/analytics/metrics';
import { chartText, hasHours, type ReportAsked } from '@placard/domain/analytics/report-asked';
import { filterText, type ReportFilter } from '@placard/domain/analytics/report-question';
import { usePrefetchQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { AfterFirstPaint } from '../../ui/after-first-paint.tsx';
import { preloadChart } from '../../ui/chart/chart.tsx';
import type { ChartMark } from '../../ui/chart/chart-model.ts';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailedState, Skeleton, Unsettled } from '../../ui/states.tsx';
import { Breakdown } from './breakdown.tsx';
import type { BreakdownRow } from './breakdown-rows.ts';
import { comparedPeriod } from './compare-choice.tsx';
import { MetricCards, OverviewChart } from './overview.tsx';
import { ReportControls } from './report-controls.tsx';
import { withFilter, withoutFilter } from './report-search.ts';
import { reportTexts } from './texts.ts';
import { type MarksQuery, type ReportSource, useOverview, useReportAsked } from './use-report.ts';
import { zoomedDays } from './zoomed-days.ts';

const MarkReader = lazyPart(() => import('./mark-reader.tsx'));
const HoursOfWeek = lazyPart(() => import('./hours-of-week.tsx'));
const VIEWS = ['time', 'hours'] as const;

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
  const onBy = (by: Dimension, andBy: Dimension | null, dated: boolean) => {
    const isDated = dated && by !== 'date' && andBy !== 'date';
    change({
      ...{ by, by2: andBy ?? undefined, dated: isDated ? '1' : undefined },
      ...{ page: undefined, search: undefined },
    });
  };
  const period = comparedPeriod(asked);
  return (
    <>
      <ReportControls
        source={source}
        asked={asked}
        report={report}
        change={change}
        onFilter={onFilter}
        onRemove={(filter) => setFilters(withoutFilter(filters, filter))}
      />
      {report === undefined && overview.isError ? (
        <FailedState title={t('failed')} error={overview.error} onRetry={() => void overview.refetch()} />
      ) : (
        <>
          <div className={overview.isPlaceholderData ? 'dimmed' : undefined}>
            <MetricCards metrics={source.cards} report={report} grain={asked.grain} period={period} />
          </div>
          <ReportChart
            source={source}
            asked={asked}
            report={report}
            dimmed={overview.isPlaceholderData}
            change={change}
          />
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

/** What the figures are over time, or by hours of the week. */
function ReportChart({
  source,
  asked,
  report,
  dimmed,
  change,
}: {
  source: ReportSource;
  asked: ReportAsked;
  report: Report | undefined;
  dimmed: boolean;
  change: (change: SearchRecord, options?: { replace?: boolean }) => void;
}) {
  const views = useViewChoice(source, asked, change);
  const onShow = useCallback((show: string) => change({ show }, { replace: true }), [change]);
  const [marks, setMarks] = useState<readonly ChartMark[]>();
  const { from, to, grain, hoursOf } = asked;
  const onZoom = useCallback(
    (first: string, last: string) => {
      const days = zoomedDays(first, last, grain, { from, to });
      change({ range: undefined, ...days, grain: undefined, page: undefined });
    },
    [from, to, grain, change],
  );
  const reader = useMemo(
    () =>
      source.marks !== undefined &&
      report !== undefined && (
        <Suspense fallback={<Unsettled />}>
          <MarkReader query={source.marks(asked)} grain={grain} report={report} onMarks={setMarks} />
        </Suspense>
      ),
    [source, asked, grain, report],
  );
  useEffect(() => {
    void preloadChart();
  }, []);
  if (report === undefined) {
    return (
      <div data-unsettled>
        <Skeleton height={420} />
        {source.marks !== undefined && <MarksAhead query={source.marks(asked)} />}
      </div>
    );
  }
  if (hoursOf !== null) {
    return (
      <Suspense fallback={<Skeleton height={420} />}>
        <HoursOfWeek
          source={source}
          asked={asked}
          metric={hoursOf}
          actions={views}
          onMetric={(metric) => change({ chart: chartText(metric) }, { replace: true })}
        />
      </Suspense>
    );
  }
  return (
    <OverviewChart
      metrics={source.metrics}
      asked={asked}
      report={report}
      dimmed={dimmed}
      period={comparedPeriod(asked)}
      onShow={onShow}
      onZoom={onZoom}
      marks={marks}
      below={reader}
      actions={views}
    />
  );
}

/** Asks for what is marked on the chart, and for its reader, while the figures are under way: they come together. */
function MarksAhead({ query }: { query: MarksQuery }) {
  usePrefetchQuery(query);
  useEffect(() => {
    void MarkReader.preload();
  }, []);
  return null;
}

/** Over time or by hours of the week, where a report has both. */
function useViewChoice(
  source: ReportSource,
  { hoursOf, show }: ReportAsked,
  change: (change: SearchRecord) => void,
) {
  const t = useTexts(reportTexts);
  const view = hoursOf === null ? 'time' : 'hours';
  const first = show[0] ?? null;
  return useMemo(
    () =>
      hasHours(source) && (
        <ChoiceFilter
          required
          label={t('view.label')}
          value={view}
          choices={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          onChange={(chosen) => change({ chart: chartText(chosen === 'hours' ? first : null) })}
        />
      ),
    [source, view, first, change, t],
  );
}
