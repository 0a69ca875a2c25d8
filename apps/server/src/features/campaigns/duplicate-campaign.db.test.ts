import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { MAX_OPEN_AD_SETS, MAX_OPEN_CAMPAIGNS } from '@placard/domain/campaign/rules';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { createCreative } from '../creatives/create-creative.ts';
import { getCreative } from '../creatives/creative-record.ts';
import { createActor, createTestCampaign, refusalOf, type TestDeps, testDeps } from '../testing/fixtures.ts';
import { duplicateCampaign } from './duplicate-campaign.ts';
import { archiveAdSet, duplicateAdSet } from './edit-ad-set.ts';
import { getCampaign } from './get-campaign.ts';
import { listActivity } from './list-activity.ts';
import { listCampaigns } from './list-campaigns.ts';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let ids: { readonly campaignId: number; readonly adSetId: number };

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['advertiser'], 'Europe/Berlin');
  ids = await createTestCampaign(deps, me);
});

let creatives = 0;
async function creativeIn(adSetIds: number[]): Promise<number> {
  creatives += 1;
  const { id } = await createCreative(deps, me, {
    basicInfo: { name: `Code ${creatives}`, description: '' },
    content: { type: 'third_party', size: { width: 300, height: 250 }, adCode: '<b>Ad</b>' },
    adSetIds,
    requestKey: `creative-${creatives}`,
  });
  return id;
}

const run = async (text: string, values: unknown[]) => {
  await database.pool.query(text, values);
};
const duplicate = async () => await duplicateCampaign(deps, me, { id: ids.campaignId });
const campaignsOf = async () => (await listCampaigns(deps, me, { page: 1, pageSize: 25 })).total;
const creativesOf = async (adSetId: number) =>
  (
    await database.db
      .selectFrom('creative_ad_set')
      .select('creative_id')
      .where('ad_set_id', '=', adSetId)
      .orderBy('creative_id')
      .execute()
  ).map((row) => row.creative_id);

it('copies plan, open ad sets and what they show; the copy is paused and was never submitted', async () => {
  const shown = await creativeIn([ids.adSetId]);
  const gone = await creativeIn([ids.adSetId]);
  const { id: second } = await duplicateAdSet(deps, me, { id: ids.adSetId });
  const { id: archived } = await duplicateAdSet(deps, me, { id: ids.adSetId });
  const both = await creativeIn([ids.adSetId, second, archived]);
  await archiveAdSet(deps, me, { id: archived });
  await run(`update creative set status = 'cancelled' where id = $1`, [gone]);
  await run(
    `update campaign set status = 'active', approved_at = now(), submitted_at = now(), rejection_code = 'other',
            category = 'pets', description = 'About it' where id = $1`,
    [ids.campaignId],
  );
  await run('insert into campaign_spend (campaign_id, spent_micros) values ($1, 7000000)', [ids.campaignId]);
  const original = await getCampaign(deps, me, { id: ids.campaignId });
  const before = await getCreative(deps, me, { id: both });

  const copy = await duplicate();

  expect(original.spent).toBe(7);
  expect(copy).toMatchObject({
    ...{ name: 'Spring (copy)', status: 'paused', submitted: false, approved: false, rejection: null },
    ...{ objective: original.objective, category: original.category, description: 'About it' },
    ...{ totalBudget: 500, dailyBudget: 50, spent: 0, startDate: '2026-05-13', endDate: '2026-06-30' },
    ...{ version: 1, analyticsSeenAt: null },
  });
  expect(copy.actions).toEqual(['publish', 'edit', 'duplicate', 'cancel', 'archive']);
  expect(copy.analyticsKey).not.toBe(original.analyticsKey);
  const open = original.adSets.filter((adSet) => !adSet.archived);
  expect(copy.adSets.map(({ id: _, creativeCount: __, ...rest }) => rest)).toEqual(
    open.map(({ id: _, creativeCount: __, ...rest }) => ({ ...rest, campaignId: copy.id, version: 1 })),
  );
  const [first, next] = copy.adSets;
  expect(await creativesOf(first?.id ?? 0)).toEqual([shown, both]);
  expect(await creativesOf(next?.id ?? 0)).toEqual([both]);
  // Assigned elsewhere as well now: a form that does not know it is refused.
  expect((await getCreative(deps, me, { id: both })).version).toBe(before.version + 1);
  expect(await getCampaign(deps, me, { id: ids.campaignId })).toEqual(original);
});

