import type { PageViewRecord } from '@placard/contract/wire/collect-record';
import { describe, expect, it } from 'vitest';
import { decodePageViews, PageViewTable } from './page-views.ts';

const NOON = Date.UTC(2026, 4, 13, 12);
const VIEW: PageViewRecord = {
  ...{ reason: 0, device: 1, onOwnDomain: true, atMs: NOON, websiteId: 5, country: 'DE', pageHost: '' },
  ...{ referrerHost: 'search.example', path: '/news', visitorHash: 2n ** 64n - 1n },
};

function factsOf(...views: Partial<PageViewRecord>[]) {
  const table = new PageViewTable();
  for (const view of views) table.add({ ...VIEW, ...view }, 50);
  const facts = decodePageViews(table.encode());
  expect(facts).toHaveLength(table.size);
  return facts;
}

describe('page views of a settlement', () => {
  const row = {
    ...{ quarter: NOON / 900_000, publisherId: 50, websiteId: 5, reason: 0, country: 'DE', device: 1 },
    ...{ referrerHost: 'search.example', path: '/news' },
  };

  it('are added up with their different visitors, quarter hour by quarter hour', () => {
    const quarterEnd = NOON + 900_000;
    expect(factsOf({}, { visitorHash: 7n }, { atMs: quarterEnd - 1 }, { atMs: quarterEnd })).toEqual([
      { ...row, views: 3, visitors: ['18446744073709551615', '7'] },
      { ...row, quarter: row.quarter + 1, views: 1, visitors: ['18446744073709551615'] },
    ]);
  });

  it('lie apart by all that statistics ask for', () => {
    const changes = [
      { websiteId: 6 },
      { country: '' },
      { device: 2 },
      { referrerHost: '' },
      { path: '/' },
    ] as const;
    expect(factsOf({}, ...changes)).toEqual(
      [{}, ...changes].map((change) => ({ ...row, ...change, views: 1, visitors: expect.any(Array) })),
    );
  });

  it('that are filtered say why and how many, and nothing of who came from where', () => {
    expect(
      factsOf({ reason: 1 }, { reason: 1, path: '/other', referrerHost: '', visitorHash: 3n }, { reason: 5 }),
    ).toEqual([
      { ...row, reason: 1, referrerHost: '', path: '', views: 2, visitors: [] },
      { ...row, reason: 5, referrerHost: '', path: '', views: 1, visitors: [] },
    ]);
  });
});
