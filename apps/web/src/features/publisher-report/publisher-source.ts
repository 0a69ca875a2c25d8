import { api } from '../../lib/api/api.ts';
import type { ReportSource } from '../../ui/report/use-report.ts';

/** What a publisher's report shows, and by what it may be broken down. */
export const PUBLISHER_SOURCE: ReportSource = {
  operation: api.reports.publisher,
  metrics: ['requests', 'fillRate', 'impressions', 'viewableRate', 'clicks', 'ctr', 'rpm', 'earnings'],
  cards: ['impressions', 'viewableRate', 'clicks', 'ctr', 'rpm', 'fillRate', 'earnings'],
  dimensions: ['website', 'widget', 'country', 'device', 'size', 'date'],
  show: ['impressions', 'earnings'],
  by: 'website',
};
