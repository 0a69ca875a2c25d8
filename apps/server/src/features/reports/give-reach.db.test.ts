import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { REACH_ERROR_SHARE } from '@placard/domain/analytics/reach';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, ownerOf, type World } from '../../settlement/testing/world.ts';
import { refusalOf, testDeps } from '../testing/fixtures.ts';
import { giveAdvertiserReach, givePublisherReach } from './give-reach.ts';

let database: TestDatabase;
let world: World;
const deps = () => testDeps(database.db);
const days = { from: '2026-05-12', to: '2026-05-13', limit: 100 };

/** Steps: viewers shown something once, twice, three or four, five to nine and ten or more times. */
async function keep(
  level: string,
  [account, subject]: readonly [number | undefined, number | undefined],
  day: string,
  [impressions, ...steps]: readonly number[],
) {
  await database.pool.query(
    `insert into reach_day (account_id, level, subject_id, day, viewers, impressions, seen_1, seen_2, seen_3, seen_5, seen_10)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [account, level, subject, day, steps.reduce((sum, step) => sum + step, 0), impressions, ...steps],
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  const adSets = [{ totalBudgetMicros: 10n ** 9n }, { totalBudgetMicros: 10n ** 9n }];
  const campaign = { totalBudgetMicros: 10n ** 9n, adSets };
  world = await makeWorld(database.db, {
    advertisers: [
      { timeZone: 'Asia/Tokyo', walletMicros: 0n, campaigns: [campaign, campaign] },
      { timeZone: 'UTC', walletMicros: 0n, campaigns: [campaign] },
    ],
    widgetsOfPublishers: [2, 1],
  });
  const [first, , third] = world.adSets;
  const other = world.adSets[4];
  for (const [day, figures] of [
    ['2026-05-11', [9, 9, 0, 0, 0, 0]],
    ['2026-05-12', [30, 4, 3, 2, 1, 0]],
    ['2026-05-13', [24, 1, 1, 1, 0, 1]],
    ['2026-05-14', [9, 9, 0, 0, 0, 0]],
  ] as const) {
    await keep('advertiser', [first?.advertiserId, first?.advertiserId], day, figures);
    await keep('campaign', [first?.advertiserId, first?.campaignId], day, figures);
    await keep('ad_set', [first?.advertiserId, first?.id], day, figures);
    await keep('advertiser', [other?.advertiserId, other?.advertiserId], day, [1, 1, 0, 0, 0, 0]);
  }
  await keep('campaign', [first?.advertiserId, third?.campaignId], '2026-05-12', [40, 20, 10, 0, 0, 0]);
  await keep('ad_set', [first?.advertiserId, third?.id], '2026-05-12', [40, 20, 10, 0, 0, 0]);
  const [place] = world.widgets;
  await keep('publisher', [place?.publisherId, place?.publisherId], '2026-05-12', [7, 3, 2, 0, 0, 0]);
  await keep('website', [place?.publisherId, place?.websiteId], '2026-05-12', [7, 3, 2, 0, 0, 0]);
  await keep('widget', [place?.publisherId, place?.id], '2026-05-12', [3, 3, 0, 0, 0, 0]);
  await database.pool.query(`update reach_state set counted_at = '2026-05-13T12:00:00Z'`);
});
afterAll(async () => {
  await database.drop();
});

const advertiser = () => ownerOf(world.adSets[0]?.advertiserId, 'advertiser', 'Asia/Tokyo');
const publisher = () => ownerOf(world.widgets[0]?.publisherId, 'publisher');
const stranger = () => ownerOf(world.adSets[4]?.advertiserId, 'advertiser');

describe('reach', () => {
  it('adds up viewers of the days asked for, says how often and how exact, and gives each day', async () => {
    expect(await giveAdvertiserReach(deps(), advertiser(), { ...days, by: 'date' })).toEqual({
      from: '2026-05-12',
      to: '2026-05-13',
      countedAt: '2026-05-13T12:00:00.000Z',
      errorShare: REACH_ERROR_SHARE,
      viewerDays: 14,
      impressions: 54,
      frequency: 54 / 14,
      distribution: [
        { times: 1, viewerDays: 5 },
        { times: 2, viewerDays: 4 },
        { times: 3, viewerDays: 3 },
        { times: 5, viewerDays: 1 },
        { times: 10, viewerDays: 1 },
      ],
      rows: [
        { key: '2026-05-12', label: '2026-05-12', viewerDays: 10, impressions: 30, frequency: 3 },
        { key: '2026-05-13', label: '2026-05-13', viewerDays: 4, impressions: 24, frequency: 6 },
      ],
    });
  });

  it('is of a campaign and its ad sets, or of all campaigns, the most viewers first, by name', async () => {
    const [first, , third] = world.adSets;
    const all = await giveAdvertiserReach(deps(), advertiser(), { ...days, by: 'campaign' });
    expect(all.rows.map((row) => [row.key, row.label, row.viewerDays])).toEqual([
      [String(third?.campaignId), 'Autumn', 30],
      [String(first?.campaignId), 'Autumn', 14],
    ]);
    expect(all.viewerDays).toBe(14);
    const one = { ...days, campaignId: third?.campaignId };
    const adSets = await giveAdvertiserReach(deps(), advertiser(), { ...one, by: 'adSet' });
    expect([adSets.viewerDays, adSets.frequency]).toEqual([30, 40 / 30]);
    expect(adSets.rows.map((row) => [row.key, row.label])).toEqual([[String(third?.id), 'Everyone']]);
    const byDay = await giveAdvertiserReach(deps(), advertiser(), { ...one, by: 'date' });
    expect(byDay.rows.map((row) => [row.key, row.viewerDays])).toEqual([['2026-05-12', 30]]);
    const few = await giveAdvertiserReach(deps(), advertiser(), { ...days, by: 'campaign', limit: 1 });
    expect(few.rows).toHaveLength(1);
  });

  it('is of a website and its widgets, or of all websites', async () => {
    const [place] = world.widgets;
    const all = await givePublisherReach(deps(), publisher(), { ...days, by: 'website' });
    expect([all.viewerDays, all.rows.map((row) => row.viewerDays)]).toEqual([5, [5]]);
    const widgets = await givePublisherReach(deps(), publisher(), {
      ...{ ...days, websiteId: place?.websiteId },
      by: 'widget',
    });
    expect(widgets.rows.map((row) => [row.key, row.viewerDays])).toEqual([[String(place?.id), 3]]);
    expect(widgets.rows[0]?.label).toMatch(/^Top 0 · .*\.test$/);
  });

  it('is of a website’s widgets alone, and of a website’s days', async () => {
    const [place] = world.widgets;
    const { rows } = await database.pool.query<{ website: number; widget: number }>(
      `with w as (insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key)
         values ($1, 'beside.test', '{news}', 1, 'active', 'beside-0123456789') returning id)
       insert into widget (website_id, type, name, embed_key) select id, 'banner', 'Beside', 'beside-0123456789' from w
       returning website_id as website, id as widget`,
      [place?.publisherId],
    );
    const [beside] = rows;
    await keep('website', [place?.publisherId, beside?.website], '2026-05-13', [9, 1, 0, 0, 1, 0]);
    await keep('widget', [place?.publisherId, beside?.widget], '2026-05-13', [9, 1, 0, 0, 1, 0]);
    const of = async (websiteId: number | undefined, by: 'widget' | 'date' | 'website') =>
      (await givePublisherReach(deps(), publisher(), { ...days, websiteId, by })).rows.map((row) => [
        ...[row.key, row.viewerDays],
      ]);
    expect(await of(beside?.website, 'widget')).toEqual([[String(beside?.widget), 2]]);
    expect(await of(place?.websiteId, 'widget')).toEqual([[String(place?.id), 3]]);
    expect([await of(place?.websiteId, 'date'), await of(beside?.website, 'date')]).toEqual([
      ...[[['2026-05-12', 5]], [['2026-05-13', 2]]],
    ]);
    expect(await of(undefined, 'widget')).toEqual([
      [String(place?.id), 3],
      [String(beside?.widget), 2],
    ]);
    expect(await of(undefined, 'date')).toEqual([['2026-05-12', 5]]);
    await database.pool.query('delete from reach_day where subject_id in ($1, $2) and day = $3', [
      ...[beside?.website, beside?.widget, '2026-05-13'],
    ]);
  });

  it('names of equally many the one that was made first, by what is left of those that are gone, and every day', async () => {
    const account = world.adSets[0]?.advertiserId;
    for (const creative of [100_010, 100_009, 100_100])
      await keep('creative', [account, creative], '2026-05-13', [4, 2, 0, 0, 0, 0]);
    await keep('creative', [account, 100_001], '2026-05-13', [1, 1, 0, 0, 0, 0]);
    const of = async (by: 'creative' | 'date', limit: number) =>
      (await giveAdvertiserReach(deps(), advertiser(), { ...days, by, limit })).rows;
    const creatives = await of('creative', 3);
    expect(creatives.map(({ key, label }) => [key, label])).toEqual([
      ['100009', '100009'],
      ['100010', '100010'],
      ['100100', '100100'],
    ]);
    // Days are not cut, and are in the order of time.
    expect((await of('date', 1)).map(({ key }) => key)).toEqual(['2026-05-12', '2026-05-13']);
  });

  it('is zero without anybody, and knows no frequency then', async () => {
    const none = { from: '2026-01-01', to: '2026-01-02', limit: 100 };
    const reach = await giveAdvertiserReach(deps(), advertiser(), { ...none, by: 'date' });
    expect([reach.viewerDays, reach.frequency, reach.rows]).toEqual([0, null, []]);
    expect(reach.distribution.map((step) => step.viewerDays)).toEqual([0, 0, 0, 0, 0]);
    await database.pool.query('update reach_state set counted_at = null');
    const uncounted = await giveAdvertiserReach(deps(), advertiser(), { ...none, by: 'date' });
    expect(uncounted.countedAt).toBeNull();
    await database.pool.query(`update reach_state set counted_at = '2026-05-13T12:00:00Z'`);
  });

  it('is nobody else’s', async () => {
    const reach = await giveAdvertiserReach(deps(), stranger(), { ...days, by: 'campaign' });
    expect([reach.viewerDays, reach.rows]).toEqual([2, []]);
    const campaignId = world.adSets[0]?.campaignId;
    expect(
      await refusalOf(giveAdvertiserReach(deps(), stranger(), { ...days, campaignId, by: 'date' })),
    ).toMatchObject({ code: 'campaign_not_found' });
    const websiteId = world.widgets[0]?.websiteId;
    const elsewhere = ownerOf(world.widgets[2]?.publisherId, 'publisher');
    expect(
      await refusalOf(givePublisherReach(deps(), elsewhere, { ...days, websiteId, by: 'date' })),
    ).toMatchObject({ code: 'website_not_found' });
    expect((await givePublisherReach(deps(), elsewhere, { ...days, by: 'website' })).rows).toEqual([]);
  });

  it('refuses a campaign’s creatives, whose viewers are those of all campaigns', async () => {
    const campaignId = world.adSets[0]?.campaignId;
    expect(
      await refusalOf(giveAdvertiserReach(deps(), advertiser(), { ...days, campaignId, by: 'creative' })),
    ).toMatchObject({ code: 'invalid_input', issues: [{ path: 'campaignId' }] });
  });
});
