import type { ReportFilter } from '@placard/domain/analytics/report-question';
import { idParameter } from '../../lib/search/search-text.ts';

/** The one record of a dimension that the report is narrowed to. */
export function onlyOne(
  filters: readonly ReportFilter[],
  dimension: 'campaign' | 'website' | 'widget',
): number | undefined {
  const [first, ...others] = filters.filter((filter) => filter.dimension === dimension);
  if (first === undefined || first.how !== undefined || others.length > 0) return undefined;
  return idParameter(first.value);
}

/** Whether there are filters beside the one record, which a part of the report knows nothing of. */
export function narrowedFurther(filters: readonly ReportFilter[], record: number | undefined): boolean {
  return filters.length > (record === undefined ? 0 : 1);
}

/** The one website or widget that the report is narrowed to; neither where it is narrowed to several, or by other things. */
export function partOf(filters: readonly ReportFilter[]): { websiteId?: number; widgetId?: number } {
  const websiteId = onlyOne(filters, 'website');
  const widgetId = onlyOne(filters, 'widget');
  return {
    ...(websiteId === undefined ? {} : { websiteId }),
    ...(widgetId === undefined ? {} : { widgetId }),
  };
}
