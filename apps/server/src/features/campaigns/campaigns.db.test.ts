import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { MAX_OPEN_AD_SETS } from '@placard/domain/campaign/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import {
  adSetFieldsOf,
  campaignFieldsOf,
  createActor,
  createTestCampaign,
  refusalOf,
  type TestDeps,
  testDeps,
} from '../testing/fixtures.ts';
import { actOnCampaign } from './act-on-campaign.ts';
import { discardDraft, getDraft, saveDraft } from './campaign-draft.ts';
import { canCreateCampaign } from './can-create-campaign.ts';
import { createCampaign } from './create-campaign.ts';
import { archiveAdSet, createAdSet, duplicateAdSet, updateAdSet } from './edit-ad-set.ts';
import { getCampaign } from './get-campaign.ts';
import { listActivity } from './list-activity.ts';
import { listCampaigns } from './list-campaigns.ts';
import { updateCampaign, updateNameAndBudgets } from './update-campaign.ts';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let other: Actor;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['advertiser'], 'Europe/Berlin');
  other = await createActor(database.db, ['advertiser']);
});

const everything = { page: 1, pageSize: 25 };

async function setStatus(id: number, status: 'active' | 'pending' | 'archived', approved = true) {
  await database.db
    .updateTable('campaign')
    .set({ status, approved_at: approved ? new Date() : null })
    .where('id', '=', id)
    .execute();
}

describe('create', () => {
  it('writes a paused campaign and its ad set, whose empty budgets are the campaign’s', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    const campaign = await getCampaign(deps, me, { id: campaignId });
    expect(campaign).toMatchObject({
      status: 'paused',
      submitted: false,
      approved: false,
      totalBudget: 500,
      dailyBudget: 50,
      actions: ['publish', 'edit', 'duplicate', 'cancel', 'archive'],
    });
    expect(campaign.adSets).toMatchObject([
      {
        id: adSetId,
        totalBudget: 500,
        dailyBudget: 50,
        startTime: '08:00',
        endTime: '22:30',
        daysOfWeek: [1, 2, 5],
        locations: ['DE', 'AT'],
      },
    ]);
  });

  it('answers a repeated press with the first campaign, pressed at once or later', async () => {
    const input = {
      campaign: campaignFieldsOf('Twice'),
      adSet: adSetFieldsOf('Once'),
      requestKey: 'pressed-twice',
    };
    const answers = await Promise.all([createCampaign(deps, me, input), createCampaign(deps, me, input)]);
    const again = await createCampaign(deps, me, input);
    expect([answers[1], again]).toEqual([answers[0], answers[0]]);
    expect((await listCampaigns(deps, me, everything)).total).toBe(1);
  });

  it('refuses broken rules with their fields, and writes nothing', async () => {
    const error = await refusalOf(
      createCampaign(deps, me, {
        campaign: { ...campaignFieldsOf('Broken'), dailyBudget: 501, endDate: '2026-05-12' },
        adSet: adSetFieldsOf('a'),
        requestKey: 'broken-campaign',
      }),
    );
    expect(error.issues?.map((one) => [one.path, one.code])).toEqual([
      ['campaign.dailyBudget', 'daily_budget_exceeds_total'],
      ['campaign.endDate', 'end_date_in_past'],
    ]);
    const second = await refusalOf(
      createCampaign(deps, me, {
        campaign: campaignFieldsOf('Broken'),
        adSet: { ...adSetFieldsOf('a'), totalBudget: 501 },
        requestKey: 'broken-ad-set',
      }),
    );
    expect(second.issues?.map((one) => one.path)).toEqual(['adSet.totalBudget']);
    expect((await listCampaigns(deps, me, everything)).total).toBe(0);
  });

  it('the day of the rule is the account’s: past midnight in Berlin, not yet in New York', async () => {
    const late = { ...deps, clock: () => new Date('2026-05-13T23:30:00Z') };
    const newYorker = await createActor(database.db, ['advertiser'], 'America/New_York');
    const input = {
      campaign: { ...campaignFieldsOf('Ends today'), endDate: '2026-05-13' },
      adSet: adSetFieldsOf('a'),
      requestKey: 'ends-today',
    };
    expect((await refusalOf(createCampaign(late, me, input))).code).toBe('invalid_input');
    expect(await createCampaign(late, newYorker, input)).toHaveProperty('campaignId');
  });

  it('is allowed until the account holds 5,000', async () => {
    expect(await canCreateCampaign(deps, me)).toEqual({ allowed: true, reason: null });
    await database.pool.query(
      `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
       select $1, 'c' || n, 'TRAFFIC', 1000000, '2026-05-01', 'many-campaigns-' || n from generate_series(1, 5000) n`,
      [me.accountId],
    );
    expect(await canCreateCampaign(deps, me)).toMatchObject({ allowed: false });
    expect((await refusalOf(createTestCampaign(deps, me))).code).toBe('conflict_status');
  });
});

