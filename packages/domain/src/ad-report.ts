/** Why a visitor reports an ad, in the order in which the page asks. */
export const AD_REPORT_REASONS = [
  'misleading',
  'offensive',
  'malicious',
  'intrusive',
  'repetitive',
  'other',
] as const;
export type AdReportReason = (typeof AD_REPORT_REASONS)[number];

export const AD_REPORT_COMMENT_MAX_LENGTH = 500;
/** Reports that one viewer's hash may make a day, over all ads. */
export const AD_REPORTS_PER_VIEWER = 10;
/** Viewers who report a running creative before it comes to the operator's review queue. */
export const AD_REPORTS_FOR_REVIEW = 3;

export function isAdReportReason(text: string): text is AdReportReason {
  return (AD_REPORT_REASONS as readonly string[]).includes(text);
}
