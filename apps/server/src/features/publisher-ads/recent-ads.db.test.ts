import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { dollarsFromMicros } from '@placard/domain/micros';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FactLoader } from '../../analytics/loader.ts';
import type { Analytics } from '../../analytics/open-analytics.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import type { Actor } from '../../deps.ts';
import { settleAvailable } from '../../settlement/settle-available.ts';
import {
  bodyOf,
  type EventSpec,
  makeWorld,
  ownerOf,
  shipBatch,
  type World,
} from '../../settlement/testing/world.ts';
import { refusalOf, TEST_NOW, testDeps } from '../testing/fixtures.ts';
import { readBlockedByWebsite, readBlockedOn } from './blocked-on.ts';
import { listAdReports } from './list-ad-reports.ts';
import { listRecentAds } from './list-recent-ads.ts';
import { readAds } from './publisher-ad.ts';
import { runningCreative, serveOnly } from './testing/running-creative.ts';

/** TEST_NOW is noon in UTC; in Auckland it is the 14th, 0:00. */
const ZONE = 'Pacific/Auckland';
const DAY = { from: '2026-05-14', to: '2026-05-14' };

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;
let me: Actor;
let neighbour: Actor;
/** Of the first two websites, which are mine: code that leads to deals.shop.example, and an image. */
let lamp: number;
let chair: number;
/** A campaign of food, one of pets and one of no category. */
let food: number;
let pets: number;
let uncategorised: number;

const site = (index: number) => world.widgets[index]?.websiteId ?? 0;
const widgetOf = (index: number) => world.widgets[index]?.id ?? 0;
const deps = () => ({ ...testDeps(database.db), analytics });

