import { REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import type { ReportSource } from '../../kits/report/use-report.ts';
import { api } from '../../lib/api/api.ts';

/** What a publisher's report shows, and by what it may be broken down. */
export const PUBLISHER_SOURCE: ReportSource = {
  ...REPORT_OFFERS.publisher_report,
  operation: api.reports.publisher,
  file: api.reports.publisherFile,
};
