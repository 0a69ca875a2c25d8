import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { COUNTED_ROWS } from '../list-count.ts';
import {
  adSetFieldsOf,
  createActor,
  createTestCampaign,
  type TestDeps,
  testDeps,
} from '../testing/fixtures.ts';
import { actOnCampaign } from './act-on-campaign.ts';
import { listAdSetChoices } from './ad-set-choices.ts';
import { archiveAdSet, createAdSet } from './edit-ad-set.ts';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let other: Actor;
let keys = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['advertiser']);
  other = await createActor(database.db, ['advertiser']);
});

type Query = Parameters<typeof listAdSetChoices>[2];

const choices = async (query: Partial<Query> = {}) =>
  await listAdSetChoices(deps, me, { page: 1, pageSize: 25, ...query });
const ids = async (query: Partial<Query> = {}) => (await choices(query)).items.map(({ id }) => id);

async function creativeIn(adSetId: number, status: string, name: string): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>(
    `with made as (insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, status, public_key)
                   values ($1, $2, 'third_party', 300, 250, '<b>', $3, $4) returning id)
     insert into creative_ad_set (creative_id, ad_set_id) select id, $5 from made returning creative_id as id`,
    [me.accountId, name, status, `choice-of-ad-sets-${++keys}`, adSetId],
  );
  return rows[0]?.id ?? 0;
}

