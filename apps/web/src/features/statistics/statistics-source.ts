import { ADVERTISER_HIDDEN, REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import { api } from '../../lib/api/api.ts';
import type { ReportSource } from '../../ui/report/use-report.ts';

export const STATISTICS_SOURCE: ReportSource = {
  ...REPORT_OFFERS.statistics,
  hidden: ADVERTISER_HIDDEN,
  operation: api.reports.advertiser,
};
