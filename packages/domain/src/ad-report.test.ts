import { expect, it } from 'vitest';
import {
  AD_REPORT_COMMENT_MAX_LENGTH,
  AD_REPORT_REASONS,
  AD_REPORTS_FOR_REVIEW,
  AD_REPORTS_PER_VIEWER,
  isAdReportReason,
} from './ad-report.ts';

it('takes the reasons of the page and no others', () => {
  expect(AD_REPORT_REASONS.every(isAdReportReason)).toBe(true);
  expect(['', 'Other', 'toString'].some(isAdReportReason)).toBe(false);
});

it('lets one viewer alone bring no ad to review, and a day’s reports fit what people write', () => {
  // Three strangers, not one: what one viewer may send in a day is more than that, but counts as one.
  expect([AD_REPORTS_FOR_REVIEW, AD_REPORTS_PER_VIEWER, AD_REPORT_COMMENT_MAX_LENGTH]).toEqual([3, 10, 500]);
});