/** @returns their ids, oldest first. */
async function manyIn(campaignId: number, count: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into ad_set (campaign_id, name, total_budget_micros)
     select $1, 'Line ' || n, 1000000 from generate_series(1, $2::int) n returning id`,
    [campaignId, count],
  );
  return rows.map(({ id }) => id);
}

describe('ad sets to choose from', () => {
  it('are of campaigns that can still run, and the actor’s own', async () => {
    const { adSetId } = await createTestCampaign(deps, me, 'Open');
    const { campaignId } = await createTestCampaign(deps, me, 'Cancelled');
    await createTestCampaign(deps, other, 'Open');
    await actOnCampaign(deps, me, { id: campaignId, action: 'cancel' });
    expect(await choices()).toMatchObject({
      items: [{ id: adSetId, campaignName: 'Open', creatives: [], moreCreatives: false }],
      total: 1,
      more: false,
    });
    expect(await choices({ search: 'nothing' })).toEqual({ items: [], total: 0, more: false });
  });

  it('are those of one campaign where it is asked for, the newest campaign’s first', async () => {
    const first = await createTestCampaign(deps, me, 'Harbour');
    const second = await createTestCampaign(deps, me, 'Meadow');
    const extra = await createAdSet(deps, me, {
      ...adSetFieldsOf('Evenings'),
      campaignId: first.campaignId,
    });
    const gone = await createAdSet(deps, me, { ...adSetFieldsOf('Gone'), campaignId: first.campaignId });
    await archiveAdSet(deps, me, { id: gone.id });
    expect(await ids()).toEqual([second.adSetId, extra.id, first.adSetId]);
    expect(await ids({ campaignId: first.campaignId })).toEqual([extra.id, first.adSetId]);
  });

  it('are found by a part of either name, whatever its case, and by either id', async () => {
    const first = await createTestCampaign(deps, me, 'Harbour');
    const { campaignId, adSetId } = await createTestCampaign(deps, me, 'Meadow');
    const evenings = await createAdSet(deps, me, { ...adSetFieldsOf('100% evenings'), campaignId });
    await createTestCampaign(deps, other, 'Meadow evenings');
    expect(await ids({ search: 'EVEN' })).toEqual([evenings.id]);
    expect(await ids({ search: '0% e' })).toEqual([evenings.id]);
    expect(await ids({ search: '0_ e' })).toEqual([]);
    expect(await ids({ search: 'adow' })).toEqual([evenings.id, adSetId]);
    expect(await ids({ search: 'adow', campaignId: first.campaignId })).toEqual([]);
    // Ids of the two kinds are far apart, so that none is taken for the other.
    await database.pool.query("select setval('ad_set_id_seq', 900000)");
    const [apart = 0] = await manyIn(campaignId, 1);
    expect(await ids({ search: String(apart) })).toEqual([apart]);
    expect(await ids({ search: String(campaignId) })).toEqual(
      expect.arrayContaining([apart, evenings.id, adSetId]),
    );
  });

  it('are those of a list of ids that may be assigned to', async () => {
    const { adSetId, campaignId } = await createTestCampaign(deps, me);
    const gone = await createAdSet(deps, me, { ...adSetFieldsOf('Gone'), campaignId });
    await archiveAdSet(deps, me, { id: gone.id });
    await createTestCampaign(deps, me);
    const { adSetId: theirs } = await createTestCampaign(deps, other);
    expect(await ids({ ids: [adSetId, gone.id, theirs, 4_000_000_000, adSetId].join() })).toEqual([adSetId]);
  });

  it('leave out those that a creative is assigned to, where that is asked for', async () => {
    const { adSetId, campaignId } = await createTestCampaign(deps, me);
    const free = await createAdSet(deps, me, { ...adSetFieldsOf('Free'), campaignId });
    const creative = await creativeIn(adSetId, 'active', 'Shown');
    await creativeIn(free.id, 'active', 'Another');
    expect(await choices({ withoutCreativeId: creative })).toMatchObject({
      items: [{ id: free.id }],
      total: 1,
    });
    expect(await ids()).toEqual([free.id, adSetId]);
  });

  it('come by pages, with how many there are', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    const made = await manyIn(campaignId, 4);
    const all = [...made.toReversed(), adSetId];
    expect(await choices({ pageSize: 5 })).toMatchObject({ items: all.map((id) => ({ id })), total: 5 });
    expect(await choices({ pageSize: 4 })).toMatchObject({ items: { length: 4 }, total: 5 });
    expect(await ids({ pageSize: 4, page: 2 })).toEqual([adSetId]);
    expect(await choices({ pageSize: 4, search: 'line' })).toMatchObject({
      items: { length: 4 },
      total: 4,
    });
  });

  it('are counted as far as other lists, and the oldest is found by its name beyond', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me, 'Oldest');
    const made = await manyIn(campaignId, COUNTED_ROWS - 1);
    expect(await choices()).toMatchObject({ total: COUNTED_ROWS, more: false });
    const newest = await manyIn(campaignId, 1);
    expect(await choices()).toMatchObject({
      items: [
        { id: newest[0] },
        ...made
          .slice(-24)
          .toReversed()
          .map((id) => ({ id })),
      ],
      total: COUNTED_ROWS,
      more: true,
    });
    await database.pool.query("update ad_set set name = 'Lighthouse' where id = $1", [adSetId]);
    expect(await choices({ search: 'lighth' })).toMatchObject({ items: [{ id: adSetId }], total: 1 });
    const page = await choices({ search: 'oldest' });
    expect(page).toMatchObject({ items: [{ id: newest[0] }, ...Array(24).fill({})], more: true });
  });
});

describe('the creatives of an ad set to choose from', () => {
  it('are named without those that are archived', async () => {
    const { adSetId } = await createTestCampaign(deps, me);
    const shown = await creativeIn(adSetId, 'active', 'Shown');
    await creativeIn(adSetId, 'archived', 'Put away');
    const { items } = await choices();
    expect(items[0]?.creatives).toEqual([{ id: shown, name: 'Shown' }]);
  });

  it('are ten at most, and said to be more beyond', async () => {
    const { adSetId } = await createTestCampaign(deps, me);
    await creativeIn(adSetId, 'archived', 'Put away');
    const made: number[] = [];
    for (let count = 1; count <= 10; count += 1) made.push(await creativeIn(adSetId, 'paused', 'Shown'));
    const named = { creatives: made.map((id) => ({ id, name: 'Shown' })) };
    expect((await choices()).items).toMatchObject([{ ...named, moreCreatives: false }]);
    for (const name of ['Eleventh', 'Twelfth']) await creativeIn(adSetId, 'paused', name);
    expect((await choices()).items).toMatchObject([{ ...named, moreCreatives: true }]);
  });
});

it('an ad set is found by whose its campaign is, whatever a statement writes beside it', async () => {
  const { adSetId } = await createTestCampaign(deps, me, 'Mine');
  await database.pool.query('update ad_set set owner_account_id = $2 where id = $1', [
    adSetId,
    other.accountId,
  ]);
  expect(await ids({ search: 'mine' })).toEqual([adSetId]);
  const { campaignId } = await createTestCampaign(deps, other, 'Mine');
  await database.pool.query('update ad_set set campaign_id = $2 where id = $1', [adSetId, campaignId]);
  expect(await ids()).toEqual([]);
  expect((await listAdSetChoices(deps, other, { page: 1, pageSize: 25 })).total).toBe(2);
});
