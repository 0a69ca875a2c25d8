import { describe, expect, it } from 'vitest';
import { daysBetween } from '../day-bounds.ts';
import {
  brokenDownBy,
  chartText,
  defaultGrain,
  grainsFor,
  type ReportOffer,
  readReport,
} from './report-asked.ts';
import { filterText, readFilters } from './report-question.ts';

const TODAY = '2026-03-31';
const OFFER: ReportOffer = {
  metrics: ['impressions', 'clicks', 'ctr', 'spend'],
  dimensions: ['campaign', 'country', 'device'],
  show: ['impressions', 'spend'],
  by: 'campaign',
};

describe('a report’s address', () => {
  it('says nothing: the last 30 days, by the first dimension', () => {
    expect(readReport({}, OFFER, TODAY)).toEqual({
      from: '2026-03-02',
      to: TODAY,
      range: 'last30',
      grain: 'day',
      show: ['impressions', 'spend'],
      by: 'campaign',
      andBy: null,
      dated: false,
      comparison: 'previous',
      compared: { from: '2026-01-31', to: '2026-03-01' },
      hoursOf: null,
      filters: [],
    });
  });

  it('asks for each day beside dimensions, where none of them is the day', () => {
    const offer: ReportOffer = { ...OFFER, dimensions: ['campaign', 'country', 'date'] };
    const by = (raw: object, of = offer) => brokenDownBy(readReport({ dated: '1', ...raw }, of, TODAY));
    expect(by({})).toEqual(['campaign', 'date']);
    expect(by({ by2: 'country' })).toEqual(['campaign', 'country', 'date']);
    expect(by({ by2: 'date' })).toEqual(['campaign', 'date']);
    expect(by({ by: 'date', by2: 'country' })).toEqual(['date', 'country']);
    expect(by({ dated: 'yes' })).toEqual(['campaign']);
    expect(by({}, OFFER)).toEqual(['campaign']);
  });

  it('shows hours of the week of one figure where the report has both', () => {
    const offer: ReportOffer = { ...OFFER, dimensions: ['campaign', 'hourOfDay', 'weekday'] };
    const hoursOf = (chart: string, of = offer) => readReport({ chart }, of, TODAY).hoursOf;
    expect(hoursOf(chartText('clicks') ?? '')).toBe('clicks');
    expect(hoursOf('hours:fame')).toBe('impressions');
    expect([hoursOf('clicks'), hoursOf('hours:clicks', OFFER), chartText(null) ?? null]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('has points for the longer of the periods that it compares', () => {
    const vs = { vs: 'days', vsFrom: '2026-03-01', vsTo: '2026-03-14' };
    const today = { from: TODAY, to: TODAY, grain: 'hour' };
    expect(readReport({ ...today, ...vs }, OFFER, TODAY).grain).toBe('hour');
    expect(readReport({ ...today, ...vs, vsTo: '2026-03-15' }, OFFER, TODAY).grain).toBe('day');
  });

  it('names days that move with the calendar, unless it names two days', () => {
    expect(readReport({ range: 'last7' }, OFFER, TODAY)).toMatchObject({
      range: 'last7',
      from: '2026-03-25',
      to: TODAY,
    });
    expect(readReport({ range: 'last7' }, OFFER, '2026-04-02').from).toBe('2026-03-27');
    const both = { range: 'last7', from: '2026-03-01', to: '2026-03-02' };
    expect(readReport(both, OFFER, TODAY)).toMatchObject({ range: null, from: '2026-03-01' });
    expect(readReport({ range: 'ever' }, OFFER, TODAY).range).toBe('last30');
  });

  it('names everything', () => {
    const raw = {
      from: '2026-03-30',
      to: '2026-03-31',
      grain: 'day',
      show: 'spend,ctr',
      by: 'country',
      by2: 'device',
      filter: 'campaign:7,country:DE',
    };
    expect(readReport(raw, OFFER, TODAY)).toMatchObject({
      grain: 'day',
      show: ['ctr', 'spend'],
      by: 'country',
      andBy: 'device',
      filters: [
        { dimension: 'campaign', value: '7' },
        { dimension: 'country', value: 'DE' },
      ],
    });
  });

  it('makes no sense: each part falls back by itself', () => {
    const raw = {
      from: '2026-03-31',
      to: '2026-01-01',
      grain: 'year',
      show: 'fame',
      by: 'mood',
      by2: 'campaign',
    };
    expect(readReport(raw, OFFER, TODAY)).toMatchObject({
      from: '2026-03-02',
      grain: 'day',
      show: ['impressions', 'spend'],
      by: 'campaign',
      andBy: null,
    });
  });

  it('drops values that no dimension can have, and keeps those that may only be gone', () => {
    const offer: ReportOffer = {
      ...OFFER,
      dimensions: ['campaign', 'country', 'device', 'hourOfDay', 'weekday', 'date'],
    };
    const kept = (filter: string) => filterText(readReport({ filter }, offer, TODAY).filters) ?? '';
    for (const none of [
      ...['campaign:', 'campaign:abc', 'campaign:-1', 'campaign!:1e3', 'campaign:4294967296'],
      ...['device:', 'device:robot', 'hourOfDay:24', 'hourOfDay:', 'weekday:0', 'weekday!:8'],
      ...['date:2026-13-45', 'date:2026-02-30', 'date!:today', 'date:'],
    ]) {
      expect([none, kept(`${none},country:DE`)]).toEqual([none, 'country:DE']);
    }
    const all = [
      ...[
        'campaign:0',
        'campaign!:4294967295',
        'campaign~:abc',
        'country:',
        'device:unknown',
        'device!:tablet',
      ],
      ...['hourOfDay:0', 'hourOfDay:23', 'weekday:1', 'weekday:7', 'date:2026-02-28'],
    ].join(',');
    expect(kept(all)).toBe(all);
  });

  it('never asks for more points than a chart can show', () => {
    expect(readReport({ from: '2025-01-01', to: '2026-03-31', grain: 'hour' }, OFFER, TODAY).grain).toBe(
      'month',
    );
    expect(readReport({ from: '1990-01-01', to: '2026-03-31' }, OFFER, TODAY).from).toBe('2026-03-02');
  });
});

describe('grains', () => {
  it('follow the length of the period', () => {
    expect([1, 2, 3, 92, 93].map(defaultGrain)).toEqual(['hour', 'hour', 'day', 'day', 'week']);
    expect([400, 401].map(defaultGrain)).toEqual(['week', 'month']);
    expect(grainsFor(1)).toEqual(['hour', 'day', 'week']);
    expect(grainsFor(30)).toEqual(['day', 'week', 'month']);
  });

  it('count both days, over a change of the clock as well', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(3);
  });
});

describe('filters', () => {
  it('travel as pairs; unknown dimensions are dropped, an empty value is one', () => {
    expect(readFilters('country:,mood:good,device:tablet,x', OFFER.dimensions)).toEqual([
      { dimension: 'country', value: '' },
      { dimension: 'device', value: 'tablet' },
    ]);
    expect(filterText([])).toBeUndefined();
    expect(filterText([{ dimension: 'device', value: 'tablet' }])).toBe('device:tablet');
  });
});
