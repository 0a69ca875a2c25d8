import { describe, expect, it } from 'vitest';
import { ROW_COUNTED, ROW_FILTERED, ROW_REQUESTED, ROW_TRACKED } from './analytics/facts.ts';
import { TALLY_OUTCOMES } from './decision/tally-outcomes.ts';
import { EVENT_KIND_CODES } from './event-kind.ts';
import { FILTER_REASON_KEYS, FILTER_REASONS } from './filter-reason.ts';
import { TRAFFIC_KIND_CODES } from './traffic/event-sample.ts';

describe('codes that are stored are never given out anew', () => {
  it('of events and what samples are of', () => {
    expect(EVENT_KIND_CODES).toEqual({ impression: 1, viewable: 2, click: 3 });
    expect(TRAFFIC_KIND_CODES).toEqual({ ...EVENT_KIND_CODES, page_view: 4, visit: 5, conversion: 6 });
  });

  it('of rows of facts', () => {
    expect([ROW_COUNTED, ROW_FILTERED, ROW_REQUESTED, ROW_TRACKED]).toEqual([0, 1, 2, 3]);
  });

  it('of what became of a widget’s view', () => {
    expect(Object.entries(TALLY_OUTCOMES).map(([outcome, code]) => `${code} ${outcome}`)).toEqual([
      ...[
        '0 filled',
        '1 no_candidate',
        '2 schedule',
        '3 budget',
        '4 pacing',
        '5 frequency',
        '6 blocked',
        '7 floor',
      ],
      ...['8 not_serving', '9 wrong_site', '10 too_narrow', '11 on_page', '12 minimum_bid'],
    ]);
  });

  it('of reasons to filter', () => {
    expect(FILTER_REASON_KEYS.map((key) => `${FILTER_REASONS[key].code} ${key}`)).toEqual([
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
});
