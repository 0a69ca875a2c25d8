import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analytics } from '../../analytics/open-analytics.ts';
import { PAGE_VIEW_INSERT_COLUMNS, PAGE_VIEW_TABLE } from '../../analytics/page-view-table.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import type { Actor } from '../../deps.ts';
import { createActor, refusalOf, TEST_NOW, testDeps } from '../testing/fixtures.ts';
import { createWebsite } from '../websites/edit-website.ts';
import { readWebsiteStats } from './read-website-stats.ts';

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let publisher: Actor;
let stranger: Actor;
let first = 0;
let second = 0;
const deps = () => ({ ...testDeps(database.db), analytics });

type View = {
  readonly websiteId?: number;
  readonly at?: string;
  readonly path?: string;
  readonly referrer?: string;
  readonly country?: string;
  readonly device?: number;
  readonly reason?: number;
  readonly views?: number;
  readonly visitors?: readonly number[];
};

async function insert(publisherId: number, views: readonly View[]): Promise<void> {
  await analytics.client.insert({
    table: PAGE_VIEW_TABLE,
    columns: [...PAGE_VIEW_INSERT_COLUMNS],
    format: 'JSONEachRow',
    values: views.map((view) => ({
      bucket: view.at ?? '2026-05-12 10:00:00',
      publisher_id: publisherId,
      website_id: view.websiteId ?? first,
      reason: view.reason ?? 0,
      country: view.country ?? 'DE',
      device: view.device ?? 1,
      referrer_host: view.referrer ?? '',
      path: view.path ?? '/',
      views: view.views ?? 1,
      visitor: view.visitors ?? [1],
    })),
  });
}

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  publisher = await createActor(database.db, ['publisher'], 'Europe/Berlin');
  stranger = await createActor(database.db, ['publisher']);
  const website = { categories: ['education' as const], traffic: { custom: 7 } };
  first = (await createWebsite(deps(), publisher, { ...website, domain: 'first.example' })).id;
  second = (await createWebsite(deps(), publisher, { ...website, domain: 'second.example' })).id;
  const strangers = (await createWebsite(deps(), stranger, { ...website, domain: 'other.example' })).id;
  await insert(publisher.accountId, [
    { visitors: [1, 2], views: 3, referrer: 'search.example' },
    { path: '/a', visitors: [1] },
    // 23:30 in UTC is the next day in Berlin.
    { path: '/a', at: '2026-05-12 22:30:00', visitors: [3], country: '', device: 2 },
    { websiteId: second, path: '/a', visitors: [1], views: 4 },
    { reason: 5, visitors: [], views: 9, path: '' },
    { at: '2026-05-10 10:00:00', visitors: [8], views: 2 },
  ]);
  await insert(stranger.accountId, [{ websiteId: strangers, views: 50, visitors: [77] }]);
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

const days = { from: '2026-05-12', to: '2026-05-13', grain: 'day' as const, limit: 20 };

