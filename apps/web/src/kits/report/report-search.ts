import type { Metric } from '@placard/domain/analytics/metrics';
import { MAX_SHOWN } from '@placard/domain/analytics/report-asked';
import type { ReportFilter } from '@placard/domain/analytics/report-question';

export function withFilter(filters: readonly ReportFilter[], added: ReportFilter): ReportFilter[] {
  return [...withoutFilter(filters, added), added];
}

export function withoutFilter(filters: readonly ReportFilter[], removed: ReportFilter): ReportFilter[] {
  return filters.filter(
    ({ dimension, value, how }) =>
      dimension !== removed.dimension || value !== removed.value || how !== removed.how,
  );
}

/** The last one shown stays: an empty chart says nothing. */
export function toggledMetrics(show: readonly Metric[], metric: Metric, on: boolean): string {
  const rest = show.filter((shown) => shown !== metric);
  if (on) return [...rest, metric].slice(-MAX_SHOWN).join(',');
  return (rest.length === 0 ? show : rest).join(',');
}
