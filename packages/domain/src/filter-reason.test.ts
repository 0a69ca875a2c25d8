import { expect, it } from 'vitest';
import { FILTER_REASONS } from './filter-reason.ts';

it('keeps every code that lies in event logs and reports', () => {
  const codes = Object.entries(FILTER_REASONS).map(([reason, { code }]) => `${code} ${reason}`);
  expect(codes).toEqual([
    '1 forged_token',
    '2 expired_token',
    '3 wrong_method',
    '4 prefetch',
    '5 bot',
    '6 data_centre',
    '7 repeated',
    '8 no_impression',
    '9 too_fast',
    '10 rate_limit',
    '11 clock_skew',
    '12 wrong_site',
    '13 tracking_url',
    '14 click_not_counted',
    '15 late_conversion',
    '16 traffic_rule',
    '17 hidden_ad',
  ]);
});
