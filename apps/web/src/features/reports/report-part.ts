import type { ReportFilter } from '@placard/domain/analytics/report-question';
import { idParameter } from '../../lib/search/search-text.ts';

/** The one website or widget that the report is narrowed to; neither where it is narrowed to several, or by other things. */
export function partOf(filters: readonly ReportFilter[]): { websiteId?: number; widgetId?: number } {
  const only = (dimension: 'website' | 'widget') => {
    const values = filters.filter((filter) => filter.dimension === dimension).map(({ value }) => value);
    return values.length === 1 ? idParameter(values[0] ?? '') : undefined;
  };
  const websiteId = only('website');
  const widgetId = only('widget');
  return {
    ...(websiteId === undefined ? {} : { websiteId }),
    ...(widgetId === undefined ? {} : { widgetId }),
  };
}
