import { reachQuestion } from '@placard/contract/campaign-insight';
import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import { TALLY_BYTES, writeTally } from '@placard/contract/wire/event-record';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { createActor, refusalOf, TEST_NOW, testDeps } from '../testing/fixtures.ts';
import { giveReachEstimate } from './estimate-reach.ts';
import { listCampaignFigures } from './list-campaign-figures.ts';
import { SupplyCache } from './supply-cache.ts';
import { createTypicalPrices } from './typical-prices.ts';

/** TEST_NOW is Wednesday 2026-05-13, noon. */
const DAY_MS = 86_400_000;
const TUESDAY_NOON = TEST_NOW.getTime() - DAY_MS;

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;
let me: Actor;
let stranger: Actor;
const deps = () => ({ ...testDeps(database.db), analytics });

const tally = (widget: number, fields: Partial<Parameters<typeof writeTally>[2]>): Buffer => {
  const body = Buffer.alloc(TALLY_BYTES);
  writeTally(body, 0, {
    widgetId: world.widgets[widget]?.id ?? 0,
    outcome: TALLY_OUTCOMES.no_candidate,
    device: DEVICE_CODES.mobile,
    country: 'DE',
    atMs: TUESDAY_NOON,
    count: 100,
    widthPx: 0,
    heightPx: 0,
    ...fields,
  });
  return body;
};

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  const budget = { totalBudgetMicros: 10n ** 9n, dailyBudgetMicros: 24_000_000n };
  world = await makeWorld(database.db, {
    advertisers: [
      {
        timeZone: 'UTC',
        walletMicros: 10n ** 9n,
        campaigns: [
          { ...budget, adSets: [budget] },
          { totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] },
        ],
      },
    ],
    widgetsOfPublishers: [2, 1],
  });
  await database.pool.query("update campaign set approved_at = '2026-05-01'");
  await database.pool.query(
    `insert into widget_size (widget_id, position, width_px, height_px)
     select id, 0, case when id = $1 then 728 else 300 end, case when id = $1 then 90 else 250 end from widget`,
    [world.widgets[1]?.id],
  );
  me = ownerOf(world.adSets[0]?.advertiserId, 'advertiser');
  stranger = await createActor(database.db, ['advertiser']);
  const event = (sequence: number, kind: EventSpec['kind']): EventSpec => ({
    kind,
    sequence,
    shard: 0,
    decidedAtMs: TEST_NOW.getTime(),
    eventAtMs: TEST_NOW.getTime() + 2_000,
    adSetId: world.adSets[0]?.id ?? 0,
    widgetId: world.widgets[0]?.id ?? 0,
    priceMicros: 3_000_000_000,
    viewer: sequence,
  });
  const events = [0, 1, 2, 3].map((n) => event(n, 'impression'));
  const body = Buffer.concat([
    bodyOf([...events, event(0, 'viewable'), event(1, 'viewable')]),
    tally(0, {}),
    tally(0, { outcome: TALLY_OUTCOMES.filled, device: DEVICE_CODES.desktop, count: 40 }),
    tally(1, { country: 'FR', count: 20 }),
    tally(2, { country: 'FR', atMs: TUESDAY_NOON + 8 * 3_600_000, count: 60 }),
    // Today is no whole day yet.
    tally(0, { atMs: TEST_NOW.getTime(), count: 9_999 }),
  ]);
  await shipBatch(database.pool, { shard: 0, spoolOffset: 0, body, recordCount: 11, receivedAt: TEST_NOW });
  await settleAvailable({ pool: database.pool, clock: () => TEST_NOW });
  await new FactLoader({ pool: database.pool, analytics }).load();
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

describe('figures of listed campaigns', () => {
  const days = { from: '2026-05-07', to: '2026-05-13' };
  const idsOf = (...ids: (number | undefined)[]) => ids.join(',');

  it('come in the order asked, zeros where nothing happened, and today against the plan', async () => {
    const [first, second] = world.adSets;
    const ids = idsOf(second?.campaignId, first?.campaignId, 2_147_483_647, 9_999_999_999);
    const figures = await listCampaignFigures(deps(), me, { ids, ...days });
    const plan = (soFar: number, whole: number) => ({
      plannedSoFar: expect.closeTo(soFar, 2),
      plannedToday: expect.closeTo(whole, 2),
    });
    expect(figures).toEqual([
      {
        id: second?.campaignId,
        impressions: 0,
        viewableRate: null,
        clicks: 0,
        ctr: null,
        spend: 0,
        // Without an end date its total is spread over thirty days, and half of this one is over.
        pacing: { spentToday: 0, ...plan(16.67, 33.33) },
      },
      {
        id: first?.campaignId,
        impressions: 4,
        viewableRate: 0.5,
        clicks: 0,
        ctr: 0,
        spend: 6,
        pacing: { spentToday: 6, ...plan(12, 24) },
      },
    ]);
  });

  it('has no plan for what does not run today, and keeps to the days asked', async () => {
    const id = world.adSets[0]?.campaignId ?? 0;
    const ids = idsOf(id);
    await database.pool.query("update campaign set status = 'paused' where id = $1", [id]);
    const [paused] = await listCampaignFigures(deps(), me, { ids, from: '2026-05-01', to: '2026-05-12' });
    await database.pool.query("update campaign set status = 'active' where id = $1", [id]);
    expect(paused).toMatchObject({ impressions: 0, spend: 0, pacing: null });
  });

  it('shows nobody another’s, and refuses a range that is upside down', async () => {
    const ids = idsOf(...world.adSets.map((adSet) => adSet.campaignId));
    expect(await listCampaignFigures(deps(), stranger, { ids, ...days })).toEqual([]);
    expect(await listCampaignFigures(deps(), me, { ids: '9999999999', ...days })).toEqual([]);
    const refusal = await refusalOf(listCampaignFigures(deps(), me, { ids, from: days.to, to: days.from }));
    expect(refusal.code).toBe('invalid_input');
  });
});

