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
