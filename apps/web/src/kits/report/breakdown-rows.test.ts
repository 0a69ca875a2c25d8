import { describe, expect, it } from 'vitest';
import { arrangedRows, breakdownRows, isBrokenDownBy, shareOf } from './breakdown-rows.ts';

const rows = breakdownRows(
  [
    {
      dims: { country: 'DE', campaign: '7' },
      labels: { campaign: 'Spring' },
      within: {},
      metrics: { clicks: 5, ctr: 0.1 },
    },
    {
      dims: { country: '', campaign: '8' },
      labels: { campaign: 'Autumn' },
      within: {},
      metrics: { clicks: 9, ctr: null },
    },
    {
      dims: { country: 'AT', campaign: '7' },
      labels: { campaign: 'Spring' },
      within: {},
      metrics: { clicks: 1, ctr: 0.3 },
    },
  ],
  ['country', 'campaign'],
);
const countries = (found: typeof rows) => found.map((row) => row.dims.country?.label);

describe('the breakdown', () => {
  it('has words for its values', () => {
    expect(countries(rows)).toEqual(['Germany', 'Unknown', 'Austria']);
    expect(rows.map((row) => row.dims.campaign?.label)).toEqual(['Spring', 'Autumn', 'Spring']);
    expect(new Set(rows.map((row) => row.id)).size).toBe(3);
  });

  it('is sorted by figures and by words; unknown ratios stand last both ways', () => {
    const by = ['country', 'campaign'] as const;
    const sorted = (sort: string) => countries(arrangedRows(rows, by, { search: '', sort }));
    expect(sorted('-clicks')).toEqual(['Unknown', 'Germany', 'Austria']);
    expect(sorted('country')).toEqual(['Austria', 'Germany', 'Unknown']);
    expect(sorted('ctr')).toEqual(['Germany', 'Austria', 'Unknown']);
    expect(sorted('-ctr')).toEqual(['Austria', 'Germany', 'Unknown']);
  });

  it('is searched in all its dimensions', () => {
    const found = arrangedRows(rows, ['country', 'campaign'], { search: 'SPRI', sort: undefined });
    expect(countries(found)).toEqual(['Germany', 'Austria']);
  });
});

it('keeps what a record lies within', () => {
  const row = { dims: { adSet: '9', campaign: '7' }, labels: {}, within: { adSet: '7' }, metrics: {} };
  const [found] = breakdownRows([row], ['adSet', 'campaign']);
  expect([found?.dims.adSet?.within, found?.dims.campaign?.within]).toEqual(['7', undefined]);
});

it('tells rows of another breakdown from those asked for', () => {
  const row = { dims: { country: '', device: 'tablet' }, labels: {}, within: {}, metrics: {} };
  expect(isBrokenDownBy([row], ['country', 'device'])).toBe(true);
  expect(isBrokenDownBy([row], ['country'])).toBe(false);
  expect(isBrokenDownBy([row], ['country', 'campaign'])).toBe(false);
  expect(isBrokenDownBy([], ['country'])).toBe(true);
});

it('sorts days and weekdays by time, not by their names', () => {
  const days = ['2026-04-01', '2026-03-09', '2026-03-31'].map((date, index) => ({
    dims: { date, weekday: String(index + 1) },
    labels: {},
    within: {},
    metrics: {},
  }));
  const sorted = (sort: string) =>
    arrangedRows(breakdownRows(days, ['date', 'weekday']), ['date', 'weekday'], { search: '', sort });
  expect(sorted('date').map((row) => row.dims.date?.label)).toEqual([
    'Mar 9, 2026',
    'Mar 31, 2026',
    'Apr 1, 2026',
  ]);
  expect(sorted('-weekday').map((row) => row.dims.weekday?.label)).toEqual([
    'Wednesday',
    'Tuesday',
    'Monday',
  ]);
});

it('gives a row its share of the whole, and none of nothing', () => {
  expect(shareOf(3, 4)).toBe(0.75);
  expect(shareOf(0, 4)).toBe(0);
  expect([shareOf(0, 0), shareOf(null, 4), shareOf(3, undefined)]).toEqual([null, null, null]);
});

it('leaves rows of one figure in the order in which they came, whichever way it sorts', () => {
  const same = ['DE', 'AT', 'CH'].map((country) => ({
    ...{ dims: { country }, labels: {}, within: {}, metrics: { clicks: 7, ctr: null } },
  }));
  for (const sort of ['clicks', '-clicks', 'ctr', '-ctr']) {
    expect(
      countries(arrangedRows(breakdownRows(same, ['country']), ['country'], { search: '', sort })),
      sort,
    ).toEqual([...['Germany', 'Austria', 'Switzerland']]);
  }
});