async function showAds(): Promise<void> {
  const noon = TEST_NOW.getTime();
  let sequence = 0;
  const event = (
    kind: EventSpec['kind'],
    shown: { creativeId: number; widget: number; of: number },
    atMs: number,
  ): EventSpec => ({
    kind,
    sequence: shown.of,
    shard: 0,
    decidedAtMs: atMs,
    eventAtMs: atMs + 2_000,
    adSetId: food,
    widgetId: widgetOf(shown.widget),
    creativeId: shown.creativeId,
    priceMicros: 2_000_000,
    viewer: shown.of,
  });
  const shown = (creativeId: number, widget: number, { clicked = false, atMs = noon } = {}) => {
    const place = { creativeId, widget, of: sequence };
    sequence += 1;
    const kinds = ['impression', 'viewable', ...(clicked ? ['click' as const] : [])] as const;
    return kinds.map((kind) => event(kind, place, atMs));
  };
  const events = [
    ...shown(chair, 0),
    ...shown(lamp, 0, { clicked: true }),
    ...shown(lamp, 0),
    ...shown(lamp, 1),
    // The last of the local day before, and somebody else's.
    ...shown(chair, 0, { atMs: noon - 60_000 }),
    ...[1, 2, 3].flatMap(() => shown(chair, 2)),
  ];
  await shipBatch(database.pool, {
    ...{ shard: 0, spoolOffset: 0, body: bodyOf(events), recordCount: events.length, receivedAt: TEST_NOW },
  });
  await settleAvailable({ pool: database.pool, clock: () => TEST_NOW });
  await new FactLoader({ pool: database.pool, analytics }).load();
}

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  const budget = { totalBudgetMicros: 10n ** 9n };
  const campaign = { ...budget, adSets: [budget] };
  world = await makeWorld(database.db, {
    advertisers: [{ timeZone: 'UTC', walletMicros: 10n ** 9n, campaigns: [campaign, campaign, campaign] }],
    widgetsOfPublishers: [1, 1, 1],
  });
  [food, pets, uncategorised] = world.adSets.map(({ id }) => id) as [number, number, number];
  const categories = ['food_services', 'pets'];
  for (const [index, category] of categories.entries())
    await database.pool.query('update campaign set category = $2 where id = $1', [
      world.adSets[index]?.campaignId,
      category,
    ]);
  me = ownerOf(world.widgets[0]?.publisherId, 'publisher', ZONE);
  neighbour = ownerOf(world.widgets[2]?.publisherId, 'publisher', ZONE);
  await database.pool.query('update website set publisher_id = $1 where id = $2', [me.accountId, site(1)]);
  const advertiserId = world.adSets[0]?.advertiserId ?? 0;
  const lampUrl = 'https://www.Deals.shop.example/lamp?id=1';
  lamp = await runningCreative(database.pool, { advertiserId, clickUrl: lampUrl, adSetIds: [food] });
  chair = await runningCreative(database.pool, {
    ...{ advertiserId, clickUrl: 'https://furniture.example/', adSetIds: [uncategorised] },
    imageKey: `${'ab'.repeat(32)}.png`,
  });
  await showAds();
});
afterEach(async () => {
  for (const table of ['website_block', 'widget_block', 'ad_report'])
    await database.pool.query(`delete from ${table}`);
  await database.pool.query("update website set status = 'active'");
  await database.pool.query("update widget set status = 'active'");
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

type Query = Partial<Parameters<typeof listRecentAds>[2]>;
const recent = async (query: Query = {}, actor = me) =>
  await listRecentAds(deps(), actor, { ...DAY, page: 1, pageSize: 10, ...query });
const block = async (
  place: { readonly website: number } | { readonly widget: number },
  kind: string,
  value: string,
) => {
  const [table, id] = 'website' in place ? ['website', place.website] : ['widget', place.widget];
  await database.pool.query(`insert into ${table}_block (${table}_id, kind, value) values ($1, $2, $3)`, [
    id,
    kind,
    value,
  ]);
};

let viewers = 0;
/** Somebody's on my first website, my second or the neighbour's, so many seconds after noon. */
async function report(
  creativeId: number,
  index: number,
  said: { reason?: string; comment?: string; at?: number } = {},
) {
  const { reason = 'offensive', comment = '', at = 0 } = said;
  viewers += 1;
  await database.pool.query(
    `insert into ad_report (creative_id, website_id, widget_id, reason, comment, reported_at, viewer_hash)
     values ($1, $2, $3, $4, $5, $6, decode(lpad($7, 16, '0'), 'hex'))`,
    [
      creativeId,
      site(index),
      widgetOf(index),
      reason,
      comment,
      new Date(TEST_NOW.getTime() + at * 1_000),
      String(viewers),
    ],
  );
}

describe('ads that a publisher’s websites showed', () => {
  it('are those of the days of the account’s zone, most shown first, without whose they are', async () => {
    const { items, total } = await recent();
    expect(total).toBe(2);
    // 70 % of 2 USD for a thousand.
    const each = dollarsFromMicros(1_400n);
    expect(items).toEqual([
      {
        ad: {
          ...{ creativeId: lamp, type: 'third_party', width: 300, height: 250 },
          ...{ imageUrl: null, altText: 'A picture' },
          ...{
            frameUrl: expect.stringMatching(/^https:\/\/ads\.test\/f\/[\w-]+$/),
            categories: ['food_services'],
          },
          advertiserDomain: 'deals.shop.example',
        },
        ...{ blocked: 'no', impressions: 3, clicks: 1, earnings: dollarsFromMicros(4_200n), reportCount: 0 },
      },
      {
        ad: {
          ...{
            creativeId: chair,
            type: 'image',
            width: 300,
            height: 250,
            frameUrl: null,
            altText: 'A picture',
          },
          ...{
            imageUrl: `https://ads.test/i/${'ab'.repeat(32)}.png`,
            categories: [],
            advertiserDomain: 'furniture.example',
          },
        },
        ...{ blocked: 'no', impressions: 1, clicks: 0, earnings: each, reportCount: 0 },
      },
    ]);
    const dayBefore = await recent({ from: '2026-05-13', to: '2026-05-13' });
    expect(dayBefore.items).toMatchObject([{ ad: { creativeId: chair }, impressions: 1 }]);
  });

  it('are given page by page, of one website too, and of nobody else’s', async () => {
    const ids = async (query: Query, actor = me) => {
      const { items, total } = await recent(query, actor);
      return [items.map(({ ad }) => ad.creativeId), total];
    };
    expect(await ids({ pageSize: 1 })).toEqual([[lamp], 2]);
    for (const [page, of] of [[chair], []].entries())
      expect(await ids({ pageSize: 1, page: page + 2 })).toEqual([of, 2]);
    expect(await ids({ websiteId: site(1) })).toEqual([[lamp], 1]);
    expect(await ids({}, neighbour)).toEqual([[chair], 1]);
    expect((await recent({}, neighbour)).items[0]?.impressions).toBe(3);
    expect((await refusalOf(recent({ websiteId: site(2) }))).code).toBe('website_not_found');
    expect((await refusalOf(recent({ from: '2026-05-15' }))).code).toBe('invalid_input');
  });

  it('leave out deleted websites; whoever has no other has none', async () => {
    const archive = async (id: number) =>
      await database.pool.query("update website set status = 'archived' where id = $1", [id]);
    await archive(site(0));
    expect((await recent()).items).toMatchObject([{ ad: { creativeId: lamp }, impressions: 1 }]);
    await archive(site(1));
    expect(await recent()).toEqual({ items: [], total: 0 });
  });

  it('say how often visitors of these websites reported each', async () => {
    for (const [creativeId, index] of [
      [lamp, 0],
      [lamp, 0],
      [lamp, 1],
      [chair, 2],
    ] as const)
      await report(creativeId, index);
    const counts = async (query: Query) => (await recent(query)).items.map(({ reportCount }) => reportCount);
    expect(await counts({})).toEqual([3, 0]);
    expect(await counts({ websiteId: site(1) })).toEqual([1]);
  });

  it('say whether all of these websites block them, some, or none', async () => {
    const blocked = async (query: Query = {}) => (await recent(query)).items.map((item) => item.blocked);
    await block({ widget: widgetOf(0) }, 'creative', String(chair));
    expect(await blocked()).toEqual(['no', 'some']);
    await block({ website: site(0) }, 'advertiser_domain', 'shop.example');
    expect(await blocked()).toEqual(['some', 'some']);
    expect(await blocked({ websiteId: site(0) })).toEqual(['all', 'some']);
    expect(await blocked({ websiteId: site(1) })).toEqual(['no']);
    // Twice on one website is still only that one.
    await block({ website: site(0) }, 'creative', String(lamp));
    expect(await blocked()).toEqual(['some', 'some']);
    await block({ website: site(1) }, 'creative', String(lamp));
    expect(await blocked()).toEqual(['all', 'some']);
    await database.pool.query("update widget set status = 'archived' where id = $1", [widgetOf(0)]);
    expect(await blocked()).toEqual(['all', 'no']);
  });
});

describe('ads that visitors reported', () => {
  const reported = async (query: Partial<Parameters<typeof listAdReports>[2]> = {}) =>
    await listAdReports(deps(), me, { page: 1, pageSize: 10, ...query });
  const shown = async (query = {}) =>
    (await reported(query)).items.map(({ ad, websiteId }) => [ad.creativeId, websiteId]);

  it('stand by website, last reported first, page by page', async () => {
    await report(chair, 0, { at: 3 });
    await report(lamp, 0, { at: 1 });
    await report(lamp, 0, { at: 5 });
    await report(lamp, 1, { at: 3 });
    await report(chair, 1, { at: 3 });
    const expected = [
      [lamp, site(0)],
      [chair, site(1)],
      [chair, site(0)],
      [lamp, site(1)],
    ];
    expect(await shown()).toEqual(expected);
    const pages = [1, 2, 3].map(async (page) => await shown({ page, pageSize: 2 }));
    expect(await Promise.all(pages)).toEqual([expected.slice(0, 2), expected.slice(2), []]);
    // Also where a page is empty because what stood on it was handled.
    expect((await reported({ page: 3, pageSize: 2 })).total).toBe(4);
    expect(await shown({ websiteId: site(1) })).toEqual([expected[1], expected[3]]);
    expect((await reported({ pageSize: 2 })).total).toBe(4);
    const [first] = (await reported()).items;
    expect(first?.lastReportedAt).toBe(new Date(TEST_NOW.getTime() + 5_000).toISOString());
  });

  it('come with what was said of this ad on this website: reasons by how many, the newest five comments', async () => {
    for (const [at, reason] of ['other', 'misleading', 'intrusive', 'misleading', 'other'].entries())
      await report(lamp, 0, { at, reason, comment: `word ${at}` });
    await report(lamp, 0, { at: 5, reason: 'offensive' });
    await report(lamp, 0, { at: 6, reason: 'offensive', comment: 'word 6' });
    await report(lamp, 1, { at: 7, reason: 'repetitive', comment: 'elsewhere' });
    await report(chair, 0, { at: 8, reason: 'repetitive', comment: 'of another' });
    await database.pool.query(
      "update ad_report set handled_at = reported_at + interval '1 hour' where creative_id = $1",
      [chair],
    );
    await report(chair, 0, { at: 9 });
    const ofChair = async () => (await reported()).items.find(({ ad }) => ad.creativeId === chair)?.handledAt;
    expect(await ofChair()).toBeNull();
    // Handled once the last of them is: then it was.
    await database.pool.query("update ad_report set handled_at = reported_at + interval '1 hour'");
    expect(await ofChair()).toBe(new Date(TEST_NOW.getTime() + 9_000 + 3_600_000).toISOString());
    await database.pool.query('update ad_report set handled_at = null where creative_id = $1', [lamp]);
    const item = (await reported()).items.find(
      (one) => one.ad.creativeId === lamp && one.websiteId === site(0),
    );
    expect(item).toMatchObject({ viewers: 7, handledAt: null });
    expect(item?.reasons).toEqual([
      { reason: 'misleading', count: 2 },
      { reason: 'offensive', count: 2 },
      { reason: 'other', count: 2 },
      { reason: 'intrusive', count: 1 },
    ]);
    expect(item?.comments).toEqual(
      [6, 4, 3, 2, 1].map((n) => ({
        text: `word ${n}`,
        at: new Date(TEST_NOW.getTime() + n * 1_000).toISOString(),
      })),
    );
  });
});

describe('an entry of a block-list', () => {
  const onSite = async (kind: string, value: string) => {
    await database.pool.query('delete from website_block');
    await block({ website: site(0) }, kind, value);
    const ads = await readAds(database.db, 'https://ads.test', [lamp, chair]);
    const of = async (creativeId: number) => [
      (await readBlockedOn(database.db, ads, [site(0)]))(creativeId),
      (await readBlockedByWebsite(database.db, ads, [site(0), site(1)]))(creativeId, site(0)),
    ];
    expect((await readBlockedByWebsite(database.db, ads, [site(0), site(1)]))(lamp, site(1))).toBe('no');
    expect((await readBlockedOn(database.db, ads, [site(1)]))(lamp)).toBe('no');
    return [await of(lamp), await of(chair)].map(([on, by]) => (on === by ? on : `${on}, ${by}`));
  };

  it.each([
    ['advertiser_domain', 'deals.shop.example', ['all', 'no']],
    ['advertiser_domain', 'shop.example', ['all', 'no']],
    ['advertiser_domain', 'other.deals.shop.example', ['no', 'no']],
    ['advertiser_domain', 'op.example', ['no', 'no']],
    ['category', 'food_services', ['all', 'no']],
    ['category', 'pets', ['no', 'no']],
    ['category', 'none', ['no', 'all']],
  ])('%s %s blocks what it names and nothing else', async (kind, value, expected) => {
    expect(await onSite(kind, value)).toEqual(expected);
  });

  it('of a category blocks no ad of which another category’s or no campaign’s part goes on', async () => {
    try {
      await serveOnly(database.pool, lamp, [food, pets]);
      const shown = await readAds(database.db, 'https://ads.test', [lamp]);
      expect(shown.get(lamp)?.ad.categories).toEqual(['food_services', 'pets']);
      const category = async (name: string) =>
        await database.pool.query('update campaign set category = $1 where id = $2', [
          name,
          world.adSets[1]?.campaignId,
        ]);
      await category('food_services');
      expect(await onSite('category', 'food_services')).toEqual(['all', 'no']);
      await category('pets');
      expect(await onSite('category', 'food_services')).toEqual(['no', 'no']);
      expect(await onSite('category', 'none')).toEqual(['no', 'all']);
      await serveOnly(database.pool, lamp, [food, uncategorised]);
      expect(await onSite('category', 'food_services')).toEqual(['no', 'no']);
      expect(await onSite('category', 'none')).toEqual(['no', 'all']);
      // A category that nobody offers any more is one as well.
      await category('of_yesterday');
      await serveOnly(database.pool, lamp, [pets]);
      expect(await onSite('category', 'none')).toEqual(['no', 'all']);
      await category('pets');
      // In no campaign at all it is of no category.
      await serveOnly(database.pool, lamp, []);
      expect(await onSite('category', 'none')).toEqual(['all', 'all']);
    } finally {
      await serveOnly(database.pool, lamp, [food]);
    }
  });
});

describe('what is not approved', () => {
  it.each(['pending', 'rejected'] as const)('is not shown while it is %s', async (status) => {
    await database.pool.query('update creative set status = $1', [status]);
    const hidden = { imageUrl: null, frameUrl: null, altText: '', advertiserDomain: null };
    expect((await recent()).items.map(({ ad }) => ad)).toMatchObject([hidden, hidden]);
    await database.pool.query("update creative set status = 'paused'");
    expect((await recent()).items.map(({ ad }) => ad.altText)).toEqual(['A picture', 'A picture']);
    await database.pool.query('update creative set approved_at = null');
    expect((await recent()).items.map(({ ad }) => ad)).toMatchObject([hidden, hidden]);
    await database.pool.query("update creative set status = 'active', approved_at = now()");
  });
});
