import { describe, expect, it } from 'vitest';
import { arrangedRows, breakdownRows, isBrokenDownBy } from './breakdown-rows.ts';

const rows = breakdownRows(
  [
    {
      dims: { country: 'DE', campaign: '7' },
      labels: { campaign: 'Spring' },
      metrics: { clicks: 5, ctr: 0.1 },
    },
    {
      dims: { country: '', campaign: '8' },
      labels: { campaign: 'Autumn' },
      metrics: { clicks: 9, ctr: null },
    },
    {
      dims: { country: 'AT', campaign: '7' },
      labels: { campaign: 'Spring' },
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

it('tells rows of another breakdown from those asked for', () => {
  const row = { dims: { country: '', device: 'tablet' }, labels: {}, metrics: {} };
  expect(isBrokenDownBy([row], ['country', 'device'])).toBe(true);
  expect(isBrokenDownBy([row], ['country'])).toBe(false);
  expect(isBrokenDownBy([row], ['country', 'campaign'])).toBe(false);
  expect(isBrokenDownBy([], ['country'])).toBe(true);
});
