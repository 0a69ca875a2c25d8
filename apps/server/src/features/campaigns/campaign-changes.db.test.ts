import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { MAX_AD_SETS_OF_A_CREATIVE } from '@placard/domain/creative/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import {
  adSetFieldsOf,
  campaignFieldsOf,
  createActor,
  createTestCampaign,
  refusalOf,
  TEST_NOW,
  type TestDeps,
  testDeps,
} from '../testing/fixtures.ts';
import { actOnCampaign, type CampaignAct } from './act-on-campaign.ts';
import { loadAdSets } from './ad-set-record.ts';
import { saveDraft } from './campaign-draft.ts';
import { loadCampaigns } from './campaign-record.ts';
import { canCreateCampaign } from './can-create-campaign.ts';
import { duplicateCampaign } from './duplicate-campaign.ts';
import { archiveAdSet, createAdSet, duplicateAdSet, updateAdSet } from './edit-ad-set.ts';
import { getCampaign } from './get-campaign.ts';
import { updateCampaign, updateNameAndBudgets } from './update-campaign.ts';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let campaignId: number;
let adSetId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['advertiser'], 'UTC');
  ({ campaignId, adSetId } = await createTestCampaign(deps, me));
});

const run = async (text: string, values: unknown[] = []) => {
  await database.pool.query(text, values);
};
const stored = async (id = campaignId) =>
  await database.db.selectFrom('campaign').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const adSets = async (id = campaignId) => await loadAdSets(database.db, me, { campaignId: id }, '2026-05-13');
const setStatus = async (status: string) =>
  await run('update campaign set status = $2 where id = $1', [campaignId, status]);
const held = (table: 'campaign' | 'creative', id: number) =>
  `select from ${table} where id = ${id} for update`;
const codeOf = async (work: Promise<unknown>) => (await refusalOf(work)).code;

