import type { Report } from '@placard/contract/reports';
import type { Metric, TimeGrain } from '@placard/domain/analytics/metrics';
import type { ReportAsked } from '@placard/domain/analytics/report-asked';
import { memo, type ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { bucketProgress, civilMoment, pointsBeside, pointsOver } from '../../lib/format/bucket-format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import type { ChartMark, ChartPoint, ChartSeries } from '../../ui/chart/chart-model.ts';
import { Panel } from '../../ui/panel.tsx';
import { changeOf, StatCard, StatCards } from '../../ui/stat-card.tsx';
import { formatMetric, formatMetricShort, goodWhen, unitOf } from './metric-format.ts';
import { MetricMeanings } from './metric-meanings.tsx';
import { metricTexts } from './metric-texts.ts';
import { toggledMetrics } from './report-search.ts';
import { reportTexts } from './texts.ts';

/** The figure of each metric, its change and its shape. Not drawn again while somebody types into the breakdown. */
export const MetricCards = memo(function MetricCards({
  metrics,
  report,
  grain,
  period,
}: {
  metrics: readonly Metric[];
  report: Report | undefined;
  grain: TimeGrain;
  /** What is compared with, where that is not the period before. */
  period: string | undefined;
}) {
  const t = useTexts(metricTexts);
  const over =
    report === undefined
      ? []
      : pointsOver(report.series, grain, civilMoment(report.updatedAt, report.timeZone));
  return (
    <StatCards>
      {metrics.map((metric) => {
        const value = report?.totals[metric];
        const before = report?.previousTotals?.[metric];
        const known = typeof value === 'number';
        return (
          <StatCard
            key={metric}
            label={t(`name.${metric}`)}
            loading={report === undefined}
            goodWhen={goodWhen(metric)}
            period={period}
            change={known && typeof before === 'number' ? changeOf(value, before) : null}
            value={
              <span
                className="figure"
                title={known && report ? formatMetric(metric, value, report.currency) : undefined}
              >
                {known && report ? formatMetricShort(metric, value, report.currency) : '–'}
              </span>
            }
            spark={over.map((point) => point.metrics[metric] ?? 0)}
          />
        );
      })}
    </StatCards>
  );
});

/** Buckets of the period with those of the one before at the same place. */
export function chartPoints(report: Report, grain: TimeGrain): ChartPoint[] {
  const updated = civilMoment(report.updatedAt, report.timeZone);
  const before = pointsBeside(report.series, report.previousSeries, grain);
  return report.series.map(({ at, metrics }, index) => ({
    at,
    values: metrics,
    previous: before[index]?.metrics,
    progress: bucketProgress(at, grain, updated),
  }));
}

function useSeries(show: readonly Metric[], currency: string): ChartSeries[] {
  const t = useTexts(metricTexts);
  const units = new Set<string>();
  return show.map((metric) => {
    // Clicks beside impressions would lie flat on the axis: what shares a unit with another gets a scale of its own.
    const unit = units.has(unitOf(metric)) ? metric : unitOf(metric);
    units.add(unit);
    return {
      key: metric,
      label: t(`name.${metric}`),
      unit,
      whole: unitOf(metric) === 'count',
      format: (value) => formatMetric(metric, value, currency),
      axisFormat: (value) => formatMetricShort(metric, value, currency),
    };
  });
}

type OverviewChartProps = {
  readonly metrics: readonly Metric[];
  readonly asked: ReportAsked;
  readonly report: Report;
  readonly dimmed: boolean;
  readonly period: string | undefined;
  readonly onShow: (show: string) => void;
  /** Told the days of a stretch of the chart. */
  readonly onZoom: (first: string, last: string) => void;
  readonly marks: readonly ChartMark[] | undefined;
  /** Below the chart. */
  readonly below: ReactNode;
  /** What else the panel can show. */
  readonly actions?: ReactNode;
};

/** What is asked is read anew from every URL; the chart looks at two things of it. */
const showsSame = (before: OverviewChartProps, now: OverviewChartProps) =>
  before.report === now.report &&
  before.dimmed === now.dimmed &&
  before.period === now.period &&
  before.metrics === now.metrics &&
  before.onShow === now.onShow &&
  before.onZoom === now.onZoom &&
  before.marks === now.marks &&
  before.below === now.below &&
  before.actions === now.actions &&
  before.asked.grain === now.asked.grain &&
  before.asked.show.join() === now.asked.show.join();

export const OverviewChart = memo(function OverviewChart({
  metrics,
  asked,
  report,
  dimmed,
  period,
  onShow,
  onZoom,
  marks,
  below,
  actions,
}: OverviewChartProps) {
  const t = useTexts(reportTexts);
  const tMetric = useTexts(metricTexts);
  const series = useSeries(asked.show, report.currency);
  return (
    <Panel title={t('chart')} actions={actions}>
      <fieldset
        className="on-screen flex wrap gap-6 below-16"
        style={{ border: 0, padding: 0, marginInline: 0 }}
      >
        <legend className="visually-hidden">{t('shown')}</legend>
        {metrics.map((metric) => (
          <label key={metric} className="pick text-13" title={tMetric(`explanation.${metric}`)}>
            <input
              type="checkbox"
              checked={asked.show.includes(metric)}
              onChange={(event) => onShow(toggledMetrics(asked.show, metric, event.target.checked))}
            />
            {tMetric(`name.${metric}`)}
          </label>
        ))}
      </fieldset>
      <div className={dimmed ? 'dimmed' : undefined}>
        <Chart
          label={t('chartLabel', { metrics: series.map(({ label }) => label).join(', ') })}
          points={chartPoints(report, asked.grain)}
          series={series}
          grain={asked.grain}
          period={period}
          onZoom={onZoom}
          marks={marks}
        />
      </div>
      {below}
      <p className="above-8 faint text-13">{t('zoom')}</p>
      <MetricMeanings metrics={metrics} />
    </Panel>
  );
}, showsSame);
