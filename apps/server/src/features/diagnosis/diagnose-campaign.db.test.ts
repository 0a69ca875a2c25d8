import { type ViewSample, viewSampleRecord } from '@placard/contract/wire/view-sample';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { depositEntries } from '@placard/domain/ledger/postings';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { settleAvailable } from '../../settlement/settle-available.ts';
import { shipBatch } from '../../settlement/testing/world.ts';
import { randomKey } from '../random-key.ts';
import { createActor, createTestCampaign, refusalOf, TEST_NOW, testDeps } from '../testing/fixtures.ts';
import { diagnoseCampaign } from './diagnose-campaign.ts';

const NOW = TEST_NOW.getTime();
const RECTANGLE = { widthPx: 300, heightPx: 250 };
const LEADERBOARD = { widthPx: 728, heightPx: 90 };

let database: TestDatabase;
let me: Actor;
let campaignId: number;
let adSetId: number;
let widgetId: number;
let websiteId: number;
let offset = 0;
const deps = () => testDeps(database.db);

beforeAll(async () => {
  database = await createTestDatabase();
  const publisher = await createActor(database.db, ['publisher']);
  const website = await database.db
    .insertInto('website')
    .values({
      publisher_id: publisher.accountId,
      domain: 'news.test',
      categories: ['news'],
      monthly_traffic: 1_000,
      status: 'active',
      analytics_key: randomKey(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  websiteId = website.id;
  const widget = await database.db
    .insertInto('widget')
    .values({ website_id: websiteId, type: 'banner', name: 'Top', embed_key: randomKey() })
    .returning('id')
    .executeTakeFirstOrThrow();
  widgetId = widget.id;
  await database.db
    .insertInto('widget_size')
    .values({ widget_id: widgetId, position: 0, width_px: 300, height_px: 250 })
    .execute();
});
afterAll(async () => {
  await database.drop();
});

/** Targeted at German readers in DE and AT, desktop and mobile; Mon, Tue, Fri 8:00–22:30. The day is a Wednesday. */
beforeEach(async () => {
  await database.db.deleteFrom('view_sample').execute();
  await database.db.deleteFrom('minimum_bid_card').execute();
  await database.db.deleteFrom('website_block').execute();
  await database.db.deleteFrom('widget_block').execute();
  me = await createActor(database.db, ['advertiser']);
  ({ campaignId, adSetId } = await createTestCampaign(deps(), me));
});

async function makeRunning(size = RECTANGLE): Promise<number> {
  const { db } = database;
  await db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'deposit',
      reference: `deposit:test:${campaignId}`,
      entries: depositEntries({ advertiserId: me.accountId, amountMicros: 100_000_000n }),
    }),
  );
  await db
    .updateTable('campaign')
    .set({ status: 'active', approved_at: TEST_NOW, submitted_at: TEST_NOW })
    .where('id', '=', campaignId)
    .execute();
  await db
    .updateTable('ad_set')
    .set({ days_of_week: [1, 2, 3, 4, 5, 6, 7], bid_micros: 2_000_000n })
    .where('id', '=', adSetId)
    .execute();
  const { id } = await db
    .insertInto('creative')
    .values({
      advertiser_id: me.accountId,
      name: 'Autumn sale',
      type: 'third_party',
      width_px: size.widthPx,
      height_px: size.heightPx,
      ad_code: '<b>Sale</b>',
      click_url: 'https://www.shop.example/sale',
      status: 'active',
      public_key: randomKey(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('creative_ad_set').values({ creative_id: id, ad_set_id: adSetId }).execute();
  return id;
}

/** Views as delivery writes them, by the way of the event log and a settlement. */
async function seen(views: readonly Partial<ViewSample>[]): Promise<void> {
  const records = views.map((view) =>
    viewSampleRecord({
      atMs: NOW - 60_000,
      widgetId,
      weight: 10,
      device: 1,
      country: 'DE',
      language: 'de',
      floorMicros: 0,
      winningEcpmMicros: 0,
      winningAdSetId: 0,
      sizes: [RECTANGLE],
      cappedAdSetIds: [],
      ...view,
    }),
  );
  const body = Buffer.concat(records);
  const receivedAt = TEST_NOW;
  const recordCount = records.length;
  await shipBatch(database.pool, { shard: 1, spoolOffset: offset, body, recordCount, receivedAt });
  offset += body.byteLength;
  await settleAvailable({ pool: database.pool, clock: () => TEST_NOW });
}

const diagnosed = async () => await diagnoseCampaign(deps(), me, { id: campaignId });

async function adSetDiagnosed() {
  const { adSets } = await diagnosed();
  const [adSet] = adSets;
  if (adSet === undefined) throw new Error('no ad set was diagnosed');
  const stopped = Object.fromEntries(
    adSet.gates.flatMap(({ gate, stopped: views }) => (views > 0 ? [[gate, views]] : [])),
  );
  const reasons = adSet.gates.flatMap(({ reason }) => (reason === null ? [] : [reason]));
  return { ...adSet, stopped, reasons };
}

describe('a new campaign', () => {
  it('is told everything that keeps it from serving, in order', async () => {
    const { verdict, adSets, views } = await diagnosed();
    expect({ verdict, views }).toEqual({ verdict: 'stopped', views: 0 });
    const [adSet] = adSets;
    expect(adSet).toMatchObject({ id: adSetId, verdict: 'stopped', main: 'status', shown: 0, creatives: [] });
    expect((await adSetDiagnosed()).reasons).toEqual([
      'never_submitted',
      'outside_hours',
      'wallet_empty',
      'no_creative',
    ]);
  });

  it('is nobody else’s to see', async () => {
    const other = await createActor(database.db, ['advertiser']);
    const refusal = await refusalOf(diagnoseCampaign(deps(), other, { id: campaignId }));
    expect(refusal.code).toBe('campaign_not_found');
  });

  it('without an ad set is stopped', async () => {
    await database.db
      .updateTable('ad_set')
      .set({ archived_at: TEST_NOW })
      .where('id', '=', adSetId)
      .execute();
    expect(await diagnosed()).toMatchObject({ verdict: 'stopped', adSets: [] });
  });
});

describe('a running campaign', () => {
  it('is told what the network asks for at least, and which views that takes', async () => {
    await makeRunning();
    await seen([
      { country: 'DE', weight: 30 },
      { country: 'AT', weight: 9 },
    ]);
    const card = await database.db
      .insertInto('minimum_bid_card')
      .values({ from_at: TEST_NOW, reason: 'Dearer places', created_at: TEST_NOW, created_by: me.userId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tier = { card_id: card.id, tier: 0, name: 'First', countries: ['DE'] };
    await database.db.insertInto('minimum_bid_tier').values(tier).execute();
    const asked = async (cpm_micros: bigint) => {
      await database.db.deleteFrom('minimum_bid').execute();
      await database.db
        .insertInto('minimum_bid')
        .values(
          WIDGET_TYPES.map((widget_type) => ({
            ...{ card_id: card.id, widget_type, tier: 0, cpm_micros, cpc_micros: 9_000_000n },
          })),
        )
        .execute();
      return await adSetDiagnosed();
    };
    expect(await asked(2_000_000n)).toMatchObject({ price: 2, minimumBid: { low: 0, high: 2 }, stopped: {} });
    const under = await asked(2_000_001n);
    expect(under.stopped).toEqual({ minimum_bid: 30 });
    expect(under).toMatchObject({ minimumBid: { low: 0, high: 2.000_001 }, main: 'minimum_bid' });
  });

  it('is counted through the gates with the views of the last hour, by their weight', async () => {
    const creativeId = await makeRunning();
    await seen([
      { country: 'FR' },
      { device: 3, weight: 5 },
      { language: 'en', weight: 7 },
      { sizes: [LEADERBOARD], weight: 3 },
      { floorMicros: 2_000_001 },
      { cappedAdSetIds: [adSetId] },
      { winningEcpmMicros: 3_000_000, winningAdSetId: 999_999, weight: 20 },
      { winningEcpmMicros: 2_500_000.5, winningAdSetId: 999_999, weight: 21 },
      { winningEcpmMicros: 2_000_000, winningAdSetId: adSetId, weight: 40 },
      { atMs: NOW - 3_700_000, weight: 1_000 },
    ]);
    const adSet = await adSetDiagnosed();
    expect(adSet.stopped).toEqual({
      size: 3,
      country: 10,
      device: 5,
      language: 7,
      floor: 10,
      frequency: 10,
      outbid: 41,
    });
    expect(adSet).toMatchObject({
      verdict: 'serving',
      main: 'outbid',
      shown: 40,
      reachable: 81,
      reasons: [],
    });
    expect(adSet).toMatchObject({ price: 2, winningPrice: 2.51 });
    expect(adSet.creatives).toEqual([
      { id: creativeId, name: 'Autumn sale', status: 'active', size: { width: 300, height: 250 } },
    ]);
    const { views, sizes } = await diagnosed();
    expect(views).toBe(126);
    expect(sizes).toEqual([
      { width: 300, height: 250, views: 123 },
      { width: 728, height: 90, views: 3 },
    ]);
  });

  it('is told that no widget has its size, and what sizes are asked for', async () => {
    await makeRunning({ widthPx: 160, heightPx: 600 });
    await seen([{}]);
    const adSet = await adSetDiagnosed();
    expect(adSet).toMatchObject({ verdict: 'stopped', main: 'size', reasons: ['no_widget_of_size'] });
    expect(adSet.stopped).toEqual({ size: 10 });
  });

  it('is told that every website with its size blocks it', async () => {
    await makeRunning();
    await database.db
      .insertInto('website_block')
      .values({ website_id: websiteId, kind: 'advertiser_domain', value: 'shop.example' })
      .execute();
    await seen([{}]);
    const adSet = await adSetDiagnosed();
    expect(adSet).toMatchObject({ verdict: 'stopped', main: 'block', reasons: ['blocked_everywhere'] });
    expect(adSet.stopped).toEqual({ block: 10 });
  });

  it('is told of a widget’s own list, and of a blocked category', async () => {
    await makeRunning();
    const block = { widget_id: widgetId, kind: 'category' as const };
    await database.db
      .insertInto('widget_block')
      .values({ ...block, value: 'none' })
      .execute();
    await seen([{}]);
    expect((await adSetDiagnosed()).reasons).toEqual(['blocked_everywhere']);
    await database.db
      .updateTable('campaign')
      .set({ category: 'travel' })
      .where('id', '=', campaignId)
      .execute();
    expect(await adSetDiagnosed()).toMatchObject({ reasons: [], stopped: {} });
    await database.db
      .insertInto('widget_block')
      .values({ ...block, value: 'travel' })
      .execute();
    expect(await adSetDiagnosed()).toMatchObject({ main: 'block', stopped: { block: 10 } });
  });

  it('is stopped by a creative that is blocked, not by one of two', async () => {
    const first = await makeRunning();
    await database.db
      .insertInto('website_block')
      .values({ website_id: websiteId, kind: 'creative', value: String(first) })
      .execute();
    expect((await adSetDiagnosed()).reasons).toEqual(['blocked_everywhere']);
    const second = await database.db
      .insertInto('creative')
      .values({
        ...{
          advertiser_id: me.accountId,
          name: 'Winter sale',
          type: 'third_party',
          width_px: 300,
          height_px: 250,
        },
        ...{ ad_code: '<b>Sale</b>', status: 'active', public_key: randomKey() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await database.db
      .insertInto('creative_ad_set')
      .values({ creative_id: second.id, ad_set_id: adSetId })
      .execute();
    await seen([{}]);
    const adSet = await adSetDiagnosed();
    expect(adSet.reasons).toEqual([]);
    expect(adSet.stopped).toEqual({});
  });

  it('is told of a budget that is spent, and of one that today has used up', async () => {
    await makeRunning();
    await database.db
      .insertInto('ad_set_day_spend')
      .values({ ad_set_id: adSetId, day: '2026-05-13', spent_micros: 50_000_000n })
      .execute();
    await seen([{}]);
    const today = await adSetDiagnosed();
    expect(today).toMatchObject({ main: 'budget', reasons: ['campaign_day_spent'] });
    expect(today.stopped).toEqual({ budget: 10 });
    await database.db
      .insertInto('campaign_spend')
      .values({ campaign_id: campaignId, spent_micros: 500_000_000n })
      .execute();
    expect((await adSetDiagnosed()).reasons).toEqual(['campaign_budget_spent']);
  });

  it('shares views that its pace leaves to others', async () => {
    await makeRunning();
    const entry = Buffer.alloc(24);
    entry.writeUInt32BE(adSetId, 0);
    entry.writeBigUInt64BE(50_000_000n, 4);
    // A cent a minute, at half a cent a decision: two decisions a minute.
    entry.writeBigUInt64BE(10_000n, 12);
    entry.writeUInt32BE(5_000_000, 20);
    await database.db.updateTable('pacing_plan').set({ body: entry }).execute();
    await seen([
      { atMs: NOW - 10 * 60_000, winningEcpmMicros: 2_000_000, winningAdSetId: adSetId, weight: 18 },
      { weight: 82 },
    ]);
    const adSet = await adSetDiagnosed();
    expect(adSet.stopped).toEqual({ pacing: 80 });
    expect(adSet).toMatchObject({ verdict: 'serving', main: 'pacing', shown: 18 });
    await database.db
      .updateTable('pacing_plan')
      .set({ body: Buffer.alloc(0) })
      .execute();
  });
});
