import { websiteStatsQuery } from '@placard/contract/collector';
import { describe, expect, it } from 'vitest';
import { parseSearchText, searchText } from '../../lib/search/search-text.ts';
import { readStats, statsInput } from './stats-search.ts';

const TODAY = '2026-05-12';
const days = { from: '2026-04-13', to: TODAY };

describe('the statistics of a URL', () => {
  it('are those of the last 30 days by day where it names nothing', () => {
    expect(readStats({}, TODAY)).toEqual({ ...days, grain: 'day', website: undefined, narrowed: {} });
  });

  it('follow what it names', () => {
    const raw = {
      from: '2026-05-01',
      to: '2026-05-02',
      grain: 'day',
      website: '7',
      path: '/a b',
      referrer: '-',
      country: 'DE',
      device: 'mobile',
    };
    const asked = readStats(raw, TODAY);
    expect(asked).toMatchObject({ from: '2026-05-01', grain: 'day', website: 7 });
    expect(statsInput(asked)).toMatchObject({
      websiteId: 7,
      path: '/a b',
      referrer: '',
      country: 'DE',
      device: 'mobile',
    });
  });

  it('leave out what makes no sense, also more days than are added up', () => {
    const raw = {
      from: '2020-01-01',
      to: TODAY,
      website: 'x',
      country: 'Germany',
      device: 'toaster',
      grain: 'year',
    };
    expect(readStats(raw, TODAY)).toEqual({ ...days, grain: 'day', website: undefined, narrowed: {} });
  });

  it('are those of a path of 1,024 letters, and of none of more', () => {
    const pathOf = (length: number) => {
      const path = `/${'a'.repeat(length - 1)}`;
      return readStats(parseSearchText(searchText({ path })), TODAY).narrowed.path === path;
    };
    expect([1, 1_024, 1_025].map(pathOf)).toEqual([true, true, false]);
  });

  it('are always ones that the contract takes', () => {
    for (const raw of [
      {},
      { from: '2025-01-01', to: TODAY },
      { from: TODAY, to: TODAY, referrer: '-', country: '-', device: 'unknown' },
      { path: 'x'.repeat(3_000), website: '9' },
    ]) {
      expect(websiteStatsQuery.safeParse(statsInput(readStats(raw, TODAY))).error).toBeUndefined();
    }
  });
});
