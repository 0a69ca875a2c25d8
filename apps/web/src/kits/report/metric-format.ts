import { METRICS, type Metric, type MetricUnit } from '@placard/domain/analytics/metrics';
import { shownAverage } from '@placard/domain/analytics/shown-amount';
import {
  formatCompact,
  formatMoney,
  formatMoneyShort,
  formatNumber,
  formatPercent,
  SHORT_FROM,
} from '../../lib/format/number-format.ts';

export function unitOf(metric: Metric): MetricUnit {
  return METRICS[metric].unit;
}

/** What adds up over the rows of a breakdown, so that a row has a share of it. */
export function isSum(metric: Metric): boolean {
  return METRICS[metric].formula.kind === 'sum';
}

/** A report's value in full: counts, dollars or a share. */
export function formatMetric(metric: Metric, value: number, currency: string): string {
  const unit = unitOf(metric);
  if (unit === 'ratio') return formatPercent(value);
  if (unit === 'count') return formatNumber(value);
  return unit === 'moneyRatio' ? averageText(value, currency) : formatMoney(value, currency);
}

function averageText(dollars: number, currency: string): string {
  const shown = shownAverage(dollars);
  return shown.beyond + formatMoney(shown.dollars, currency);
}

/** The same for cards and axes: of averages as in the table, as long as they have cents there. */
export function formatMetricShort(metric: Metric, value: number, currency: string): string {
  const unit = unitOf(metric);
  if (unit === 'ratio') return formatPercent(value);
  if (unit === 'moneyRatio' && Math.abs(value) < SHORT_FROM) return averageText(value, currency);
  return unit === 'count' ? formatCompact(value) : formatMoneyShort(value, currency);
}

const COSTS: readonly Metric[] = [
  'averageCpm',
  'averageCpc',
  'costPerConversion',
  'filteredEvents',
  'filteredConversions',
];

/** Costs say nothing good by rising; the rest does. */
export function goodWhen(metric: Metric): 'up' | 'down' | 'neither' {
  if (metric === 'spend') return 'neither';
  if (COSTS.includes(metric)) return 'down';
  return 'up';
}
