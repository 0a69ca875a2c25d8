import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { actOnCampaign } from '../campaigns/act-on-campaign.ts';
import { createAdSet } from '../campaigns/edit-ad-set.ts';
import { getCampaign } from '../campaigns/get-campaign.ts';
import { updateCampaign } from '../campaigns/update-campaign.ts';
import { createCreative } from '../creatives/create-creative.ts';
import { getCreative } from '../creatives/creative-record.ts';
import { updateContent } from '../creatives/update-creative.ts';
import {
  adSetFieldsOf,
  campaignFieldsOf,
  createActor,
  createTestCampaign,
  refusalOf,
  type TestDeps,
  testDeps,
} from '../testing/fixtures.ts';
import { createWebsite, updateWebsite } from '../websites/edit-website.ts';
import { getWebsite } from '../websites/website-record.ts';
import { approveReview, rejectReview } from './decide-review.ts';
import { listReviews } from './list-reviews.ts';

let database: TestDatabase;
let deps: TestDeps;
let operator: Actor;
let advertiser: Actor;
let publisher: Actor;
let now = new Date('2026-05-13T12:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  deps = { ...testDeps(database.db), clock: () => now };
  operator = await createActor(database.db, ['operator']);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  await database.pool.query(
    "update campaign set status = 'paused'; update creative set status = 'paused'; update website set status = 'active'",
  );
  advertiser = await createActor(database.db, ['advertiser']);
  publisher = await createActor(database.db, ['publisher']);
});

const page = { page: 1, pageSize: 25 };
const reason = { code: 'misleading' as const, text: 'Say what it costs.' };
const later = () => {
  now = new Date(now.getTime() + 60_000);
};

let requests = 0;
async function newCreative(): Promise<number> {
  requests += 1;
  const { adSetId } = await createTestCampaign(deps, advertiser);
  const { id } = await createCreative(deps, advertiser, {
    basicInfo: { name: 'Lamp', description: '' },
    content: { type: 'third_party', size: { width: 300, height: 250 }, adCode: '<b>one</b>' },
    adSetIds: [adSetId],
    requestKey: `review-${requests}`,
  });
  return id;
}

async function newWebsite(): Promise<number> {
  requests += 1;
  const input = {
    domain: `review-${requests}.example`,
    categories: ['pets' as const],
    traffic: { custom: 5 },
  };
  return (await createWebsite(deps, publisher, input)).id;
}

describe('a website above or below that of another publisher', () => {
  const register = async (actor: Actor, domain: string) =>
    await createWebsite(deps, actor, { domain, categories: ['pets' as const], traffic: { custom: 5 } });
  const itemOf = async (id: number) =>
    (await listReviews(deps, page)).items.find((one) => one.kind === 'website' && one.id === id);

  it('is registered, and its card names whose it is and how they lie', async () => {
    const other = await createActor(database.db, ['publisher']);
    const parent = await register(other, 'family.example');
    const below = await register(other, 'bücher.news.family.example');
    await register(publisher, 'own.news.family.example');
    await register(other, 'news-family.example');
    await register(other, 'ournews.family.example');
    const { id, status } = await register(publisher, 'news.family.example');
    expect(status).toBe('pending');
    const item = await itemOf(id);
    expect(item?.related.map((one) => [one.id, one.relation, one.domain, one.publisher.id])).toEqual([
      [parent.id, 'parent', 'family.example', other.accountId],
      [below.id, 'subdomain', 'xn--bcher-kva.news.family.example', other.accountId],
    ]);
    expect((await itemOf(parent.id))?.related.map((one) => one.domain)).toEqual([
      'news.family.example',
      'own.news.family.example',
    ]);
    const { email } = await database.db
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', other.userId)
      .executeTakeFirstOrThrow();
    expect(item?.related[0]?.publisher.email).toBe(email);
  });

  it('is approved only by who has seen all of them', async () => {
    const other = await createActor(database.db, ['publisher']);
    const parent = await register(other, 'tribe.example');
    const { id, version } = await register(publisher, 'news.tribe.example');
    const seen = { kind: 'website' as const, id, version };
    const approve = async (seenRelated?: number[]) =>
      await approveReview(deps, operator, { ...seen, ...(seenRelated && { seenRelated }) });
    expect((await refusalOf(approve())).code).toBe('website_related');
    const late = await register(other, 'a.news.tribe.example');
    expect((await refusalOf(approve([parent.id]))).code).toBe('website_related');
    expect((await getWebsite(deps, publisher, { id })).status).toBe('pending');
    await approve([parent.id, late.id]);
    expect((await getWebsite(deps, publisher, { id })).status).toBe('active');
  });

  it('needs nothing of the kind where the other is deleted', async () => {
    const other = await createActor(database.db, ['publisher']);
    const parent = await register(other, 'gone.example');
    await database.db
      .updateTable('website')
      .set({ status: 'archived' })
      .where('id', '=', parent.id)
      .execute();
    const { id, version } = await register(publisher, 'news.gone.example');
    await approveReview(deps, operator, { kind: 'website', id, version });
    expect((await getWebsite(deps, publisher, { id })).status).toBe('active');
  });
});

