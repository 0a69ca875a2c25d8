import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { completeCampaigns } from '../../jobs/complete-campaigns.ts';
import { assignCreative, removeFromAdSet } from '../creatives/assign-creative.ts';
import { createCreative } from '../creatives/create-creative.ts';
import { updateAssignment } from '../creatives/update-creative.ts';
import { approveReview, rejectReview } from '../reviews/decide-review.ts';
import {
  adSetFieldsOf,
  campaignFieldsOf,
  createActor,
  createTestCampaign,
  refusalOf,
  testDeps,
} from '../testing/fixtures.ts';
import { actOnCampaign } from './act-on-campaign.ts';
import { archiveAdSet, createAdSet, updateAdSet } from './edit-ad-set.ts';
import { listActivity } from './list-activity.ts';
import { updateCampaign } from './update-campaign.ts';

let database: TestDatabase;
let deps: ReturnType<typeof testDeps>;
let me: Actor;
let operator: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
  me = await createActor(database.db, ['advertiser']);
  operator = await createActor(database.db, ['operator']);
});
afterAll(async () => {
  await database.drop();
});

let keys = 0;
const newCreative = async (name: string, adSetIds: number[]) =>
  await createCreative(deps, me, {
    basicInfo: { name, description: '' },
    content: { type: 'third_party', size: { width: 300, height: 250 }, adCode: '<p>' },
    adSetIds,
    requestKey: `creative-${++keys}`,
  });
const versionOf = async (kind: 'campaign' | 'creative', id: number) =>
  (await database.pool.query<{ version: number }>(`select version from ${kind} where id = $1`, [id])).rows[0]
    ?.version ?? 0;
const actions = async (id: number, page: { before?: string; limit?: number } = {}) =>
  (await listActivity(deps, me, { id, ...page })).items.map((one) => one.action);

it('tells of the campaign, its ad sets, assignments, reviews and what the system did', async () => {
  const { campaignId, adSetId } = await createTestCampaign(deps, me, 'Spring');
  const elsewhere = await createTestCampaign(deps, me, 'Autumn');
  const creative = await newCreative('Wide banner', [elsewhere.adSetId]);
  await assignCreative(deps, me, { id: creative.id, adSetId });
  const second = await createAdSet(deps, me, { ...adSetFieldsOf('Second'), campaignId });
  await updateAdSet(deps, me, { ...adSetFieldsOf('Second'), id: second.id, version: 1, locations: ['FR'] });
  await updateCampaign(deps, me, {
    ...campaignFieldsOf('Spring'),
    totalBudget: 800,
    id: campaignId,
    version: await versionOf('campaign', campaignId),
  });
  await actOnCampaign(deps, me, { id: campaignId, action: 'publish' });
  const campaign = { kind: 'campaign' as const, id: campaignId };
  await approveReview(deps, operator, { ...campaign, version: await versionOf('campaign', campaignId) });
  const rejection = { code: 'misleading' as const, text: 'The price is missing.' };
  await rejectReview(deps, operator, {
    kind: 'creative',
    id: creative.id,
    version: await versionOf('creative', creative.id),
    ...rejection,
  });
  await archiveAdSet(deps, me, { id: second.id });
  await database.pool.query("update campaign set end_date = '2026-05-12' where id = $1", [campaignId]);
  await database.db.transaction().execute(async (trx) => await completeCampaigns(deps, trx, deps.clock()));

  const { items } = await listActivity(deps, me, { id: campaignId });
  expect(items.map((one) => [one.action, one.actorKind, one.subject.name])).toEqual([
    ['campaign.complete', 'system', 'Spring'],
    ['ad_set.archive', 'advertiser', 'Second'],
    ['creative.reject', 'operator', 'Wide banner'],
    ['campaign.approve', 'operator', 'Spring'],
    ['campaign.publish', 'advertiser', 'Spring'],
    ['campaign.edit', 'advertiser', 'Spring'],
    ['ad_set.edit', 'advertiser', 'Second'],
    ['ad_set.create', 'advertiser', 'Second'],
    ['creative.assign', 'advertiser', 'Wide banner'],
    ['campaign.create', 'advertiser', 'Spring'],
  ]);
  expect(items[3]?.actor).toBe('Operator');
  expect(items[2]?.detail).toMatchObject(rejection);
  expect(items[5]?.detail).toMatchObject({ totalBudget: { before: 500, after: 800 } });
  expect(items[6]?.detail).toMatchObject({ locations: { before: ['DE', 'AT'], after: ['FR'] } });
});

it('still tells of an assignment that is gone, and not of one elsewhere', async () => {
  const { campaignId, adSetId } = await createTestCampaign(deps, me, 'Lanterns');
  const elsewhere = await createTestCampaign(deps, me, 'Harbour');
  const creative = await newCreative('Square one', [adSetId]);
  await removeFromAdSet(deps, me, { id: creative.id, adSetId });
  const version = await versionOf('creative', creative.id);
  const save = async (adSetIds: number[], from: number) =>
    await updateAssignment(deps, me, { id: creative.id, version: from, adSetIds });
  await save([elsewhere.adSetId], version);
  await save([elsewhere.adSetId, adSetId], version + 1);
  await save([adSetId], version + 2);
  const assignments = ['creative.editAssignment', 'creative.removeFromAdSet', 'creative.create'];
  expect(await actions(campaignId)).toEqual([...assignments, 'campaign.create']);
  expect(await actions(elsewhere.campaignId)).toEqual([
    'creative.editAssignment',
    'creative.editAssignment',
    'campaign.create',
  ]);
});