describe('list', () => {
  it('filters, sorts, pages and counts only the account’s own', async () => {
    const names = ['Alpha 100%', 'Beta', 'Gamma'];
    const ids: number[] = [];
    for (const name of names) ids.push((await createTestCampaign(deps, me, name)).campaignId);
    await createTestCampaign(deps, other, 'Alpha of another');
    const [alpha = 0, beta = 0, gamma = 0] = ids;
    await setStatus(beta, 'active');
    await setStatus(gamma, 'archived');
    const all = await listCampaigns(deps, me, { ...everything, sort: 'name' });
    expect(all.items.map((item) => item.name)).toEqual(['Alpha 100%', 'Beta']);
    expect(all.stats).toEqual({ total: 2, active: 1, totalBudget: 1_000 });
    const ask = async (query: object) =>
      (await listCampaigns(deps, me, { ...everything, ...query })).items.map((item) => item.id);
    expect(await ask({ search: '0%' })).toEqual([alpha]);
    expect(await ask({ search: '%%' })).toEqual([]);
    expect(await ask({ search: String(beta) })).toEqual([beta]);
    expect(await ask({ status: 'archived' })).toEqual([gamma]);
    expect(await ask({ startFrom: '2026-05-01', startTo: '2026-05-01', sort: '-name' })).toEqual([
      beta,
      alpha,
    ]);
    expect(await ask({ startFrom: '2026-05-02' })).toEqual([]);
    expect(await ask({ sort: 'name', page: 2, pageSize: 1 })).toEqual([beta]);
  });

  it('created dates are days of the account’s zone', async () => {
    const { campaignId } = await createTestCampaign(deps, me);
    await database.pool.query("update campaign set created_at = '2026-05-12T22:30:00Z' where id = $1", [
      campaignId,
    ]);
    const ask = async (createdFrom: string, createdTo: string) =>
      (await listCampaigns(deps, me, { ...everything, createdFrom, createdTo })).total;
    expect(await ask('2026-05-13', '2026-05-13')).toBe(1);
    expect(await ask('2026-05-12', '2026-05-12')).toBe(0);
  });

  it('says what limits an active campaign', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    await setStatus(campaignId, 'active');
    const reason = async () => {
      const [item] = (await listCampaigns(deps, me, everything)).items;
      return item?.note === 'scheduled' ? 'scheduled' : item?.noteReason;
    };
    expect(await reason()).toBe('wallet_empty');
    await database.db
      .insertInto('ledger_account')
      .values({ kind: 'advertiser_wallet', owner_id: me.accountId, balance_micros: 5n })
      .execute();
    expect(await reason()).toBe('no_active_creative');
    await database.pool.query(
      `with k as (insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, status, public_key)
                  values ($1, 'Code', 'third_party', 300, 250, '<b>', 'active', 'key-of-limited-creative') returning id)
       insert into creative_ad_set (creative_id, ad_set_id) select id, $2 from k`,
      [me.accountId, adSetId],
    );
    expect(await reason()).toBeNull();
    await database.pool.query("insert into ad_set_day_spend values ($1, '2026-05-13', 50000000)", [adSetId]);
    expect(await reason()).toBe('daily_budget_spent');
    await database.pool.query('insert into campaign_spend values ($1, 500000000)', [campaignId]);
    expect(await reason()).toBe('total_budget_spent');
    await database.pool.query("update campaign set start_date = '2026-05-14' where id = $1", [campaignId]);
    expect(await reason()).toBe('scheduled');
  });
});

