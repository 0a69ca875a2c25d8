import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import { numberOfDay } from '@placard/domain/time-zone';
import { describe, expect, it } from 'vitest';
import { FACT_TABLES } from './fact-tables.ts';
import { filteredPageViews, pageViewsBy, pageViewsOverTime } from './page-view-sql.ts';
import {
  type FactSelection,
  orderOfMetric,
  ownerOfScope,
  seriesStatement,
  shownCreativesStatement,
  showTracked,
  sourceOf,
} from './report-sql.ts';

const days = (from: string, to: string) => ({
  fromDayNumber: numberOfDay(from),
  toDayNumber: numberOfDay(to),
});

it('takes hours as the clock has them where it changed by half an hour in one of two periods', () => {
  const isByTheClock = (
    zone: string,
    asked: ReturnType<typeof days>,
    beside: ReturnType<typeof days> | null,
  ) => {
    const selection: FactSelection = {
      ...{ scope: { publisherId: 1 }, timeZone: zone, filters: {}, epoch: null },
      ...asked,
    };
    return seriesStatement(selection, ['impressions'], 'hour', beside).text.includes('timeZoneOffset');
  };
  const [before, change, after] = [
    days('2026-03-20', '2026-03-21'),
    days('2026-04-05', '2026-04-05'),
    days('2026-04-20', '2026-04-21'),
  ];
  const lordHowe = (asked: ReturnType<typeof days>, beside: ReturnType<typeof days> | null) =>
    isByTheClock('Australia/Lord_Howe', asked, beside);
  expect([lordHowe(change, null), lordHowe(after, change), lordHowe(change, after)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([lordHowe(before, change), lordHowe(change, before)]).toEqual([true, true]);
  expect([lordHowe(after, null), lordHowe(before, null)]).toEqual([false, false]);
  expect(isByTheClock('Europe/Berlin', days('2026-03-29', '2026-03-29'), null)).toBe(false);
});

describe('where an answer is found', () => {
  /** Day 0 begins a stretch of 16 days. */
  const network: FactSelection = {
    ...{ scope: { network: true }, timeZone: 'UTC', filters: {}, epoch: 1 },
    ...{ fromDayNumber: 16_000, toDayNumber: 16_031 },
  };
  const name = (by: Parameters<typeof sourceOf>[1], more: Partial<FactSelection> = {}, grain = false) =>
    sourceOf({ ...network, ...more }, by, grain ? 'day' : null).name;

  it('is whole stretches of the network’s records, unless days are told apart', () => {
    const ofCampaigns = 'network:advertiser_id+campaign_id';
    expect(name(['campaign'])).toBe(`${ofCampaigns}/16d`);
    expect(name(['campaign'], { fromDayNumber: 16_001, toDayNumber: 16_030 })).toBe(ofCampaigns);
    expect([name(['campaign', 'date']), name(['weekday', 'campaign'])]).toEqual([ofCampaigns, ofCampaigns]);
    expect([name(['campaign'], {}, true), name(['country'])]).toEqual([ofCampaigns, 'network:country']);
    for (const values of [{ date: ['2026-05-01'] }, { weekday: ['1'] }]) {
      expect(name(['campaign'], { filters: values })).toBe(ofCampaigns);
      expect(name(['campaign'], { without: values })).toBe(ofCampaigns);
    }
  });

  it('tells apart what is kept and what is left out, or is the facts', () => {
    expect(name([], { filters: { country: ['DE'] } })).toBe('network:country');
    expect(name([], { without: { country: ['DE'] } })).toBe('network:country');
    expect(name(['language'], { without: { country: ['DE'] } })).toBe('facts');
    expect(name(['campaign'], { epoch: null })).toBe('facts');
  });

  it('is the table in whose order the facts of whom is asked lie together', () => {
    const table = (more: Partial<FactSelection>) =>
      sourceOf({ ...network, epoch: null, ...more }, [], null).table;
    const { byAdvertiser, byPublisher } = FACT_TABLES;
    for (const filters of [{ publisher: ['1'] }, { website: ['1'] }, { widget: ['1'] }])
      expect([filters, table({ filters })]).toEqual([filters, byPublisher]);
    expect([table({}), table({ filters: { campaign: ['1'] } })]).toEqual([byAdvertiser, byAdvertiser]);
    expect(table({ scope: { publisherId: 1 } })).toBe(byPublisher);
    expect(table({ scope: { advertiserId: 1 }, filters: { website: ['1'] } })).toBe(byAdvertiser);
  });
});

it('what is asked of an account is asked of one that there can be', () => {
  expect([ownerOfScope({ network: true }), ownerOfScope({ advertiserId: 1 })]).toEqual([0, 1]);
  expect(ownerOfScope({ publisherId: 7 })).toBe(7);
  const days = { timeZone: 'UTC', fromDayNumber: 0, toDayNumber: 1 };
  for (const id of [0, -1, 1.5, Number.NaN]) {
    expect(() => ownerOfScope({ advertiserId: id })).toThrow(`${id} is no account`);
    expect(() => ownerOfScope({ publisherId: id })).toThrow(RangeError);
    expect(() => pageViewsOverTime({ ...days, publisherId: id }, null)).toThrow(`${id} is no account`);
  }
  expect(pageViewsOverTime({ ...days, publisherId: 1 }, null).params).toEqual({
    ...{ zone: 'UTC', publisher: 1, from: 0, until: 172_800 },
  });
});

it('rows are ordered by a figure, which a dimension is none of', () => {
  expect(orderOfMetric('impressions')).toBe('(sum(impressions))');
  expect(orderOfMetric('ctr', (column) => column)).toBe('(clicks) / nullIf(impressions, 0)');
  expect(() => orderOfMetric('campaign')).toThrow(RangeError);
});

it('what other ad servers tell is read where one figure of it is asked for', () => {
  expect([showTracked(['impressions', 'trackingClicks']), showTracked(['trackingClicks', 'clicks'])]).toEqual(
    [...[true, true]],
  );
  expect([showTracked(['impressions', 'spend']), showTracked([])]).toEqual([false, false]);
});

it('shown creatives are those of the scope, equally often shown ones the newest first', () => {
  const selection = {
    ...{ scope: { publisherId: 7 }, timeZone: 'UTC', filters: {}, epoch: 1 },
    ...{ fromDayNumber: 0, toDayNumber: 1 },
  };
  const { text, params, source } = shownCreativesStatement(selection, {
    ...{ metrics: ['clicks'], limit: 5, offset: 10 },
  });
  expect(text).toMatch(/where publisher_id = \{scope:UInt32\} .* and creative_id > 0\s+group by creative_id/);
  expect(text).toContain('having sum(impressions) > 0');
  expect(text).toContain('order by sum(impressions) desc, creative_id desc');
  expect([params.limit, params.offset, params.scope, source]).toEqual([5, 10, 7, 'facts']);
});

it('page views are narrowed by each part that is named, and by none that is not', () => {
  const whole = { publisherId: 7, timeZone: 'UTC', fromDayNumber: 0, toDayNumber: 0 };
  const narrowed = {
    ...{ websiteId: 3, websiteIds: [3, 4], path: '/a', referrer: '', country: 'DE' },
    device: 'mobile' as const,
  };
  const names = { website_id: 3, website_ids: [3, 4], path: '/a', referrer_host: '', country: 'DE' };
  const of = { zone: 'UTC', publisher: 7, from: 0, until: 86_400 };
  for (const statement of [
    filteredPageViews({ ...whole, ...narrowed }),
    pageViewsOverTime({ ...whole, ...narrowed }, 'day'),
  ]) {
    expect(statement.params).toEqual({ ...of, ...names, device: DEVICE_CODES.mobile });
    for (const column of Object.keys(names)) expect(statement.text).toContain(`{${column}:`);
    expect(statement.text).toContain('{device:UInt8}');
  }
  expect(filteredPageViews(whole).params).toEqual(of);
  expect(pageViewsBy(whole, 'page', 5).params).toEqual({ ...of, limit: 5 });
});
