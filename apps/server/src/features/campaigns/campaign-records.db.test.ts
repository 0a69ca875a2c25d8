import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { addDays, localDayAt } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import {
  adSetFieldsOf,
  createActor,
  createTestCampaign,
  refusalOf,
  type TestDeps,
  testDeps,
} from '../testing/fixtures.ts';
import { actOnCampaign, type CampaignAct } from './act-on-campaign.ts';
import { loadAdSets } from './ad-set-record.ts';
import { discardDraft, getDraft, saveDraft } from './campaign-draft.ts';
import { archiveAdSet, createAdSet } from './edit-ad-set.ts';
import { getCampaign } from './get-campaign.ts';
import { listCampaigns } from './list-campaigns.ts';
import { pacingToday } from './pacing-today.ts';
import { updateNameAndBudgets } from './update-campaign.ts';

const TODAY = '2026-05-13';
const YESTERDAY = '2026-05-12';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let keys = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['advertiser'], 'UTC');
});

async function creativeIn(adSetIds: readonly number[], status: string, name = 'Code'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, status, public_key)
    values (${me.accountId}, ${name}, 'third_party', 300, 250, '<b>', ${status}, ${`records-of-campaigns-${++keys}`})
    returning id`.execute(database.db);
  const id = rows[0]?.id ?? 0;
  for (const adSetId of adSetIds) {
    await sql`insert into creative_ad_set (creative_id, ad_set_id) values (${id}, ${adSetId})`.execute(
      database.db,
    );
  }
  return id;
}

async function spend(adSetId: number, day: string, micros: number): Promise<void> {
  await sql`insert into ad_set_day_spend values (${adSetId}, ${day}, ${micros})`.execute(database.db);
}

const rowOf = async (id: number) => {
  const { items } = await listCampaigns(deps, me, { page: 1, pageSize: 25 });
  return items.find((item) => item.id === id);
};

describe('a campaign in the list', () => {
  it('counts open ad sets and what they show, once each, without what is archived', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    const second = await createAdSet(deps, me, { ...adSetFieldsOf('Second'), campaignId });
    const gone = await createAdSet(deps, me, { ...adSetFieldsOf('Gone'), campaignId });
    await creativeIn([adSetId, second.id], 'active');
    await creativeIn([second.id], 'pending');
    await creativeIn([adSetId], 'archived');
    await creativeIn([gone.id], 'active');
    expect(await rowOf(campaignId)).toMatchObject({ adSetCount: 3, creativeCount: 3 });
    await archiveAdSet(deps, me, { id: gone.id });
    expect(await rowOf(campaignId)).toMatchObject({ adSetCount: 2, creativeCount: 2 });
    expect((await createTestCampaign(deps, me)).campaignId).toBeGreaterThan(campaignId);
    expect((await listCampaigns(deps, me, { page: 1, pageSize: 25 })).total).toBe(2);
  });

  it('may spend today while one ad set has money left today, and no longer', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    const second = await createAdSet(deps, me, { ...adSetFieldsOf('Second'), campaignId });
    // What is archived has money left that nobody will spend.
    const gone = await createAdSet(deps, me, { ...adSetFieldsOf('Gone'), campaignId });
    await archiveAdSet(deps, me, { id: gone.id });
    await creativeIn([adSetId, second.id], 'active');
    await sql`update campaign set status = 'active', daily_budget_micros = null where id = ${campaignId}`.execute(
      database.db,
    );
    await sql`update ad_set set total_budget_micros = 100, daily_budget_micros = 10
               where campaign_id = ${campaignId}`.execute(database.db);
    await sql`insert into ledger_account (kind, owner_id, balance_micros)
              values ('advertiser_wallet', ${me.accountId}, 5)`.execute(database.db);
    const reason = async () => {
      const row = await rowOf(campaignId);
      return row?.note === 'limited' ? row.noteReason : row?.note;
    };
    expect(await reason()).toBeNull();
    // Yesterday's money is not today's.
    await spend(adSetId, YESTERDAY, 10);
    await spend(second.id, YESTERDAY, 10);
    expect(await reason()).toBeNull();
    await spend(adSetId, TODAY, 10);
    await spend(second.id, TODAY, 9);
    expect(await reason()).toBeNull();
    await sql`update ad_set_day_spend set spent_micros = 10 where ad_set_id = ${second.id} and day = ${TODAY}`.execute(
      database.db,
    );
    expect(await reason()).toBe('daily_budget_spent');
    await sql`insert into ad_set_spend values (${adSetId}, 100), (${second.id}, 99)`.execute(database.db);
    expect(await reason()).toBe('daily_budget_spent');
    await sql`update ad_set_spend set spent_micros = 100 where ad_set_id = ${second.id}`.execute(database.db);
    expect(await reason()).not.toBe('daily_budget_spent');
    expect(await reason()).not.toBeNull();
    // Without a daily budget any money that is left is today's.
    await sql`update ad_set_spend set spent_micros = 99 where ad_set_id = ${second.id}`.execute(database.db);
    await sql`update ad_set set daily_budget_micros = null where id = ${second.id}`.execute(database.db);
    expect(await reason()).toBeNull();
    await sql`update ad_set_spend set spent_micros = case ad_set_id when ${second.id} then 100 else 50 end`.execute(
      database.db,
    );
    expect(await reason()).toBe('daily_budget_spent');
  });

  it('is limited by its own wallet, and by creatives of which none is shown', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    await sql`update campaign set status = 'active' where id = ${campaignId}`.execute(database.db);
    await creativeIn([adSetId], 'pending');
    const other = await createActor(database.db, ['advertiser']);
    await sql`insert into ledger_account (kind, owner_id, balance_micros)
              values ('publisher_available', ${me.accountId}, 5), ('advertiser_wallet', ${other.accountId}, 5)`.execute(
      database.db,
    );
    expect((await rowOf(campaignId))?.noteReason).toBe('wallet_empty');
    await sql`insert into ledger_account (kind, owner_id, balance_micros)
              values ('advertiser_wallet', ${me.accountId}, 5)`.execute(database.db);
    expect((await rowOf(campaignId))?.noteReason).toBe('no_active_creative');
    await creativeIn([adSetId], 'active');
    expect((await rowOf(campaignId))?.noteReason).toBeNull();
  });

  it('is counted as it is narrowed', async () => {
    await createTestCampaign(deps, me, 'Lanterns');
    await createTestCampaign(deps, me, 'Harbour');
    const total = async (query: object) =>
      (await listCampaigns(deps, me, { page: 1, pageSize: 25, ...query })).total;
    expect(await total({ search: 'lantern' })).toBe(1);
    expect([await total({ startFrom: '2026-05-02' }), await total({ startTo: '2026-04-30' })]).toEqual([
      0, 0,
    ]);
    expect([await total({ createdFrom: '2026-05-14' }), await total({ createdTo: '2026-05-12' })]).toEqual([
      0, 0,
    ]);
    const created = { createdFrom: '2026-05-13', createdTo: '2026-05-13' };
    expect(await total({ ...created, startFrom: '2026-05-02', startTo: '2026-05-03' })).toBe(0);
  });
});

describe('ad sets of a campaign', () => {
  it('come oldest first, archived ones last, with what they spent in all and today', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    const second = await createAdSet(deps, me, { ...adSetFieldsOf('Second'), campaignId });
    const third = await createAdSet(deps, me, { ...adSetFieldsOf('Third'), campaignId });
    await archiveAdSet(deps, me, { id: second.id });
    await creativeIn([adSetId], 'active');
    await creativeIn([adSetId, third.id], 'archived');
    await spend(adSetId, YESTERDAY, 7);
    await spend(adSetId, TODAY, 3);
    await sql`insert into ad_set_spend values (${adSetId}, 10)`.execute(database.db);
    const rows = await loadAdSets(database.db, me, { campaignId }, TODAY);
    expect(rows.map((row) => [row.id, row.spent_micros, row.spent_today_micros, row.creative_count])).toEqual(
      [
        [adSetId, 10n, 3n, 1],
        [third.id, 0n, 0n, 0],
        [second.id, 0n, 0n, 0],
      ],
    );
  });
});

describe('budgets of a campaign that is edited', () => {
  const budgets = async (adSetId: number) => {
    const [row] = await loadAdSets(database.db, me, { id: adSetId }, TODAY);
    return [row?.total_budget_micros, row?.daily_budget_micros, row?.version];
  };
  const edit = async (id: number, version: number, totalBudget: number, dailyBudget: number | null) =>
    await updateNameAndBudgets(deps, me, { id, version, name: 'Spring', totalBudget, dailyBudget });

  it('move the ad sets that follow it, and no others, nor anybody else’s', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    const own = { ...adSetFieldsOf('Own'), campaignId, totalBudget: 300, dailyBudget: 20 };
    const { id: ownId } = await createAdSet(deps, me, own);
    const elsewhere = await createTestCampaign(deps, me, 'Elsewhere');
    const gone = await createAdSet(deps, me, { ...adSetFieldsOf('Gone'), campaignId });
    await archiveAdSet(deps, me, { id: gone.id });
    const before = await Promise.all([ownId, elsewhere.adSetId, gone.id].map(budgets));
    const { version } = await getCampaign(deps, me, { id: campaignId });
    await edit(campaignId, version, 400, 40);
    expect(await budgets(adSetId)).toEqual([400_000_000n, 40_000_000n, 2]);
    expect(await Promise.all([ownId, elsewhere.adSetId, gone.id].map(budgets))).toEqual(before);
  });

  it('may fall to an ad set’s own total, and no further', async () => {
    const { campaignId } = await createTestCampaign(deps, me);
    const own = { ...adSetFieldsOf('Own'), campaignId, totalBudget: 300 };
    await createAdSet(deps, me, own);
    const { version } = await getCampaign(deps, me, { id: campaignId });
    const refused = await refusalOf(edit(campaignId, version, 299.99, 50));
    expect(refused.issues).toMatchObject([{ code: 'ad_set_budget_exceeds_campaign' }]);
    expect((await edit(campaignId, version, 300, 50)).totalBudget).toBe(300);
  });
});

it('an archived ad set is another version, and the list is narrowed by either end of the starts', async () => {
  const { campaignId, adSetId } = await createTestCampaign(deps, me);
  await archiveAdSet(deps, me, { id: adSetId });
  expect((await loadAdSets(database.db, me, { id: adSetId }, TODAY))[0]?.version).toBe(2);
  const ids = async (query: object) =>
    (await listCampaigns(deps, me, { page: 1, pageSize: 25, ...query })).items.map(({ id }) => id);
  expect([await ids({ startTo: '2026-04-30' }), await ids({ startTo: '2026-05-01' })]).toEqual([
    [],
    [campaignId],
  ]);
  expect([await ids({ startFrom: '2026-05-02' }), await ids({ startFrom: '2026-05-01' })]).toEqual([
    [],
    [campaignId],
  ]);
});

describe('an action that is refused', () => {
  const messageOf = async (id: number, action: CampaignAct) =>
    (await refusalOf(actOnCampaign(deps, me, { id, action }))).message;
  const set = async (id: number, status: string, approved: boolean) => {
    await sql`update campaign set status = ${status}, approved_at = ${approved ? new Date() : null}
               where id = ${id}`.execute(database.db);
  };

  it('says what to do instead', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    expect(await messageOf(campaignId, 'activate')).toBe(
      'The campaign is paused and not approved. Submit it for review first.',
    );
    await set(campaignId, 'paused', true);
    expect(await messageOf(campaignId, 'publish')).toBe(
      'The campaign is paused and approved already. Activate it instead.',
    );
    await set(campaignId, 'active', true);
    expect(await messageOf(campaignId, 'publish')).toBe(
      'The campaign is active now, so it cannot be published.',
    );
    expect(await messageOf(campaignId, 'activate')).toBe(
      'The campaign is active now, so it cannot be activated.',
    );
    await archiveAdSet(deps, me, { id: adSetId });
    expect(await messageOf(campaignId, 'publish')).toBe(
      'The campaign is active now, so it cannot be published.',
    );
    for (const status of ['paused', 'rejected']) {
      await set(campaignId, status, false);
      expect(await messageOf(campaignId, 'publish')).toBe(
        `The campaign is ${status} and has no ad set. Add one before you publish it.`,
      );
    }
  });
});

it('a draft is of one person in one account', async () => {
  const [elsewhere, other] = [
    await createActor(database.db, ['advertiser']),
    await createActor(database.db, ['advertiser']),
  ];
  const mine = { ...me, accountId: elsewhere.accountId };
  const theirs = { ...other, accountId: me.accountId };
  const all = [me, mine, theirs];
  for (const [index, actor] of all.entries()) {
    const content = { campaign: { name: `Draft ${index}` }, adSet: {} };
    await saveDraft(deps, actor, { step: 'setting', content });
  }
  const names = async () =>
    await Promise.all(
      all.map(async (actor) => (await getDraft(deps, actor))?.content.campaign?.name ?? null),
    );
  expect(await names()).toEqual(['Draft 0', 'Draft 1', 'Draft 2']);
  await discardDraft(deps, me);
  expect(await names()).toEqual([null, 'Draft 1', 'Draft 2']);
  await saveDraft(deps, me, { step: 'setting', content: { campaign: { name: 'Again' }, adSet: {} } });
  await createTestCampaign(deps, me);
  expect(await names()).toEqual([null, 'Draft 1', 'Draft 2']);
});

it('a category that is none any more is none', async () => {
  const { campaignId } = await createTestCampaign(deps, me);
  const categoryOf = async (stored: string | null) => {
    await database.db
      .updateTable('campaign')
      .set({ category: stored })
      .where('id', '=', campaignId)
      .execute();
    return (await getCampaign(deps, me, { id: campaignId })).category;
  };
  expect([await categoryOf('pets'), await categoryOf('steam engines'), await categoryOf(null)]).toEqual([
    'pets',
    null,
    null,
  ]);
});

it('the pace of a day is that of one’s own campaigns that run on it, by the ad sets that are not archived', async () => {
  const { campaignId, adSetId } = await createTestCampaign(deps, me);
  const today = localDayAt('UTC', deps.clock().getTime());
  const set = async (values: {
    status?: 'active' | 'paused';
    start_date?: string;
    end_date?: string | null;
  }) => await database.db.updateTable('campaign').set(values).where('id', '=', campaignId).execute();
  const elsewhere = await createTestCampaign(deps, me, 'Elsewhere');
  await database.db
    .updateTable('campaign')
    .set({ status: 'active', start_date: today, end_date: null })
    .where('id', '=', elsewhere.campaignId)
    .execute();
  const paced = async (actor = me) => {
    const found = await pacingToday(deps, actor, [campaignId]);
    expect(found.has(elsewhere.campaignId)).toBe(false);
    return found.has(campaignId);
  };
  await set({ status: 'active', start_date: today, end_date: today });
  expect(await paced()).toBe(true);
  expect(await paced(await createActor(database.db, ['advertiser'], 'UTC'))).toBe(false);
  await set({ start_date: addDays(today, 1), end_date: null });
  expect(await paced()).toBe(false);
  await set({ start_date: addDays(today, -2), end_date: addDays(today, -1) });
  expect(await paced()).toBe(false);
  await set({ start_date: today, end_date: null, status: 'paused' });
  expect(await paced()).toBe(false);
  await set({ status: 'active' });
  expect(await paced()).toBe(true);
  await database.db
    .updateTable('ad_set')
    .set({ archived_at: deps.clock() })
    .where('id', '=', adSetId)
    .execute();
  expect(await paced()).toBe(false);
});

it('the plan of a day is of what each limit left before it, and begins with the approval', async () => {
  const { campaignId, adSetId } = await createTestCampaign(deps, me);
  await sql`update campaign set status = 'active', start_date = ${YESTERDAY}, end_date = null, daily_budget_micros = null,
                                approved_at = ${YESTERDAY}, total_budget_micros = 3000000 where id = ${campaignId}`.execute(
    database.db,
  );
  await sql`update ad_set set start_minute = default, end_minute = default, days_of_week = default,
                              daily_budget_micros = null, total_budget_micros = 3000000 where id = ${adSetId}`.execute(
    database.db,
  );
  const plan = async () => (await pacingToday(deps, me, [campaignId])).get(campaignId);
  const total = async (table: 'ad_set' | 'campaign', id: number, micros: number) =>
    await sql`update ${sql.table(table)} set total_budget_micros = ${micros} where id = ${id}`.execute(
      database.db,
    );
  const untouched = await plan();
  expect(untouched?.spentMicros).toBe(0n);
  // Spent before today it is gone; spent today it was there as the day began.
  await spend(adSetId, YESTERDAY, 1_000_000);
  await spend(adSetId, TODAY, 500_000);
  await sql`insert into ad_set_spend values (${adSetId}, 1500000)`.execute(database.db);
  await sql`insert into campaign_spend values (${campaignId}, 1500000)`.execute(database.db);
  await total('campaign', campaignId, 9_000_000);
  await total('ad_set', adSetId, 4_000_000);
  const byAdSet = await plan();
  await total('campaign', campaignId, 4_000_000);
  await total('ad_set', adSetId, 9_000_000);
  const byCampaign = await plan();
  const planned = untouched?.plannedTodayMicros ?? 0n;
  expect(planned).toBeGreaterThan(0n);
  expect([byAdSet, byCampaign]).toEqual([
    { ...untouched, spentMicros: 500_000n },
    { ...untouched, spentMicros: 500_000n },
  ]);
  // Noon: half of the day is over.
  expect(untouched?.plannedSoFarMicros).toBe(planned / 2n);
  await sql`update campaign set approved_at = '2026-05-13T06:00:00Z' where id = ${campaignId}`.execute(
    database.db,
  );
  const later = await plan();
  const whole = later?.plannedTodayMicros ?? 0n;
  expect(later?.plannedSoFarMicros).toBe(whole / 3n);
});