describe('update', () => {
  const input = (id: number, version: number) => {
    const { objective: _, ...fields } = campaignFieldsOf('Spring');
    return { ...fields, id, version };
  };

  it('an edit of an active campaign pauses it and clears its approval; saving the same does not', async () => {
    const { campaignId } = await createTestCampaign(deps, me);
    await setStatus(campaignId, 'active');
    const same = await updateCampaign(deps, me, input(campaignId, 1));
    expect(same).toMatchObject({ status: 'active', approved: true, version: 1 });
    const edited = await updateCampaign(deps, me, {
      ...input(campaignId, 1),
      totalBudget: 800,
      dailyBudget: null,
    });
    expect(edited).toMatchObject({ status: 'paused', approved: false, version: 2, totalBudget: 800 });
    expect(edited.adSets).toMatchObject([{ totalBudget: 800, dailyBudget: null }]);
    const { items: activity } = await listActivity(deps, me, { id: campaignId });
    expect(activity.map((one) => one.action)).toEqual(['campaign.edit', 'campaign.create']);
    expect(activity[0]?.detail).toMatchObject({
      totalBudget: { before: 500, after: 800 },
      status: { before: 'active', after: 'paused' },
    });
  });

  it('the list’s fields alone leave the others as they are', async () => {
    const { campaignId } = await createTestCampaign(deps, me);
    await setStatus(campaignId, 'active');
    const fields = { id: campaignId, version: 1, name: 'Summer', totalBudget: 600, dailyBudget: null };
    expect(await updateNameAndBudgets(deps, me, fields)).toMatchObject({
      ...campaignFieldsOf('Summer'),
      totalBudget: 600,
      dailyBudget: null,
      status: 'paused',
      approved: false,
      version: 2,
    });
    const code = async (change: object, actor = me) =>
      (await refusalOf(updateNameAndBudgets(deps, actor, { ...fields, version: 2, ...change }))).code;
    expect(await code({ version: 1 })).toBe('conflict_version');
    expect(await code({ dailyBudget: 601 })).toBe('invalid_input');
    expect(await code({}, other)).toBe('campaign_not_found');
    await setStatus(campaignId, 'archived');
    expect(await code({ name: 'Autumn' })).toBe('conflict_status');
  });

  it('refuses an old version, an ended campaign, broken rules and another’s campaign', async () => {
    const { campaignId } = await createTestCampaign(deps, me);
    const code = async (work: Promise<unknown>) => (await refusalOf(work)).code;
    expect(await code(updateCampaign(deps, me, input(campaignId, 2)))).toBe('conflict_version');
    expect(await code(updateCampaign(deps, other, input(campaignId, 1)))).toBe('campaign_not_found');
    await database.pool.query('insert into campaign_spend values ($1, 200000000)', [campaignId]);
    const broken = await refusalOf(
      updateCampaign(deps, me, { ...input(campaignId, 1), totalBudget: 199, dailyBudget: null }),
    );
    expect(broken.issues?.[0]?.code).toBe('total_budget_below_spent');
    await setStatus(campaignId, 'archived');
    const archived = await refusalOf(updateCampaign(deps, me, input(campaignId, 1)));
    expect([archived.code, archived.message]).toEqual([
      'conflict_status',
      'The campaign is archived now, so it cannot be edited.',
    ]);
    // By which it is said in other languages.
    expect(archived.told).toEqual({
      reason: 'campaign_cannot_be_edited',
      values: { campaignStatus: 'archived' },
    });
  });
});

describe('act', () => {
  it('publish → pending; what the operator said is gone; pressing twice at once publishes once', async () => {
    const { campaignId } = await createTestCampaign(deps, me);
    const results = await Promise.allSettled(
      [1, 2].map(async () => await actOnCampaign(deps, me, { id: campaignId, action: 'publish' })),
    );
    expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    const campaign = await getCampaign(deps, me, { id: campaignId });
    expect(campaign).toMatchObject({
      status: 'pending',
      submitted: true,
      actions: ['edit', 'duplicate', 'cancel'],
    });
  });

  it('needs an ad set to publish and an approval to activate', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    const activate = await refusalOf(actOnCampaign(deps, me, { id: campaignId, action: 'activate' }));
    expect(activate.message).toContain('not approved');
    await archiveAdSet(deps, me, { id: adSetId });
    const publish = await refusalOf(actOnCampaign(deps, me, { id: campaignId, action: 'publish' }));
    expect(publish.message).toContain('no ad set');
  });

  it('another’s campaign is not found', async () => {
    const { campaignId } = await createTestCampaign(deps, me);
    for (const action of ['publish', 'pause', 'archive'] as const) {
      const error = await refusalOf(actOnCampaign(deps, other, { id: campaignId, action }));
      expect(error.code).toBe('campaign_not_found');
    }
    expect((await refusalOf(getCampaign(deps, other, { id: campaignId }))).code).toBe('campaign_not_found');
    expect((await refusalOf(listActivity(deps, other, { id: campaignId }))).code).toBe('campaign_not_found');
  });
});