describe('website statistics', () => {
  it('counts views and different visitors, in days of the account', async () => {
    const stats = await readWebsiteStats(deps(), publisher, { ...days, compare: 'previous' });
    expect(stats.totals).toEqual({ views: 9, visitors: 3 });
    expect(stats.series).toEqual([
      { at: '2026-05-12', views: 8, visitors: 2 },
      { at: '2026-05-13', views: 1, visitors: 1 },
    ]);
    expect(stats.previousTotals).toEqual({ views: 2, visitors: 1 });
    expect(stats.previousSeries?.map((point) => point.at)).toEqual(['2026-05-10', '2026-05-11']);
    expect(stats.timeZone).toBe('Europe/Berlin');
    expect(stats.updatedAt).toBe(TEST_NOW.toISOString());
    expect(stats.everSeen).toBe(false);
  });

  it('names pages, referrers, countries, devices, websites and what was filtered', async () => {
    const stats = await readWebsiteStats(deps(), publisher, days);
    expect(stats.pages).toEqual([
      { websiteId: second, domain: 'second.example', path: '/a', views: 4, visitors: 1 },
      { websiteId: first, domain: 'first.example', path: '/', views: 3, visitors: 2 },
      { websiteId: first, domain: 'first.example', path: '/a', views: 2, visitors: 2 },
    ]);
    expect(stats.referrers).toEqual([
      { referrer: '', views: 6, visitors: 2 },
      { referrer: 'search.example', views: 3, visitors: 2 },
    ]);
    expect(stats.countries).toEqual([
      { country: 'DE', label: 'Germany', views: 8, visitors: 2 },
      { country: '', label: '', views: 1, visitors: 1 },
    ]);
    expect(stats.devices).toEqual([
      { device: 'desktop', views: 8, visitors: 2 },
      { device: 'mobile', views: 1, visitors: 1 },
    ]);
    expect(stats.websites.map((row) => [row.domain, row.views])).toEqual([
      ['first.example', 5],
      ['second.example', 4],
    ]);
    expect(stats.filtered).toEqual([{ reason: 'bot', count: 9 }]);
  });

  it('narrows down to one website, page, referrer, country or device', async () => {
    const views = async (query: object) =>
      (await readWebsiteStats(deps(), publisher, { ...days, ...query })).totals.views;
    expect(await views({ websiteId: first })).toBe(5);
    expect(await views({ path: '/a' })).toBe(6);
    expect(await views({ referrer: 'search.example' })).toBe(3);
    expect(await views({ referrer: '' })).toBe(6);
    expect(await views({ country: 'DE', device: 'desktop' })).toBe(8);
    expect(await views({ path: "/a' or 1=1" })).toBe(0);
  });

  it('names no country that there is none of, and as many of each as asked for', async () => {
    await insert(publisher.accountId, [{ at: '2026-05-20 10:00:00', country: 'QQ', path: '/x', views: 2 }]);
    await insert(publisher.accountId, [{ at: '2026-05-20 10:00:00', path: '/y' }]);
    const later = { ...days, from: '2026-05-13', to: '2026-05-20' };
    const late = { ...deps(), clock: () => new Date('2026-05-20T12:00:00Z') };
    const stats = await readWebsiteStats(late, publisher, { ...later, from: '2026-05-20', limit: 1 });
    expect(stats.countries).toEqual([{ country: 'QQ', label: 'QQ', views: 2, visitors: 1 }]);
    expect([stats.pages.length, stats.previousTotals, stats.previousSeries]).toEqual([1, null, null]);
  });

  it('names of equally many the first by its number or letters, and no reason that it does not know', async () => {
    const at = '2026-05-22 10:00:00';
    await insert(publisher.accountId, [
      { at, websiteId: second, path: '/b', referrer: 'b.example', country: 'FR' },
      { at, websiteId: second, path: '/a', referrer: 'c.example', country: 'AT' },
      { at, path: '/c', referrer: 'a.example', country: 'DE', views: 2 },
      { at, reason: 6, views: 3, visitors: [] },
      { at, reason: 5, views: 3, visitors: [] },
      { at, reason: 1, views: 4, visitors: [] },
      { at, reason: 250, views: 9, visitors: [] },
    ]);
    const late = { ...deps(), clock: () => new Date('2026-05-22T12:00:00Z') };
    const on = { ...days, from: '2026-05-22', to: '2026-05-22' };
    const stats = await readWebsiteStats(late, publisher, on);
    expect(stats.pages.map(({ path }) => path)).toEqual(['/c', '/a', '/b']);
    expect(stats.referrers.map(({ referrer }) => referrer)).toEqual(['a.example', 'b.example', 'c.example']);
    expect(stats.countries.map(({ country }) => country)).toEqual(['DE', 'AT', 'FR']);
    expect(stats.websites.map(({ websiteId }) => websiteId)).toEqual([first, second]);
    expect(stats.filtered).toEqual([
      { reason: 'forged_token', count: 4 },
      { reason: 'bot', count: 3 },
      { reason: 'data_centre', count: 3 },
    ]);
  });

  it('tells whether code of these websites was ever seen', async () => {
    const seen = async (query: object) =>
      (await readWebsiteStats(deps(), publisher, { ...days, ...query })).everSeen;
    await database.pool.query(
      'insert into website_code (website_id, first_seen_at, last_seen_at) values ($1, now(), now())',
      [second],
    );
    expect([await seen({}), await seen({ websiteId: second }), await seen({ websiteId: first })]).toEqual([
      ...[true, true, false],
    ]);
    await database.pool.query('delete from website_code');
  });

  it('gives hours of thirty-one days at most, and compares with as many days before', async () => {
    const hourly = { ...days, grain: 'hour' as const };
    const most = await readWebsiteStats(deps(), publisher, { ...hourly, from: '2026-04-13' });
    expect(most.series).toHaveLength(31 * 24);
    const beyond = await refusalOf(readWebsiteStats(deps(), publisher, { ...hourly, from: '2026-04-12' }));
    expect(beyond.issues).toMatchObject([{ path: 'to', code: 'statistics_hours_too_long' }]);
    expect((await readWebsiteStats(deps(), publisher, { ...days, from: '2026-04-12' })).series).toHaveLength(
      32,
    );
    const one = { ...days, from: '2026-05-11', to: '2026-05-11', compare: 'previous' as const };
    const { previousTotals, previousSeries } = await readWebsiteStats(deps(), publisher, one);
    expect([previousTotals, previousSeries]).toEqual([
      { views: 2, visitors: 1 },
      [{ at: '2026-05-10', views: 2, visitors: 1 }],
    ]);
  });

  it('gives hours, weeks and months without gaps', async () => {
    const grains = { hour: 48, week: 1, month: 1 } as const;
    for (const [grain, points] of Object.entries(grains)) {
      const stats = await readWebsiteStats(deps(), publisher, { ...days, grain: grain as 'hour' });
      expect([grain, stats.series.length]).toEqual([grain, points]);
      expect(stats.series.reduce((sum, point) => sum + point.views, 0)).toBe(9);
    }
  });

  it('shows nobody another’s, and refuses ranges that are none or too long', async () => {
    const others = await readWebsiteStats(deps(), stranger, days);
    expect(others.totals).toEqual({ views: 50, visitors: 1 });
    expect(others.pages.map((page) => page.domain)).toEqual(['other.example']);
    const ask = async (query: object) =>
      (await refusalOf(readWebsiteStats(deps(), publisher, { ...days, ...query }))).code;
    const strangers = others.websites[0]?.websiteId;
    expect(await ask({ websiteId: strangers })).toBe('website_not_found');
    expect(await ask({ from: '2026-05-14' })).toBe('invalid_input');
    expect(await ask({ from: '2026-01-01', grain: 'hour' })).toBe('invalid_input');
    expect(await ask({ from: '2020-01-01' })).toBe('invalid_input');
  });
});
