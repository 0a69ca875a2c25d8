/**
 * Why an event is not billed. Codes are stored in the event log and in reports: never renumber, only append.
 * `judge` says who can know: delivery (from the request and what it remembers of its viewers) or settlement (from what was counted
 * before). Clicks are limited by settlement, impressions by delivery.
 */
export const FILTER_REASONS = {
  forged_token: { code: 1, judge: 'delivery' },
  expired_token: { code: 2, judge: 'delivery' },
  wrong_method: { code: 3, judge: 'delivery' },
  prefetch: { code: 4, judge: 'delivery' },
  bot: { code: 5, judge: 'delivery' },
  data_centre: { code: 6, judge: 'delivery' },
  repeated: { code: 7, judge: 'settlement' },
  no_impression: { code: 8, judge: 'settlement' },
  too_fast: { code: 9, judge: 'settlement' },
  rate_limit: { code: 10, judge: 'settlement' },
  clock_skew: { code: 11, judge: 'delivery' },
  wrong_site: { code: 12, judge: 'delivery' },
  tracking_url: { code: 13, judge: 'delivery' },
  click_not_counted: { code: 14, judge: 'settlement' },
  late_conversion: { code: 15, judge: 'settlement' },
  traffic_rule: { code: 16, judge: 'delivery' },
  hidden_ad: { code: 17, judge: 'delivery' },
} as const satisfies Record<string, { code: number; judge: 'delivery' | 'settlement' }>;

export type FilterReason = keyof typeof FILTER_REASONS;
export const FILTER_REASON_KEYS = Object.keys(FILTER_REASONS) as FilterReason[];

export function isFilterReason(text: string): text is FilterReason {
  return Object.hasOwn(FILTER_REASONS, text);
}
