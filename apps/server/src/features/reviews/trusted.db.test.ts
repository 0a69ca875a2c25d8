import { AD_REPORTS_FOR_REVIEW } from '@placard/domain/ad-report';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { createCreative } from '../creatives/create-creative.ts';
import { updateContent } from '../creatives/update-creative.ts';
import { createTestCampaign } from '../testing/fixtures.ts';
import { createWebsite, updateWebsite } from '../websites/edit-website.ts';
import { approveTrusted } from './approve-trusted.ts';
import { checkPending } from './check-pending.ts';
import { approveReview, rejectReview } from './decide-review.ts';
import { listReviews } from './list-reviews.ts';

let api: TestApi;
let operator: TestUser;
let ada: TestUser;
let grace: TestUser;
let made = 0;

beforeAll(async () => {
  api = await createTestApi();
  api.now = new Date('2026-05-13T12:00:00Z');
  operator = await api.user({ roles: ['operator'] });
});
afterAll(async () => {
  await api.close();
});
beforeEach(async () => {
  await api.deps.db.updateTable('creative').set({ status: 'archived' }).execute();
  await api.deps.db.updateTable('website').set({ status: 'archived' }).execute();
  ada = await api.user({ roles: ['advertiser', 'publisher'] });
  grace = await api.user({ roles: ['advertiser', 'publisher'] });
});

const trust = async (user: TestUser, trusted = true) =>
  await api.call('POST', `/operator/accounts/${user.accountId}/trust`, {
    token: operator.token,
    body: { trusted },
  });
const share = async (percent: number) =>
  await api.deps.db
    .updateTable('network_settings')
    .set({ review_sample_bp: percent * 100 })
    .execute();
const queue = async () => (await listReviews(api.deps, { page: 1, pageSize: 25 })).items;
const live = async () => await approveTrusted(api.deps);

async function creative(owner: TestUser, adCode?: string): Promise<number> {
  made += 1;
  const { adSetId } = await createTestCampaign(api.deps, owner.actor);
  const { id } = await createCreative(api.deps, owner.actor, {
    basicInfo: { name: `Lamp ${made}`, description: '' },
    content: {
      type: 'third_party',
      size: { width: 300, height: 250 },
      adCode: adCode ?? `<b>lamp ${made}</b>`,
    },
    adSetIds: [adSetId],
    requestKey: `trusted-${made}`,
  });
  return id;
}
const website = async (owner: TestUser, domain: string) =>
  (await createWebsite(api.deps, owner.actor, { domain, categories: ['pets'], traffic: { custom: 5 } })).id;
