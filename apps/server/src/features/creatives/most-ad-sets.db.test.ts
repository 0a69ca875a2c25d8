import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { MAX_AD_SETS_OF_A_CREATIVE } from '@placard/domain/creative/rules';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { duplicateCampaign } from '../campaigns/duplicate-campaign.ts';
import { createActor, createTestCampaign, refusalOf, type TestDeps, testDeps } from '../testing/fixtures.ts';
import { assignCreative } from './assign-creative.ts';
import { refuseTooManyAdSets } from './assignment.ts';
import { createCreative } from './create-creative.ts';
import { getCreative } from './creative-record.ts';
import { updateAssignment } from './update-creative.ts';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let ids: { campaignId: number; adSetId: number; id: number };

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
});
afterAll(async () => {
  await database.drop();
});

/** Further ad sets, in campaigns of a hundred. */
async function adSets(count: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ id: number }>(
    `with held as (
       insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
       select $1, 'Held ' || n, 'TRAFFIC', 1000000, '2026-05-01', gen_random_uuid()::text
         from generate_series(1, $2::int / 100 + 1) n
       returning id)
     insert into ad_set (campaign_id, name, total_budget_micros)
     select (array_agg(id))[1 + n / 100], 'Set ' || n, 1000000 from held, generate_series(0, $2::int - 1) n
      group by n order by n returning id`,
    [me.accountId, count],
  );
  return rows.map(({ id }) => id);
}

beforeEach(async () => {
  me = await createActor(database.db, ['advertiser']);
  const { campaignId, adSetId } = await createTestCampaign(deps, me);
  const { id } = await createCreative(deps, me, {
    basicInfo: { name: 'בכל מקום (A)', description: '' },
    content: { type: 'third_party', size: { width: 300, height: 250 }, adCode: '<b>ad</b>' },
    adSetIds: [adSetId],
    requestKey: 'everywhere',
  });
  ids = { campaignId, adSetId, id };
});

const assigned = async () => (await getCreative(deps, me, { id: ids.id })).adSets.length;
const fill = async (count: number) => {
  const { version } = await getCreative(deps, me, { id: ids.id });
  const others = await adSets(count - 1);
  await updateAssignment(deps, me, { id: ids.id, version, adSetIds: [ids.adSetId, ...others] });
  return others;
};

it('one at a time it is assigned to 500 at most; an archived one makes room', async () => {
  const others = await fill(MAX_AD_SETS_OF_A_CREATIVE - 1);
  const [last = 0, beyond = 0] = await adSets(2);
  await assignCreative(deps, me, { id: ids.id, adSetId: last });
  expect(await assigned()).toBe(MAX_AD_SETS_OF_A_CREATIVE);

  const refused = await refusalOf(assignCreative(deps, me, { id: ids.id, adSetId: beyond }));
  expect([refused.code, refused.message]).toEqual([
    'conflict_status',
    // Set apart, since it is written from right to left.
    'A creative is assigned to at most 500 ad sets. Remove “\u2068בכל מקום (A)\u2069” from some first.',
  ]);
  expect(await assigned()).toBe(MAX_AD_SETS_OF_A_CREATIVE);
  // Assigned already is fine, as ever.
  await assignCreative(deps, me, { id: ids.id, adSetId: last });

  await database.pool.query('update ad_set set archived_at = now() where id = $1', [others[0]]);
  await assignCreative(deps, me, { id: ids.id, adSetId: beyond });
  expect(await assigned()).toBe(MAX_AD_SETS_OF_A_CREATIVE);
});

it('an archived one is none of those it serves, which go on as they are', async () => {
  const [archived = 0, kept = 0] = await fill(3);
  const { version } = await getCreative(deps, me, { id: ids.id });
  await database.pool.query('update ad_set set archived_at = now() where id = $1', [archived]);
  const same = { id: ids.id, version, adSetIds: [kept, ids.adSetId] };
  expect((await updateAssignment(deps, me, same)).version).toBe(version);
  await database.pool.query('update ad_set set archived_at = null where id = $1', [archived]);
  expect(await assigned()).toBe(3);
  const [added = 0] = await adSets(1);
  const after = await updateAssignment(deps, me, { ...same, adSetIds: [added, kept] });
  expect(after.adSets.map(({ id }) => id)).toEqual([kept, added]);
  // A campaign without creatives is copied as well.
  await refuseTooManyAdSets(database.db, []);
});

it('all of them are exchanged for as many others', async () => {
  await fill(MAX_AD_SETS_OF_A_CREATIVE);
  const { version } = await getCreative(deps, me, { id: ids.id });
  const others = await adSets(MAX_AD_SETS_OF_A_CREATIVE);
  const after = await updateAssignment(deps, me, { id: ids.id, version, adSetIds: others });
  expect(after.adSets.map(({ id }) => id).sort((a, b) => a - b)).toEqual(others);
});

it('a campaign whose copy would put a creative into more is not copied', async () => {
  const campaigns = async () =>
    (await database.pool.query('select from campaign where advertiser_id = $1', [me.accountId])).rows.length;
  await fill(MAX_AD_SETS_OF_A_CREATIVE - 1);
  const before = await campaigns();
  await duplicateCampaign(deps, me, { id: ids.campaignId });
  expect(await assigned()).toBe(MAX_AD_SETS_OF_A_CREATIVE);
  const refused = await refusalOf(duplicateCampaign(deps, me, { id: ids.campaignId }));
  expect(refused.message).toContain('at most 500 ad sets');
  expect([await campaigns(), await assigned()]).toEqual([before + 1, MAX_AD_SETS_OF_A_CREATIVE]);
});