it('comes page by page without a gap or a repeat', async () => {
  const { campaignId } = await createTestCampaign(deps, me, 'Pages');
  for (const action of ['publish', 'cancel', 'archive'] as const) {
    await actOnCampaign(deps, me, { id: campaignId, action });
  }
  const first = await listActivity(deps, me, { id: campaignId, limit: 3 });
  expect(first.items.map((one) => one.action)).toEqual([
    'campaign.archive',
    'campaign.cancel',
    'campaign.publish',
  ]);
  expect(await actions(campaignId, { limit: 3, before: first.next ?? '' })).toEqual(['campaign.create']);
  expect((await listActivity(deps, me, { id: campaignId, limit: 4 })).next).toBeNull();
});

async function logged(kind: string, id: number, action: string, by = me.userId, detail = {}): Promise<void> {
  await database.pool.query(
    `insert into audit_log (actor_user_id, actor_kind, action, subject_kind, subject_id, detail, at)
     values ($1, 'advertiser', $2, $3, $4, $5, now())`,
    [by, action, kind, id, detail],
  );
}

it('has twenty-five lines to a page where no other number is asked for', async () => {
  const { campaignId } = await createTestCampaign(deps, me, 'Busy');
  for (let count = 1; count < 26; count += 1) await logged('campaign', campaignId, 'campaign.edit');
  const page = await listActivity(deps, me, { id: campaignId });
  expect([page.items.length, page.next]).toEqual([25, page.items[24]?.id]);
  expect(await actions(campaignId, { before: page.next ?? '' })).toEqual(['campaign.create']);
});

it('takes the number of one kind for no other, and of a creative what decides over the campaign', async () => {
  // Numbers that no other record has.
  for (const [table, first] of [
    ['campaign', 1_000_000],
    ['ad_set', 2_000_000],
    ['creative', 3_000_000],
  ]) {
    await database.pool.query('select setval(pg_get_serial_sequence($1, $2), $3)', [table, 'id', first]);
  }
  const { campaignId, adSetId } = await createTestCampaign(deps, me, 'Apart');
  const { id: creativeId } = await newCreative('Shown twice', [adSetId]);
  const second = await createAdSet(deps, me, { ...adSetFieldsOf('Second'), campaignId });
  await assignCreative(deps, me, { id: creativeId, adSetId: second.id });
  const before = await actions(campaignId);
  for (const id of [campaignId, adSetId, creativeId]) {
    for (const kind of ['campaign', 'ad_set', 'creative', 'website']) {
      for (const action of ['pause', 'rename']) await logged(kind, id, `${kind}.${action}`);
    }
  }
  const { items } = await listActivity(deps, me, { id: campaignId });
  expect(items.slice(0, -before.length).map(({ action, subject }) => [action, subject])).toEqual([
    ['creative.pause', { kind: 'creative', id: creativeId, name: 'Shown twice' }],
    ['ad_set.rename', { kind: 'ad_set', id: adSetId, name: 'Apart everywhere' }],
    ['ad_set.pause', { kind: 'ad_set', id: adSetId, name: 'Apart everywhere' }],
    ['campaign.rename', { kind: 'campaign', id: campaignId, name: 'Apart' }],
    ['campaign.pause', { kind: 'campaign', id: campaignId, name: 'Apart' }],
  ]);
  // Of all together the newest.
  expect(await actions(campaignId, { limit: 2 })).toEqual(['creative.pause', 'ad_set.rename']);
});

it('tells once of what is told of a creative and of its ad sets', async () => {
  const { campaignId, adSetId } = await createTestCampaign(deps, me, 'Once');
  const { id } = await newCreative('Both ways', [adSetId]);
  await logged('creative', id, 'creative.archive', me.userId, { adSetIds: { before: [adSetId], after: [] } });
  expect(await actions(campaignId)).toEqual(['creative.archive', 'creative.create', 'campaign.create']);
});

it('names the members of the account, and says You of one without a name', async () => {
  const { campaignId } = await createTestCampaign(deps, me, 'Names');
  const nameless = await createActor(database.db, ['advertiser']);
  await database.pool.query(`update app_user set first_name = '', last_name = '' where id = $1`, [
    nameless.userId,
  ]);
  await logged('campaign', campaignId, 'campaign.edit', nameless.userId);
  const { items } = await listActivity(deps, me, { id: campaignId });
  expect(items.map(({ actor }) => actor)).toEqual(['You', expect.stringMatching(/^Ada Number \d+$/)]);
});

it('shows nobody another’s', async () => {
  const { campaignId } = await createTestCampaign(deps, me);
  const other = await createActor(database.db, ['advertiser']);
  expect((await refusalOf(listActivity(deps, other, { id: campaignId }))).code).toBe('campaign_not_found');
});
