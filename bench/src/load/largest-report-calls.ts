import { ADVERTISER_METRICS, REPORT_OFFERS } from '@placard/domain/analytics/report-offers';
import { type LargestCalls, largestFiles, largestReports, longestRange, nothing } from './largest-call.ts';

/** Every report over the most days that one covers. */
export const reportCalls: LargestCalls['reports'] = {
  advertiser: () => largestReports(ADVERTISER_METRICS, 'adSet,date'),
  advertiserFile: () => largestFiles(ADVERTISER_METRICS, 'adSet,date'),
  publisher: () => largestReports(REPORT_OFFERS.publisher_report.metrics, 'widget,date'),
  publisherFile: () => largestFiles(REPORT_OFFERS.publisher_report.metrics, 'widget,date'),
  advertiserDelays: () => ({ input: longestRange() }),
  advertiserMarks: () => ({ input: longestRange() }),
  publisherMarks: () => ({ input: longestRange() }),
  publisherFiltered: () => ({ input: longestRange() }),
  publisherUnpaid: (world) => ({ input: { ...longestRange(), websiteId: world.websiteId } }),
  publisherMonths: nothing,
  publisherEarnings: nothing,
  operatorNetworks: nothing,
  operator: () => largestReports(ADVERTISER_METRICS, 'adSet,widget'),
  operatorFile: () => largestFiles(ADVERTISER_METRICS, 'adSet,widget'),
  operatorFiltered: () => ({ input: longestRange() }),
};
