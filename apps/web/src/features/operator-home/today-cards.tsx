import type { OperatorHome } from '@placard/contract/homes';
import type { Metric } from '@placard/domain/analytics/metrics';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Coins, Gauge, Layers, type LucideIcon, Wallet } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { formatMetric, formatMetricShort } from '../../kits/report/metric-format.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { civilMoment, pointsOver } from '../../lib/format/bucket-format.ts';
import { dayIn, formatDateTime, formatSpan } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { FailedState } from '../../ui/states.tsx';
import { operatorHomeTexts } from './texts.ts';

const LOOK_AGAIN_MS = 60_000;

const FIGURES = [
  { metric: 'spend', icon: Wallet },
  { metric: 'networkRevenue', icon: Coins },
  { metric: 'fillRate', icon: Layers },
] as const satisfies readonly { metric: Metric; icon: LucideIcon }[];

const METRICS = FIGURES.map(({ metric }) => metric).join(',');

/** Today against yesterday, which was whole: its figure stands beside, and no share that would mislead until midnight. */
export function TodayCards({ home }: { home: OperatorHome }) {
  const t = useTexts(operatorHomeTexts);
  const timeZone = useTimeZone();
  const today = dayIn(timeZone, serverNow());
  const asked = { from: today, to: today, metrics: METRICS, grain: 'hour', compare: 'previous' } as const;
  const query = useQuery({
    ...apiQuery(api.reports.operator, asked),
    refetchInterval: LOOK_AGAIN_MS,
  });
  const report = query.data;
  if (report === undefined && query.isError) {
    return <FailedState title={t('today.failed')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  const over =
    report === undefined
      ? []
      : pointsOver(report.series, 'hour', civilMoment(report.updatedAt, report.timeZone));
  const shown = (metric: Metric, value: number | null | undefined) =>
    report === undefined || typeof value !== 'number'
      ? '–'
      : formatMetricShort(metric, value, report.currency);
  return (
    <section aria-label={t('today.title')}>
      <h2 className="below-12 text-15">{t('today.title')}</h2>
      <StatCards>
        {FIGURES.map(({ metric, icon }) => {
          const value = report?.totals[metric];
          return (
            <StatCard
              key={metric}
              label={t(`today.${metric}`)}
              icon={icon}
              loading={report === undefined}
              hint={t('today.yesterday', { value: shown(metric, report?.previousTotals?.[metric]) })}
              spark={over.map(({ metrics }) => metrics[metric] ?? 0)}
              value={
                <span
                  className="figure"
                  title={
                    report !== undefined && typeof value === 'number'
                      ? formatMetric(metric, value, report.currency)
                      : undefined
                  }
                >
                  {shown(metric, value)}
                </span>
              }
            />
          );
        })}
        <Pace since={home.unsettledSince} icon={Gauge} of="settlement" />
        <Pace since={home.unloadedSince} icon={ChartColumn} of="reports" />
      </StatCards>
    </section>
  );
}

const WORDS = {
  settlement: { well: 'today.settled', wellHint: 'today.settledHint', lateHint: 'today.lateHint' },
  reports: { well: 'today.loaded', wellHint: 'today.loadedHint', lateHint: 'today.unloadedHint' },
} as const;

/** What came within the last seconds is on its way as it should be. */
const ON_ITS_WAY_MS = 5_000;

/** How far settlement or the reports are behind what happened. */
function Pace({ since, icon, of }: { since: string | null; icon: LucideIcon; of: keyof typeof WORDS }) {
  const t = useTexts(operatorHomeTexts);
  const timeZone = useTimeZone();
  const words = WORDS[of];
  const behindMs = since === null ? 0 : serverNow() - Date.parse(since);
  const late = since !== null && behindMs > ON_ITS_WAY_MS;
  return (
    <StatCard
      label={t(`today.${of}`)}
      icon={icon}
      value={
        <span className="instead-of-figure">
          {late ? t('today.late', { age: formatSpan(behindMs) }) : t(words.well)}
        </span>
      }
      hint={late ? t(words.lateHint, { at: formatDateTime(since, timeZone) }) : t(words.wellHint)}
    />
  );
}
