import { ADVERTISER_HIDDEN, REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import type { ReportSource } from '../../kits/report/use-report.ts';
import { api } from '../../lib/api/api.ts';

export const STATISTICS_SOURCE: ReportSource = {
  ...REPORT_OFFERS.statistics,
  hidden: ADVERTISER_HIDDEN,
  operation: api.reports.advertiser,
  file: api.reports.advertiserFile,
};