describe('ad sets', () => {
  it('has room for 200 that are not archived', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    const more = Array.from({ length: MAX_OPEN_AD_SETS - 2 }, (_, index) => ({
      ...{ campaign_id: campaignId, name: `Ad set ${index}`, total_budget_micros: 1_000_000n },
    }));
    await database.db.insertInto('ad_set').values(more).execute();
    const last = await createAdSet(deps, me, { ...adSetFieldsOf('Last'), campaignId });
    const tooMany = await refusalOf(duplicateAdSet(deps, me, { id: adSetId }));
    expect([tooMany.code, tooMany.message]).toEqual([
      ...['conflict_status', 'A campaign has at most 200 ad sets. Archive some before you add another.'],
    ]);
    await archiveAdSet(deps, me, { id: last.id });
    await duplicateAdSet(deps, me, { id: adSetId });
  });

  it('creating, editing and duplicating are edits of the campaign; archiving is not', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    const statusNow = async () => (await getCampaign(deps, me, { id: campaignId })).status;
    await setStatus(campaignId, 'active');
    const second = await createAdSet(deps, me, { ...adSetFieldsOf('Second'), campaignId, totalBudget: 20 });
    expect(second).toMatchObject({ totalBudget: 20, dailyBudget: 20 });
    expect(await statusNow()).toBe('paused');
    await setStatus(campaignId, 'active');
    await updateAdSet(deps, me, { ...adSetFieldsOf('Spring everywhere'), id: adSetId, version: 1 });
    expect(await statusNow()).toBe('active');
    const edited = await updateAdSet(deps, me, {
      ...adSetFieldsOf('Renamed'),
      bid: 1.5,
      id: adSetId,
      version: 1,
    });
    expect(edited).toMatchObject({ name: 'Renamed', bid: 1.5, version: 2 });
    expect(await statusNow()).toBe('paused');
    await setStatus(campaignId, 'pending', false);
    const copy = await duplicateAdSet(deps, me, { id: adSetId });
    expect(copy).toMatchObject({ name: 'Renamed (copy)', bid: 1.5, creativeCount: 0 });
    expect(await statusNow()).toBe('paused');
    await setStatus(campaignId, 'active');
    await archiveAdSet(deps, me, { id: copy.id });
    expect(await statusNow()).toBe('active');
    const again = await refusalOf(archiveAdSet(deps, me, { id: copy.id }));
    expect(again.code).toBe('conflict_status');
  });

  it('refuses another’s, an old version, too large a budget and an ended campaign', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    const fields = adSetFieldsOf('x');
    const code = async (work: Promise<unknown>) => (await refusalOf(work)).code;
    expect(await code(createAdSet(deps, other, { ...fields, campaignId }))).toBe('campaign_not_found');
    expect(await code(updateAdSet(deps, other, { ...fields, id: adSetId, version: 1 }))).toBe(
      'ad_set_not_found',
    );
    expect(await code(duplicateAdSet(deps, other, { id: adSetId }))).toBe('ad_set_not_found');
    expect(await code(archiveAdSet(deps, other, { id: adSetId }))).toBe('ad_set_not_found');
    expect(await code(updateAdSet(deps, me, { ...fields, id: adSetId, version: 9 }))).toBe(
      'conflict_version',
    );
    expect(await code(createAdSet(deps, me, { ...fields, campaignId, totalBudget: 501 }))).toBe(
      'invalid_input',
    );
    await actOnCampaign(deps, me, { id: campaignId, action: 'cancel' });
    expect(await code(createAdSet(deps, me, { ...fields, campaignId }))).toBe('conflict_status');
    expect(await code(updateAdSet(deps, me, { ...fields, id: adSetId, version: 1 }))).toBe('conflict_status');
  });
});

describe('draft', () => {
  it('is kept as typed, one for each account, and gone after creating or starting over', async () => {
    expect(await getDraft(deps, me)).toBeNull();
    const content = { campaign: { name: 'Half', totalBudget: 'abc' }, adSet: {} };
    expect(await saveDraft(deps, me, { step: 'setting', content })).toMatchObject({ version: 1, content });
    expect(await saveDraft(deps, me, { step: 'target', content })).toMatchObject({
      version: 2,
      step: 'target',
    });
    expect(await getDraft(deps, other)).toBeNull();
    await createTestCampaign(deps, me);
    expect(await getDraft(deps, me)).toBeNull();
    await saveDraft(deps, me, { step: 'setting', content });
    await discardDraft(deps, me);
    expect(await getDraft(deps, me)).toBeNull();
    const huge = { campaign: { name: 'x'.repeat(60_000) }, adSet: {} };
    expect((await refusalOf(saveDraft(deps, me, { step: 'setting', content: huge }))).code).toBe('too_large');
  });
});