/** As many visitors report it as bring it to the queue. */
async function report(id: number): Promise<void> {
  const websiteId = await website(grace, `reported-${id}.example`);
  const { id: widgetId } = await api.deps.db
    .insertInto('widget')
    .values({ website_id: websiteId, type: 'banner', name: 'Top', embed_key: `reported-widget-${id}` })
    .returning('id')
    .executeTakeFirstOrThrow();
  await api.deps.db
    .insertInto('ad_report')
    .values(
      Array.from({ length: AD_REPORTS_FOR_REVIEW }, (_, viewer) => ({
        ...{ creative_id: id, website_id: websiteId, widget_id: widgetId, reason: 'misleading' as const },
        ...{ viewer_hash: Buffer.alloc(8, viewer), reported_at: api.now },
      })),
    )
    .execute();
  await api.deps.db.updateTable('website').set({ status: 'active' }).where('id', '=', websiteId).execute();
}
const statusOf = async (table: 'creative' | 'website', id: number) =>
  (await api.deps.db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;

describe('an account that is trusted', () => {
  it('has what it submits live at once, told and written down as the system’s; another one waits', async () => {
    await share(0);
    expect((await trust(ada)).data).toMatchObject({ trustedAt: api.now.toISOString() });
    const [hers, theirs] = [await creative(ada), await creative(grace)];
    const site = await website(ada, `site-${made}.example`);
    expect(await live()).toBe(2);
    expect([await statusOf('creative', hers), await statusOf('website', site)]).toEqual(['active', 'active']);
    expect(await statusOf('creative', theirs)).toBe('pending');
    const line = await api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'actor_user_id', 'detail'])
      .where('subject_kind', '=', 'creative')
      .where('subject_id', '=', hers)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(line).toEqual({
      action: 'creative.approve',
      actor_kind: 'system',
      actor_user_id: null,
      detail: { trusted: 'yes', version: 1, status: { before: 'pending', after: 'active' } },
    });
    expect((await queue()).map(({ id }) => id)).toEqual([theirs]);
    expect(await live()).toBe(0);
  });

  it('waits again once it is trusted no more, or is suspended; who did that is written down', async () => {
    await trust(ada);
    await trust(ada, false);
    await creative(ada);
    await trust(grace);
    await creative(grace);
    await api.deps.db
      .updateTable('account')
      .set({ status: 'suspended' })
      .where('id', '=', grace.accountId)
      .execute();
    expect(await live()).toBe(0);
    const lines = await api.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_user_id'])
      .where('subject_kind', '=', 'account')
      .where('subject_id', '=', ada.accountId)
      .orderBy('id')
      .execute();
    expect(lines).toEqual([
      { action: 'account.trust', actor_user_id: operator.id },
      { action: 'account.distrust', actor_user_id: operator.id },
    ]);
  });

  it('is made so by the operator alone, twice for one line, and not where there is none', async () => {
    expect((await trust({ ...ada, accountId: 2_000_000_000 })).status).toBe(404);
    const own = await api.call('POST', `/operator/accounts/${ada.accountId}/trust`, {
      token: ada.token,
      body: { trusted: true },
    });
    expect(own.status).toBe(403);
    await trust(ada);
    await trust(ada);
    const { count } = await api.deps.db
      .selectFrom('audit_log')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('subject_kind', '=', 'account')
      .where('subject_id', '=', ada.accountId)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
  });

  it('has nothing live of which it cannot be written down; the fault is not kept quiet, nor anything else waiting', async () => {
    await trust(ada);
    const id = await creative(ada);
    const behind = await creative(ada);
    const sample = { subject_kind: 'creative' as const, subject_id: id, version: 1, made_at: api.now };
    await api.deps.db.insertInto('review_sample').values(sample).execute();
    await expect(live()).rejects.toMatchObject({ errors: [{ code: '23505' }] });
    expect([await statusOf('creative', id), await statusOf('creative', behind)]).toEqual([
      'pending',
      'active',
    ]);
    await api.deps.db.deleteFrom('review_sample').where('subject_id', '=', id).execute();
    expect(await live()).toBe(1);
  });

  it('waits for a person with what one rejected, until a person approves it', async () => {
    await trust(ada);
    await share(0);
    const site = await website(ada, `site-${made}.example`);
    await live();
    const version = async () =>
      (
        await api.deps.db
          .selectFrom('website')
          .select('version')
          .where('id', '=', site)
          .executeTakeFirstOrThrow()
      ).version;
    const seen = async () => ({ kind: 'website' as const, id: site, version: await version() });
    await rejectReview(api.deps, operator.actor, { ...(await seen()), code: 'other', text: 'Not so.' });
    const again = async (views: number) =>
      await updateWebsite(api.deps, ada.actor, {
        ...(await seen()),
        categories: ['pets'],
        traffic: { custom: views },
      });
    await again(6);
    expect([await live(), await statusOf('website', site)]).toEqual([0, 'pending']);
    await again(7);
    expect([await live(), (await queue()).map(({ id }) => id)]).toEqual([0, [site]]);
    await approveReview(api.deps, operator.actor, await seen());
    await api.deps.db.updateTable('website').set({ status: 'pending' }).where('id', '=', site).execute();
    expect([await live(), await statusOf('website', site)]).toEqual([1, 'active']);
  });

  it('still waits with a website above or below another publisher’s', async () => {
    await website(grace, 'harbour.example');
    await trust(ada);
    const below = await website(ada, 'news.harbour.example');
    expect(await live()).toBe(0);
    expect(await statusOf('website', below)).toBe('pending');
  });

  it('is not kept waiting by any number of those that wait for a person', async () => {
    await website(grace, 'harbour.example');
    await trust(ada);
    const below = [1, 2, 3].map(async (n) => await website(ada, `pier-${n}.harbour.example`));
    await Promise.all(below);
    const site = await website(ada, `site-${made}.example`);
    expect(await approveTrusted(api.deps, 2)).toBe(1);
    expect(await statusOf('website', site)).toBe('active');
    expect(await approveTrusted(api.deps, 1)).toBe(0);
  });
});