it('has a history of its own, which says what it was copied from', async () => {
  const copy = await duplicate();
  const { items } = await listActivity(deps, me, { id: copy.id });
  expect(items).toMatchObject([{ action: 'campaign.duplicate', detail: { from: ids.campaignId } }]);
  const ofOriginal = await listActivity(deps, me, { id: ids.campaignId });
  expect(ofOriginal.items.map(({ action }) => action)).toEqual(['campaign.create']);
});

it('today is the account’s; an end that has passed is left out', async () => {
  await run(`update campaign set start_date = '2026-05-01', end_date = '2026-05-13' where id = $1`, [
    ids.campaignId,
  ]);
  const late = { ...deps, clock: () => new Date('2026-05-13T22:30:00Z') };
  const copy = await duplicateCampaign(late, me, { id: ids.campaignId });
  expect([copy.startDate, copy.endDate]).toEqual(['2026-05-14', null]);
  const inTime = await duplicate();
  expect([inTime.startDate, inTime.endDate]).toEqual(['2026-05-13', '2026-05-13']);
});

it('somebody else’s is not found', async () => {
  const other = await createActor(database.db, ['advertiser']);
  const error = await refusalOf(duplicateCampaign(deps, other, { id: ids.campaignId }));
  expect(error.code).toBe('campaign_not_found');
  expect(await campaignsOf()).toBe(1);
});

it('the longest name stays within its length', async () => {
  await run('update campaign set name = $2 where id = $1', [ids.campaignId, 'x'.repeat(200)]);
  expect((await duplicate()).name).toBe(`${'x'.repeat(193)} (copy)`);
});

it('has room for 200 ad sets, and copies none of a campaign that has more', async () => {
  const add = `insert into ad_set (campaign_id, name, total_budget_micros)
               select $1, 'Set ' || n, 1000000 from generate_series(1, $2::int) n`;
  await run(add, [ids.campaignId, MAX_OPEN_AD_SETS - 1]);
  expect((await duplicate()).adSets).toHaveLength(MAX_OPEN_AD_SETS);
  await run(add, [ids.campaignId, 1]);
  expect((await refusalOf(duplicate())).message).toContain('at most 200 ad sets');
  expect(await campaignsOf()).toBe(2);
});

it('of several at once only as many as the account has room for; a new one counts as well', async () => {
  await run(
    `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
     select $1, 'Many', 'TRAFFIC', 1000000, '2026-05-01', gen_random_uuid()::text from generate_series(1, $2::int)`,
    [me.accountId, MAX_OPEN_CAMPAIGNS - 3],
  );
  const results = await Promise.allSettled([
    ...Array.from({ length: 4 }, duplicate),
    ...['a', 'b'].map((name) => createTestCampaign(deps, me, name)),
  ]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await campaignsOf()).toBe(MAX_OPEN_CAMPAIGNS);
  expect((await refusalOf(duplicate())).message).toContain('You have 5,000 campaigns');
});

it('waits for the account before it holds the original: who closes one takes them in this order', async () => {
  const { waited, result } = await whileHeld(
    database.pool,
    `select id from account where id = ${me.accountId} for no key update`,
    duplicate,
    1,
    `select id from campaign where id = ${ids.campaignId} for update nowait`,
  );
  expect([waited, result.status]).toEqual([true, 'paused']);
});