let creatives = 0;
async function creativeIn(adSet: number, status = 'active'): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, status, public_key)
    values (${me.accountId}, 'Code', 'third_party', 300, 250, '<b>', ${status}, ${`changes-of-campaigns-${++creatives}`})
    returning id`.execute(database.db);
  const id = rows[0]?.id ?? 0;
  await run('insert into creative_ad_set (creative_id, ad_set_id) values ($1, $2)', [id, adSet]);
  return id;
}

describe('an action', () => {
  const act = async (action: CampaignAct, id = campaignId) => await actOnCampaign(deps, me, { id, action });

  it('touches the one campaign alone, and what was submitted only where it submits', async () => {
    const other = await createTestCampaign(deps, me);
    await run(
      `update campaign set status = 'rejected', rejection_code = 'other', rejection_text = 'No'
        where id = any($1)`,
      [[campaignId, other.campaignId]],
    );
    await act('publish');
    expect(await stored()).toMatchObject({
      ...{
        status: 'pending',
        version: 2,
        submitted_at: TEST_NOW,
        rejection_code: null,
        rejection_text: null,
      },
    });
    const never = { submitted_at: null, rejection_code: 'other', rejection_text: 'No' };
    expect(await stored(other.campaignId)).toMatchObject({ status: 'rejected', version: 1, ...never });
    await act('archive', other.campaignId);
    expect(await stored(other.campaignId)).toMatchObject({ status: 'archived', version: 2, ...never });
  });

  it('is refused where the campaign was edited or put away meanwhile', async () => {
    const publish = async () => await codeOf(act('publish'));
    const change = (values: string) => `update campaign set ${values} where id = ${campaignId}`;
    const changes = ['version = version + 1', `status = 'archived'`].map(change);
    const found: unknown[] = [];
    for (const each of changes) {
      found.push(await whileHeld(database.pool, held('campaign', campaignId), publish, 1, each));
    }
    expect(found).toEqual([
      { waited: true, result: 'conflict_version' },
      { waited: true, result: 'conflict_status' },
    ]);
    expect(await stored()).toMatchObject({ submitted_at: null });
  });
});

describe('an edit', () => {
  const fields = (change: object = {}) => {
    const { objective: _, ...rest } = campaignFieldsOf('Spring');
    return { ...rest, id: campaignId, version: 1, ...change };
  };

  it('waits for another one, and is of what that left', async () => {
    const edit = async () => await codeOf(updateCampaign(deps, me, fields({ name: 'Summer' })));
    const change = `update campaign set version = 2 where id = ${campaignId}`;
    expect(await whileHeld(database.pool, held('campaign', campaignId), edit, 1, change)).toEqual({
      waited: true,
      result: 'conflict_version',
    });
  });

  it('of one budget moves that of the ad sets which had it, and only that', async () => {
    const own = { ...adSetFieldsOf('Own'), campaignId, totalBudget: 20, dailyBudget: 10 };
    await createAdSet(deps, me, own);
    const budgets = async () =>
      (await adSets()).map((row) => [row.total_budget_micros, row.daily_budget_micros, row.version]);
    const { version } = await stored();
    await updateCampaign(deps, me, fields({ version, totalBudget: 600 }));
    expect(await budgets()).toEqual([
      [600_000_000n, 50_000_000n, 2],
      [20_000_000n, 10_000_000n, 1],
    ]);
    await updateCampaign(deps, me, fields({ version: version + 1, totalBudget: 600, dailyBudget: 60 }));
    expect(await budgets()).toEqual([
      [600_000_000n, 60_000_000n, 3],
      [20_000_000n, 10_000_000n, 1],
    ]);
  });

  it('in the list lets go of a category that is none any more', async () => {
    await run(`update campaign set category = 'steam engines' where id = $1`, [campaignId]);
    const inList = { id: campaignId, version: 1, name: 'Summer', totalBudget: 500, dailyBudget: 50 };
    await updateNameAndBudgets(deps, me, inList);
    expect(await stored()).toMatchObject({ name: 'Summer', category: null });
    await run(`update campaign set category = 'pets' where id = $1`, [campaignId]);
    await updateNameAndBudgets(deps, me, { ...inList, name: 'Autumn', version: 2 });
    expect(await stored()).toMatchObject({ name: 'Autumn', category: 'pets' });
  });
});

describe('an ad set', () => {
  it('may not cost less than was spent, nor more than its campaign', async () => {
    await run('insert into ad_set_spend values ($1, 200000000)', [adSetId]);
    const edit = async (totalBudget: number, version = 1) =>
      await updateAdSet(deps, me, { ...adSetFieldsOf('Edited'), id: adSetId, version, totalBudget });
    const issues = async (totalBudget: number) =>
      (await refusalOf(edit(totalBudget))).issues?.map(({ path, code }) => [path, code]);
    expect(await issues(199.99)).toEqual([['totalBudget', 'total_budget_below_spent']]);
    expect(await issues(500.01)).toEqual([['totalBudget', 'ad_set_budget_exceeds_campaign']]);
    expect((await edit(200)).totalBudget).toBe(200);
    expect((await edit(500, 2)).totalBudget).toBe(500);
  });

  it('is edited and archived alone; its campaign is another version, and the log says what was done', async () => {
    const second = await createAdSet(deps, me, { ...adSetFieldsOf('Second'), campaignId });
    const third = await createAdSet(deps, me, { ...adSetFieldsOf('Third'), campaignId });
    const edited = { ...adSetFieldsOf('Renamed'), id: adSetId, version: 1 };
    await updateAdSet(deps, me, edited);
    const { version } = await stored();
    await archiveAdSet(deps, me, { id: second.id });
    expect((await stored()).version).toBe(version + 1);
    // The first was written last; the oldest is first all the same.
    await run('update ad_set set updated_at = updated_at where id = $1', [adSetId]);
    expect((await adSets()).map((row) => [row.id, row.name, row.version, row.archived_at])).toEqual([
      [adSetId, 'Renamed', 2, null],
      [third.id, 'Third', 1, null],
      [second.id, 'Second', 2, TEST_NOW],
    ]);
    const log = database.db.selectFrom('audit_log').select('detail').where('action', '=', 'ad_set.archive');
    expect(await log.where('subject_id', '=', second.id).execute()).toEqual([
      { detail: { name: 'Second', archived: { before: false, after: true } } },
    ]);
    const other = await createActor(database.db, ['advertiser'], 'UTC');
    expect(await loadAdSets(database.db, other, { campaignId }, '2026-05-13')).toEqual([]);
  });

  it('of a campaign that has ended is neither added, copied nor archived, and the campaign is why', async () => {
    await setStatus('cancelled');
    const broken = { ...adSetFieldsOf('Broken'), campaignId, totalBudget: 501 };
    expect(await codeOf(createAdSet(deps, me, broken))).toBe('conflict_status');
    const why = async (work: Promise<unknown>) => (await refusalOf(work)).message;
    expect(await why(duplicateAdSet(deps, me, { id: adSetId }))).toBe(
      'The campaign is cancelled now, so it cannot be given another ad set.',
    );
    expect(await why(archiveAdSet(deps, me, { id: adSetId }))).toBe(
      'The campaign is cancelled now, so it cannot be edited.',
    );
    expect((await adSets()).map((row) => row.archived_at)).toEqual([null]);
  });
});

describe('a copy of a campaign', () => {
  const duplicate = async () => await duplicateCampaign(deps, me, { id: campaignId });

  it('is not made of one that is archived', async () => {
    await setStatus('archived');
    expect((await refusalOf(duplicate())).message).toBe(
      'The campaign is archived now, so it cannot be duplicated.',
    );
  });

  it('changes the creatives that it shows and no others, in the order in which others lock them', async () => {
    const elsewhere = await createTestCampaign(deps, me);
    const other = await creativeIn(elsewhere.adSetId);
    const ids = [await creativeIn(adSetId), await creativeIn(adSetId)];
    // Of those that are locked together PostgreSQL would begin with what was written first.
    await run('update creative set updated_at = updated_at where id = $1', [ids[0]]);
    const { pool } = database;
    const second = async () => await pool.query(`${held('creative', ids[1] ?? 0)} nowait`);
    const gone = async () => {
      await second();
    };
    const { waited, result } = await whileHeld(pool, held('creative', ids[0] ?? 0), duplicate, 1, gone);
    expect([waited, result.creativeCount]).toEqual([true, 2]);
    const { rows } = await pool.query('select id, version from creative where id = any($1) order by id', [
      [other, ...ids],
    ]);
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 2]);
  });

  it('shows nothing that is put away while it is made', async () => {
    const id = await creativeIn(adSetId);
    const change = `update creative set status = 'archived' where id = ${id}`;
    const { waited, result } = await whileHeld(database.pool, held('creative', id), duplicate, 1, change);
    expect([waited, result.creativeCount]).toEqual([true, 0]);
    const { rowCount } = await database.pool.query('select from creative_ad_set where creative_id = $1', [
      id,
    ]);
    expect(rowCount).toBe(1);
  });

  it('is not made where a creative would be in more ad sets than it may be', async () => {
    const id = await creativeIn(adSetId);
    await run(
      `with many as (insert into ad_set (campaign_id, name, total_budget_micros)
                     select $1, 'Set ' || n, 1000000 from generate_series(1, $2::int) n returning id)
       insert into creative_ad_set (creative_id, ad_set_id) select $3, id from many`,
      [(await createTestCampaign(deps, me)).campaignId, MAX_AD_SETS_OF_A_CREATIVE - 2, id],
    );
    await duplicate();
    expect((await refusalOf(duplicate())).told?.reason).toBe('creative_ad_sets_full');
  });
});

it('whoever has too many campaigns is told so before creating another', async () => {
  await run(
    `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, analytics_key)
     select $1, 'Many', 'TRAFFIC', 1000000, '2026-05-01', gen_random_uuid()::text from generate_series(1, 4999)`,
    [me.accountId],
  );
  expect(await canCreateCampaign(deps, me)).toEqual({
    allowed: false,
    reason: expect.stringContaining('5,000 campaigns'),
  });
  await setStatus('archived');
  expect((await canCreateCampaign(deps, me)).allowed).toBe(true);
});

it('campaigns are read in the order that is asked for, one’s own, or of an operator everybody’s', async () => {
  const other = await createActor(database.db, ['advertiser']);
  const theirs = await createTestCampaign(deps, other);
  const second = await createTestCampaign(deps, me);
  const asked = [second.campaignId, theirs.campaignId, campaignId];
  const read = async (whose: Parameters<typeof loadCampaigns>[1]) =>
    (await loadCampaigns(database.db, whose, asked, '2026-05-13')).map(({ id }) => id);
  expect(await read('everybody')).toEqual(asked);
  expect(await read(me)).toEqual([second.campaignId, campaignId]);
});

it('a page with a campaign’s code is told of where it was seen, and of no other campaign’s', async () => {
  const other = await createTestCampaign(deps, me);
  const seenAt = async (id: number) => (await getCampaign(deps, me, { id })).analyticsSeenAt;
  await run('insert into campaign_code (campaign_id, first_seen_at, last_seen_at) values ($1, $2, $2)', [
    other.campaignId,
    TEST_NOW,
  ]);
  expect([await seenAt(campaignId), await seenAt(other.campaignId)]).toEqual([null, TEST_NOW.toISOString()]);
});

it('a draft has at most 50,000 characters', async () => {
  const ofLength = (length: number) => {
    const content = { campaign: { name: '' }, adSet: {} };
    const rest = length - JSON.stringify(content).length;
    return { ...content, campaign: { name: 'x'.repeat(rest) } };
  };
  expect((await saveDraft(deps, me, { step: 'setting', content: ofLength(50_000) })).version).toBe(1);
  const refused = await refusalOf(saveDraft(deps, me, { step: 'setting', content: ofLength(50_001) }));
  expect(refused.code).toBe('too_large');
});
