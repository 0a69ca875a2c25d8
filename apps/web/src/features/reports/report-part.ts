import type { ReportFilter } from '@placard/domain/analytics/report-question';
import { idParameter } from '../../lib/search/search-text.ts';

/** The one website or widget that the report is narrowed to; neither where it is narrowed to several, or by other things. */
export function partOf(filters: readonly ReportFilter[]): { websiteId?: number; widgetId?: number } {
  const only = (dimension: 'website' | 'widget') => {
    const [first, ...others] = filters.filter((filter) => filter.dimension === dimension);
    if (first === undefined || first.how !== undefined || others.length > 0) return undefined;
    return idParameter(first.value);
  };
  const websiteId = only('website');
  const widgetId = only('widget');
  return {
    ...(websiteId === undefined ? {} : { websiteId }),
    ...(widgetId === undefined ? {} : { widgetId }),
  };
}
