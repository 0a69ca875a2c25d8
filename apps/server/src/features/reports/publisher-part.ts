import type { Dimension } from '@placard/domain/analytics/metrics';
import type { ReportFilters } from '../../analytics/report-sql.ts';

/** One website or one widget of the publisher's, where given. */
export type PublisherPart = {
  readonly websiteId?: number | undefined;
  readonly widgetId?: number | undefined;
};

export function filtersOf({ websiteId, widgetId }: PublisherPart): ReportFilters {
  const filters: Partial<Record<Dimension, readonly string[]>> = {};
  if (websiteId !== undefined) filters.website = [String(websiteId)];
  if (widgetId !== undefined) filters.widget = [String(widgetId)];
  return filters;
}