describe('queue', () => {
  it('holds all kinds, oldest first, with owners and fields', async () => {
    const websiteId = await newWebsite();
    later();
    const creativeId = await newCreative();
    later();
    const { campaignId } = await createTestCampaign(deps, advertiser);
    await actOnCampaign(deps, advertiser, { id: campaignId, action: 'publish' });
    const { items, total } = await listReviews(deps, page);
    expect(total).toBe(3);
    expect(items.map((item) => [item.kind, item.id])).toEqual([
      ['website', websiteId],
      ['creative', creativeId],
      ['campaign', campaignId],
    ]);
    expect(items[1]).toMatchObject({ previouslyApproved: false, size: { width: 300, height: 250 } });
    expect(items[1]?.frameUrl).toMatch(/^https:\/\/ads\.test\/f\/\w+\?v=[\w-]{80}$/);
    expect(items[2]?.owner).toMatchObject({ id: advertiser.accountId });
    expect(items[2]?.fields.find((one) => one.field.startsWith('Ad set'))?.value).toContain('DE, AT');
    expect((await listReviews(deps, { ...page, kind: 'website' })).items).toHaveLength(1);
    expect((await listReviews(deps, { page: 2, pageSize: 2 })).items).toHaveLength(1);
  });

  it('holds what came at one moment by its kind and number, once, as old as the first that brought it', async () => {
    const [website, second] = [await newWebsite(), await newWebsite()];
    const [creative, reported] = [await newCreative(), await newCreative()];
    await database.pool.query("update website set updated_at = '2026-05-01' where id in ($1, $2)", [
      website,
      second,
    ]);
    await database.pool.query("update creative set updated_at = '2026-05-01' where id = $1", [creative]);
    await database.pool.query("update creative set status = 'active' where id = $1", [reported]);
    // Drawn twice, and looked at as what was drawn first.
    await database.pool.query(
      `insert into review_sample (subject_kind, subject_id, version, because, made_at)
       values ('creative', $1, 1, 'share', '2026-05-03'), ('creative', $1, 2, 'finding', '2026-05-02')`,
      [reported],
    );
    await database.pool.query(
      `insert into appeal (account_id, subject_kind, subject_id, decision, decided_at, decision_text, appealed_by, text, created_at)
       values ($1, 'creative', $2, 'reject', now(), 'No.', $3, 'Yes.', '2026-04-30')`,
      [advertiser.accountId, reported, advertiser.userId],
    );
    const { items, total } = await listReviews(deps, page);
    expect([items.map(({ kind, id }) => [kind, id]), total]).toEqual([
      [
        ['creative', reported],
        ['creative', creative],
        ['website', website],
        ['website', second],
      ],
      4,
    ]);
    expect(items[0]).toMatchObject({ submittedAt: '2026-04-30T00:00:00.000Z', sampled: 'finding' });
    await database.pool.query('delete from appeal');
    expect((await listReviews(deps, page)).items.at(-1)?.submittedAt).toBe('2026-05-03T00:00:00.000Z');
    await database.pool.query('update review_sample set judged_at = now()');
    expect((await listReviews(deps, { ...page, kind: 'creative' })).total).toBe(1);
  });

  it('shows what changed since the last approval, also what is gone', async () => {
    const { campaignId } = await createTestCampaign(deps, advertiser);
    const publish = async () => {
      const campaign = await actOnCampaign(deps, advertiser, { id: campaignId, action: 'publish' });
      return campaign.version;
    };
    await approveReview(deps, operator, { kind: 'campaign', id: campaignId, version: await publish() });
    const { version } = await getCampaign(deps, advertiser, { id: campaignId });
    const { objective: _, ...fields } = campaignFieldsOf('Summer');
    await updateCampaign(deps, advertiser, { ...fields, id: campaignId, version });
    const added = await createAdSet(deps, advertiser, { ...adSetFieldsOf('New one'), campaignId });
    await database.db
      .updateTable('ad_set')
      .set({ archived_at: now })
      .where('campaign_id', '=', campaignId)
      .where('id', '<>', added.id)
      .execute();
    await publish();
    const item = (await listReviews(deps, page)).items.find((one) => one.id === campaignId);
    expect(item?.previouslyApproved).toBe(true);
    const changed = item?.fields.filter((one) => one.before !== null) ?? [];
    expect(changed.map((one) => [one.field, one.value !== '', one.before !== ''])).toEqual([
      ['Name', true, true],
      [`Ad set ${added.id}`, true, false],
      [expect.stringMatching(/^Ad set \d+$/), false, true],
    ]);
  });
});