describe('what went live unseen', () => {
  const judge = async (verdict: 'approve' | 'reject', id: number) => {
    const { version } = await api.deps.db
      .selectFrom('creative')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const reason = verdict === 'reject' ? { code: 'misleading', text: 'Not so.' } : {};
    return await api.call('POST', `/operator/reviews/${verdict}`, {
      token: operator.token,
      body: { kind: 'creative', id, version, ...reason },
    });
  };

  it('is looked at afterwards by its share: none of 0 %, each of 100 %', async () => {
    await trust(ada);
    await share(0);
    await creative(ada);
    await live();
    expect(await queue()).toEqual([]);
    await share(100);
    const drawn = await creative(ada);
    await live();
    expect((await queue()).map(({ id, sampled }) => [id, sampled])).toEqual([[drawn, 'share']]);
  });

  it('stays as it is once it was seen, without a word to its owner, or is rejected', async () => {
    await trust(ada);
    await share(100);
    const [kept, rejected] = [await creative(ada), await creative(ada)];
    await live();
    const told = async () =>
      (await api.deps.db.selectFrom('notification').select('kind').where('user_id', '=', ada.id).execute())
        .length;
    const before = await told();
    expect((await judge('approve', kept)).status).toBe(200);
    expect([await statusOf('creative', kept), await told()]).toEqual(['active', before]);
    expect((await judge('reject', rejected)).status).toBe(200);
    expect(await statusOf('creative', rejected)).toBe('rejected');
    expect(await queue()).toEqual([]);
    // Nothing asks about it any more: as anything that is active, it cannot be approved.
    expect((await judge('approve', kept)).error?.code).toBe('conflict_status');
  });

  it('is looked at all the same once its owner has changed it, and so is what visitors reported', async () => {
    await trust(ada);
    await share(100);
    const [drawn, reported] = [await creative(ada), await creative(ada)];
    await live();
    await api.deps.db
      .updateTable('review_sample')
      .set({ judged_at: api.now })
      .where('subject_id', '=', reported)
      .execute();
    await report(reported);
    await share(0);
    for (const id of [drawn, reported]) {
      await updateContent(api.deps, ada.actor, {
        ...{ id, version: 2 },
        content: { type: 'third_party', size: { width: 300, height: 250 }, adCode: `<i>${id}</i>` },
      });
    }
    expect(await live()).toBe(2);
    const asked = (await queue()).map(({ id, sampled, reports }) => [id, sampled, reports?.viewers ?? 0]);
    expect(asked.toSorted()).toEqual([
      [drawn, 'share', 0],
      [reported, null, AD_REPORTS_FOR_REVIEW],
    ]);
    expect([(await judge('approve', drawn)).status, (await judge('approve', reported)).status]).toEqual([
      200, 200,
    ]);
    expect(await queue()).toEqual([]);
  });

  it('is looked at in any case where the machine finds something', async () => {
    await trust(ada);
    await share(0);
    const plain = await creative(ada);
    const calls = await creative(ada, '<img src="https://elsewhere.example/x">');
    await live();
    const namesake = { subject_kind: 'website' as const, subject_id: calls, version: 1, made_at: api.now };
    await api.deps.db.insertInto('review_sample').values(namesake).execute();
    await checkPending({ ...api.deps });
    const because = api.deps.db
      .selectFrom('review_sample')
      .select('because')
      .where('subject_kind', '=', 'website')
      .where('subject_id', '=', calls);
    expect(await because.execute()).toEqual([{ because: null }]);
    expect((await queue()).map(({ id, sampled }) => [id, sampled])).toEqual([[calls, 'finding']]);
    expect(await statusOf('creative', plain)).toBe('active');
  });
});
