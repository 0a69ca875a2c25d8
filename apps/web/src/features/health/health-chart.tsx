import type { Health } from '@placard/contract/health';
import { useTexts } from '../../i18n/texts.ts';
import { civilMoment } from '../../lib/format/bucket-format.ts';
import { formatCompact, formatNumber } from '../../lib/format/number-format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { healthTexts } from './texts.ts';

const MINUTE_MS = 60_000;

/** Views, ads and what was filtered by step, with how long decisions took. */
export function HealthChart({ health: { series, stepMinutes, now } }: { health: Health }) {
  const t = useTexts(healthTexts);
  const timeZone = useTimeZone();
  const count = { unit: 'count', format: formatNumber, axisFormat: formatCompact, whole: true };
  const ms = (value: number) => `${formatNumber(value)} ms`;
  const points = series.map(({ at, views, filled, filtered, p99Ms }) => ({
    at: civilMoment(at, timeZone).slice(0, 16),
    values: { views, filled, filtered, p99Ms },
    progress:
      Date.parse(at) + stepMinutes * MINUTE_MS > Date.parse(now) ? ('running' as const) : ('over' as const),
  }));
  return (
    <Panel title={t('chart.title', { minutes: stepMinutes })}>
      <Chart
        label={t('chart.title', { minutes: stepMinutes })}
        points={points}
        grain="hour"
        series={[
          { key: 'views', label: t('chart.views'), ...count },
          { key: 'filled', label: t('chart.filled'), ...count },
          { key: 'filtered', label: t('chart.filtered'), ...count },
          { key: 'p99Ms', label: t('chart.latency'), unit: 'ms', format: ms },
        ]}
      />
    </Panel>
  );
}
