import { REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import { api } from '../../lib/api/api.ts';
import type { ReportSource } from '../../ui/report/use-report.ts';

/** What a publisher's report shows, and by what it may be broken down. */
export const PUBLISHER_SOURCE: ReportSource = {
  ...REPORT_OFFERS.publisher_report,
  operation: api.reports.publisher,
};