describe('approve', () => {
  it('makes each kind active, tells the owner and writes the audit log', async () => {
    const creativeId = await newCreative();
    const websiteId = await newWebsite();
    await approveReview(deps, operator, { kind: 'creative', id: creativeId, version: 1 });
    await approveReview(deps, operator, { kind: 'website', id: websiteId, version: 1 });
    expect((await getCreative(deps, advertiser, { id: creativeId })).status).toBe('active');
    expect((await getWebsite(deps, publisher, { id: websiteId })).status).toBe('active');
    const told = await database.db
      .selectFrom('notification')
      .select(['kind'])
      .where('user_id', '=', publisher.userId)
      .execute();
    expect(told).toEqual([{ kind: 'website.approve' }]);
    const audit = await database.db
      .selectFrom('audit_log')
      .select(['action', 'actor_user_id'])
      .where('subject_kind', '=', 'website')
      .where('subject_id', '=', websiteId)
      .orderBy('id')
      .execute();
    expect(audit.map((one) => one.action)).toEqual(['website.create', 'website.approve']);
    expect(audit[1]?.actor_user_id).toBe(operator.userId);
  });

  it('keeps where the creative leads, and the verdict, as the ad server reads them', async () => {
    const { adSetId } = await createTestCampaign(deps, advertiser);
    const imageKey = `${'ab'.repeat(32)}.webp`;
    await database.db
      .insertInto('image')
      .values({
        ...{ owner_id: advertiser.accountId, file_key: imageKey, width_px: 300, height_px: 250 },
        ...{ size_bytes: 1_000, media_type: 'image/webp' },
      })
      .execute();
    const content = {
      ...{ type: 'image' as const, size: { width: 300, height: 250 }, imageKey, altText: '' },
      clickUrl: 'https://first.example/',
    };
    const { id } = await createCreative(deps, advertiser, {
      ...{ basicInfo: { name: 'Lamp', description: '' }, content, adSetIds: [adSetId] },
      requestKey: 'review-click-url',
    });
    const read = async () =>
      (
        await database.pool.query<{ url: string | null; verdicts: string[] }>(
          `select (select content -> 'clickUrl' ->> 'value' from review_snapshot
                    where subject_kind = 'creative' and subject_id = $1) as url,
                  array(select action from audit_log where subject_kind = 'creative' and subject_id = $1 order by id) as verdicts`,
          [id],
        )
      ).rows[0];
    expect(await read()).toEqual({ url: null, verdicts: ['creative.create'] });
    await approveReview(deps, operator, { kind: 'creative', id, version: 1 });
    const edited = { ...content, clickUrl: 'https://second.example/' };
    await updateContent(deps, advertiser, { id, version: 2, content: edited });
    await rejectReview(deps, operator, { kind: 'creative', id, version: 3, ...reason });
    expect(await read()).toEqual({
      url: 'https://first.example/',
      verdicts: ['creative.create', 'creative.approve', 'creative.editContent', 'creative.reject'],
    });
  });

  it('is asked beside the image that was approved, where it is another one', async () => {
    const keys = ['cd', 'ef'].map((letters) => `${letters.repeat(32)}.png`);
    await database.pool.query(
      `insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
       select $1, unnest($2::text[]), 300, 250, 9, 'image/png'`,
      [advertiser.accountId, keys],
    );
    const content = (imageKey = '') => ({
      ...{ type: 'image' as const, size: { width: 300, height: 250 }, imageKey, altText: '' },
      clickUrl: 'https://shop.example/',
    });
    requests += 1;
    const { id } = await createCreative(deps, advertiser, {
      ...{ basicInfo: { name: 'Lamp', description: '' }, content: content(keys[0]), adSetIds: [] },
      requestKey: `review-${requests}`,
    });
    const images = async () => {
      const item = (await listReviews(deps, page)).items.find(
        (one) => one.id === id && one.kind === 'creative',
      );
      return [item?.imageUrl, item?.imageBeforeUrl].map(
        (url) => url?.slice('https://ads.test/i/'.length) ?? null,
      );
    };
    expect(await images()).toEqual([keys[0], null]);
    await approveReview(deps, operator, { kind: 'creative', id, version: 1 });
    await updateContent(deps, advertiser, { id, version: 2, content: content(keys[1]) });
    expect(await images()).toEqual([keys[1], keys[0]]);
    await updateContent(deps, advertiser, { id, version: 3, content: content(keys[0]) });
    expect(await images()).toEqual([keys[0], null]);
  });

  it('refuses what is not the version that was seen, and what is not pending', async () => {
    const id = await newCreative();
    const content = { type: 'third_party' as const, size: { width: 300, height: 250 }, adCode: 'swapped' };
    await updateContent(deps, advertiser, { id, version: 1, content });
    const stale = await refusalOf(approveReview(deps, operator, { kind: 'creative', id, version: 1 }));
    expect(stale.code).toBe('conflict_version');
    await approveReview(deps, operator, { kind: 'creative', id, version: 2 });
    const twice = await refusalOf(approveReview(deps, operator, { kind: 'creative', id, version: 3 }));
    expect([twice.code, twice.message]).toEqual([
      'conflict_status',
      'The creative is active now, so it cannot be approved.',
    ]);
    const missing = await refusalOf(
      approveReview(deps, operator, { kind: 'website', id: 999_999, version: 1 }),
    );
    expect(missing.code).toBe('website_not_found');
  });

  it('two operators at once: one verdict', async () => {
    const id = await newCreative();
    const results = await Promise.allSettled([
      approveReview(deps, operator, { kind: 'creative', id, version: 1 }),
      rejectReview(deps, operator, { kind: 'creative', id, version: 1, ...reason }),
    ]);
    expect(results.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('reject', () => {
  it('stores the reason, tells and mails the owner; an active one stops too', async () => {
    const { campaignId: id } = await createTestCampaign(deps, advertiser);
    await actOnCampaign(deps, advertiser, { id, action: 'publish' });
    await approveReview(deps, operator, { kind: 'campaign', id, version: 2 });
    await rejectReview(deps, operator, { kind: 'campaign', id, version: 3, ...reason });
    expect(await getCampaign(deps, advertiser, { id })).toMatchObject({
      status: 'rejected',
      approved: false,
      rejection: reason,
      actions: ['publish', 'edit', 'duplicate', 'cancel', 'archive'],
    });
    const [mail] = await database.db
      .selectFrom('mail_outbox')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(mail?.subject).toBe('Your campaign “Spring” was rejected');
    expect(mail?.body_text).toContain('Say what it costs.');
    expect(mail?.body_text).toContain(`https://dashboard.test/advertiser/campaigns/${id}`);
    const again = await refusalOf(
      rejectReview(deps, operator, { kind: 'campaign', id, version: 4, ...reason }),
    );
    expect(again.code).toBe('conflict_status');
  });

  it('is shown when it comes back, until it is approved', async () => {
    const id = await newWebsite();
    const shown = async () =>
      (await listReviews(deps, { ...page, kind: 'website' })).items.find((item) => item.id === id);
    expect(await shown()).toMatchObject({ rejectedBefore: null });
    const version = async () => (await getWebsite(deps, publisher, { id })).version;
    const fields = { id, categories: ['pets' as const], traffic: { custom: 6 } };
    await rejectReview(deps, operator, { kind: 'website', id, version: await version(), ...reason });
    const rejectedAt = now.toISOString();
    later();
    await updateWebsite(deps, publisher, { ...fields, version: await version() });
    expect(await shown()).toMatchObject({ rejectedBefore: { at: rejectedAt, ...reason } });
    await database.pool.query(
      `insert into audit_log (at, actor_kind, action, subject_kind, subject_id, detail)
       values ($2, 'operator', 'website.reject', 'website', $1, '{"code":"ugly"}')`,
      [id, now],
    );
    expect(await shown()).toMatchObject({ rejectedBefore: { code: 'other', text: '' } });
    await approveReview(deps, operator, { kind: 'website', id, version: await version() });
    await database.pool.query("update website set status = 'pending' where id = $1", [id]);
    expect(await shown()).toMatchObject({ rejectedBefore: null });
  });
});