describe('estimated reach', () => {
  const question = (change: object = {}) =>
    reachQuestion.parse({
      objective: 'BRAND_AWARENESS',
      totalBudget: 100,
      dailyBudget: 10,
      startDate: '2026-05-13',
      endDate: null,
      ...change,
    });
  const estimate = async (change: object = {}, actor = me) =>
    await giveReachEstimate(
      { ...deps(), supply: new SupplyCache(deps()), typicalPrices: createTypicalPrices(deps()) },
      actor,
      question(change),
    );

  it('counts the requests of whole days, whoever filled them', async () => {
    expect(await estimate()).toEqual({
      basis: 'measured',
      from: '2026-05-06',
      to: '2026-05-12',
      views: 220,
      viewsOfMostDays: { low: expect.any(Number), high: expect.any(Number) },
      websites: 2,
      widgets: 3,
      // $10 at the rate card's $2 CPM.
      affordable: { budgetPerDay: 10, viewables: 5_000, clicks: null },
      limitedBy: 'traffic',
      languagesIgnored: false,
      networkRate: 2,
      minimumBid: null,
      typicalPrice: null,
    });
  });

  it('follows minimum bids, and says what is asked for where the ad set could be shown', async () => {
    const operator = await createActor(database.db, ['operator']);
    const { id } = await database.db
      .insertInto('minimum_bid_card')
      .values({
        ...{ from_at: deps().clock(), reason: 'Dearer places' },
        ...{ created_at: deps().clock(), created_by: operator.userId },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('minimum_bid_tier')
      .values({ card_id: id, tier: 0, name: 'First', countries: ['DE'] })
      .execute();
    await database.db
      .insertInto('minimum_bid')
      .values(
        WIDGET_TYPES.map((widget_type) => ({
          ...{ card_id: id, widget_type, tier: 0, cpm_micros: 2_000_000n, cpc_micros: null },
        })),
      )
      .execute();
    const germany = { locations: ['DE'] };
    // Without a bid it is the network's $2.
    expect(await estimate(germany)).toMatchObject({ views: 140, minimumBid: { low: 2, high: 2 } });
    expect(await estimate({ ...germany, bid: 1.999_999 })).toMatchObject({ views: 0, widgets: 0 });
    expect(await estimate({ bid: 1.999_999 })).toMatchObject({ views: 80, minimumBid: { low: 0, high: 2 } });
    expect(await estimate({ ...germany, objective: 'TRAFFIC', bid: 0.5 })).toMatchObject({
      minimumBid: null,
    });
    expect(await estimate({ locations: ['FR'] })).toMatchObject({ minimumBid: null });
    await database.db.deleteFrom('minimum_bid_card').execute();
  });

  it('follows place, device, hours and size', async () => {
    expect(await estimate({ locations: ['DE'] })).toMatchObject({ views: 140, widgets: 1 });
    expect(await estimate({ devices: ['desktop'] })).toMatchObject({ views: 40, widgets: 1 });
    expect(await estimate({ locations: ['FR'], startTime: '18:00', endTime: '23:00' })).toMatchObject({
      views: 60,
    });
    expect(await estimate({ sizes: [{ width: 728, height: 90 }] })).toMatchObject({ views: 20, widgets: 1 });
    expect(await estimate({ languages: ['de'] })).toMatchObject({ views: 220, languagesIgnored: true });
    expect(await estimate({ objective: 'TRAFFIC', bid: 0.5 })).toMatchObject({ affordable: { clicks: 20 } });
    const whole = { totalBudget: 100, dailyBudget: null };
    const perDay = async (endDate: string | null) =>
      (await estimate({ ...whole, endDate })).affordable?.budgetPerDay;
    expect([await perDay('2026-05-14'), await perDay('2026-05-13')]).toEqual([50, 100]);
    expect(await perDay(null)).toBeLessThan(4);
    expect(await estimate({ totalBudget: null, dailyBudget: null })).toMatchObject({
      affordable: null,
      limitedBy: null,
    });
  });

  it('leaves out widgets whose floor is above what is bid, to the micro', async () => {
    const floorOf = async (micros: number | null) =>
      await database.pool.query('update widget set floor_cpm_micros = $1 where id = $2', [
        micros,
        world.widgets[2]?.id,
      ]);
    await floorOf(2_000_000);
    expect(await estimate({ bid: 2 })).toMatchObject({ views: 220 });
    await floorOf(2_000_001);
    expect(await estimate({ bid: 2 })).toMatchObject({ views: 160, widgets: 2 });
    await floorOf(null);
  });

  it('knows the creatives of an ad set, but only of one’s own', async () => {
    const adSetId = world.adSets[0]?.id ?? 0;
    await database.pool.query(
      `with k as (insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, public_key)
                  values ($1, 'Wide one', 'third_party', 728, 90, '<p>', 'key-of-a-creative') returning id)
       insert into creative_ad_set (creative_id, ad_set_id) select id, $2 from k`,
      [me.accountId, adSetId],
    );
    expect(await estimate({ adSetId })).toMatchObject({ views: 20, widgets: 1 });
    // Another ad set has none, nor is one counted that is put away.
    expect(await estimate({ adSetId: world.adSets[1]?.id })).toMatchObject({ views: 220 });
    await database.pool.query(
      "update creative set status = 'archived' where public_key = 'key-of-a-creative'",
    );
    expect(await estimate({ adSetId })).toMatchObject({ views: 220 });
    expect((await refusalOf(estimate({ adSetId }, stranger))).code).toBe('ad_set_not_found');
  });

  it('asks analytics once for all who type, and leaves out what is suspended', async () => {
    let asked = 0;
    const counting = {
      client: new Proxy(analytics.client, {
        get: (target, name) => {
          if (name === 'query' || name === 'exec') asked += 1;
          return Reflect.get(target, name).bind(target);
        },
      }),
    };
    const all = { ...deps(), analytics: counting };
    const supply = new SupplyCache(all);
    const typicalPrices = createTypicalPrices(all);
    const ask = async () => await giveReachEstimate({ ...all, supply, typicalPrices }, me, question());
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(answers.map((one) => one.views))).toEqual(new Set([220]));
    // Three of supply; of prices what rollups there are, and the question.
    expect(asked).toBe(5);

    await database.pool.query("update widget set status = 'suspended' where id = $1", [world.widgets[2]?.id]);
    expect(await ask()).toMatchObject({ views: 220 });
    expect(await estimate()).toMatchObject({ views: 160, widgets: 2, websites: 1 });
    await database.pool.query("update widget set status = 'active'");
  });

  it('reads supply again when it is ten minutes old, meanwhile as it was', async () => {
    let nowMs = TEST_NOW.getTime();
    const supply = new SupplyCache({ ...deps(), clock: () => new Date(nowMs) });
    const first = await supply.get();
    for (let again = 0; again < 2; again += 1) {
      const kept = await supply.get();
      nowMs += 10 * 60_000 - 1;
      expect(await supply.get()).toBe(kept);
      nowMs += 1;
      expect(await supply.get()).toBe(kept);
      await soon(async () => expect(await supply.get()).not.toBe(kept));
    }
    expect(await supply.get()).toEqual(first);
    // By a clock that was set back too.
    const kept = await supply.get();
    nowMs -= 10 * 60_000;
    expect(await supply.get()).toBe(kept);
    await soon(async () => expect(await supply.get()).not.toBe(kept));
  });

  it('says so where there is no data yet', async () => {
    const later = { ...deps(), clock: () => new Date(TEST_NOW.getTime() + 30 * DAY_MS) };
    const caches = { supply: new SupplyCache(later), typicalPrices: createTypicalPrices(later) };
    const answer = await giveReachEstimate({ ...later, ...caches }, me, question());
    expect(answer).toMatchObject({ basis: 'no_data', views: 0, widgets: 0, limitedBy: null });
    const { cpm_micros: cpm, cpc_micros: cpc } = await later.db
      .selectFrom('network_settings')
      .select(['cpm_micros', 'cpc_micros'])
      .executeTakeFirstOrThrow();
    const rateFor = async (objective: 'TRAFFIC' | 'BRAND_AWARENESS') =>
      (await giveReachEstimate({ ...later, ...caches }, me, { ...question(), objective })).networkRate;
    expect(await rateFor('TRAFFIC')).toBe(Number(cpc) / 1e6);
    expect(await rateFor('BRAND_AWARENESS')).toBe(Number(cpm) / 1e6);
    expect(answer.affordable).toMatchObject({ viewables: 5_000 });
  });
});
