import type { WebsiteStats as Stats } from '@placard/contract/collector';
import type { TimeGrain } from '@placard/domain/analytics/metrics';
import { Eye, FileStack, Users } from 'lucide-react';
import { memo } from 'react';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { filterTexts } from '../../kits/report/filter-texts.ts';
import { bucketProgress, civilMoment, pointsBeside, pointsOver } from '../../lib/format/bucket-format.ts';
import { formatCompact, formatNumber } from '../../lib/format/number-format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { Count } from '../../ui/count.tsx';
import { Panel } from '../../ui/panel.tsx';
import { changeOf, StatCard, StatCards } from '../../ui/stat-card.tsx';
import type { Column } from '../../ui/table/column.ts';
import { CsvButton } from '../../ui/table/csv-button.tsx';
import { websiteStatsTexts } from './texts.ts';

type Figures = { readonly views: number; readonly visitors: number };

const perVisitor = ({ views, visitors }: Figures) => (visitors === 0 ? 0 : views / visitors);
const TENTHS = 10;

/** The totals with their change and shape. */
export function StatsCards({ stats, grain }: { stats: Stats | undefined; grain: TimeGrain }) {
  const t = useTexts(websiteStatsTexts);
  const over =
    stats === undefined ? [] : pointsOver(stats.series, grain, civilMoment(stats.updatedAt, stats.timeZone));
  const cards = [
    { key: 'views', icon: Eye, pick: (figures: Figures) => figures.views },
    { key: 'visitors', icon: Users, pick: (figures: Figures) => figures.visitors },
    { key: 'perVisitor', icon: FileStack, pick: perVisitor },
  ] as const;
  return (
    <StatCards>
      {cards.map(({ key, icon, pick }) => {
        const value = stats === undefined ? 0 : pick(stats.totals);
        const before = stats?.previousTotals ?? null;
        return (
          <StatCard
            key={key}
            label={t(key)}
            icon={icon}
            loading={stats === undefined}
            value={<Count value={key === 'perVisitor' ? Math.round(value * TENTHS) / TENTHS : value} />}
            change={before === null ? null : changeOf(value, pick(before))}
            spark={over.map(pick)}
          />
        );
      })}
    </StatCards>
  );
}

function seriesColumns(t: Translate<typeof websiteStatsTexts.english>): Column<Stats['series'][number]>[] {
  return [
    { id: 'at', header: t('time'), cell: () => null, csv: (point) => point.at },
    { id: 'views', header: t('views'), cell: () => null, csv: (point) => point.views },
    { id: 'visitors', header: t('visitors'), cell: () => null, csv: (point) => point.visitors },
  ];
}

/** Both figures over time, the period before as dashed ghosts. */
export const StatsChart = memo(function StatsChart({
  stats,
  grain,
  title,
}: {
  stats: Stats;
  grain: TimeGrain;
  title: string;
}) {
  const t = useTexts(websiteStatsTexts);
  const axes = { format: formatNumber, axisFormat: formatCompact, unit: 'count', whole: true } as const;
  const updated = civilMoment(stats.updatedAt, stats.timeZone);
  const beside = pointsBeside(stats.series, stats.previousSeries, grain);
  const points = stats.series.map(({ at, views, visitors }, index) => {
    const before = beside[index];
    return {
      at,
      values: { views, visitors },
      progress: bucketProgress(at, grain, updated),
      ...(before === undefined ? {} : { previous: { views: before.views, visitors: before.visitors } }),
    };
  });
  return (
    <Panel
      title={title}
      actions={
        <CsvButton
          name="website-statistics"
          columns={seriesColumns(t)}
          fetchPage={async () => ({ items: stats.series, total: stats.series.length })}
        />
      }
    >
      <Chart
        label={t('overTime')}
        grain={grain}
        points={points}
        series={[
          { key: 'views', label: t('views'), ...axes },
          { key: 'visitors', label: t('visitors'), ...axes },
        ]}
      />
    </Panel>
  );
});

/** Page views that were left out, with their reasons. */
export function FilteredViews({ stats }: { stats: Stats }) {
  const t = useTexts(websiteStatsTexts);
  const tFilter = useTexts(filterTexts);
  if (stats.filtered.length === 0) return null;
  return (
    <Panel title={t('filtered.title')} description={t('filtered.text')}>
      <dl className="flex wrap no-margin gap-8-16">
        {stats.filtered.map(({ reason, count }) => (
          <div className="flex gap-8" key={reason}>
            <dt className="muted">{tFilter(`reason.${reason}`)}</dt>
            <dd className="semibold">
              <Count value={count} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
