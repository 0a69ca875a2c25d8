import type { OperatorHome } from '@placard/contract/homes';
import type { ReviewItem } from '@placard/contract/reviews';
import type { Website } from '@placard/contract/websites';
import { AD_REPORTS_FOR_REVIEW } from '@placard/domain/ad-report';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tellReviewers } from '../../jobs/tell-reviewers.ts';
import { randomKey } from '../random-key.ts';
import { createTestCampaign } from '../testing/fixtures.ts';
import { checkPending } from './check-pending.ts';
import {
  appealCreative,
  appealWebsite,
  asOperator,
  asOwner,
  codeOf,
  creative,
  get,
  grant,
  idOf,
  newCreative,
  newOwner,
  newWebsite,
  openWorld,
  queued,
  reject,
  suspend,
  takeDown,
  trail,
  uphold,
  world,
} from './testing/appeal-world.ts';

beforeAll(openWorld);
beforeEach(newOwner);
afterAll(async () => {
  await world.api.close();
});

describe('what may be appealed against', () => {
  it('is said of each record of a list for itself, and of the decision that stands', async () => {
    const made = async (n: number) => await newWebsite(`list-${n}-${world.made}.test`);
    const [quiet, asked, answered, runs] = [await made(1), await made(2), await made(3), await made(4)];
    const act = async (id: number, action: 'suspend' | 'activate', version: number) =>
      await asOperator(`/websites/${id}/${action}`, { version, text: 'No people there.' });
    const appeal = async (id: number) =>
      await asOwner(`/publisher/websites/${id}/appeals`, { version: 2, text: 'People live there.' });
    for (const id of [quiet, asked, answered]) await act(id, 'suspend', 1);
    const open = await appeal(asked);
    const told = await appeal(answered);
    await uphold(idOf(told));
    const states = async () => {
      const { items } = await get<{ items: Website[] }>('/publisher/websites?sort=domain&pageSize=50');
      const of = (id: number) => items.find((item) => item.id === id)?.appeal;
      return [quiet, asked, answered, runs].map(of);
    };
    expect(await states()).toEqual([
      { mayAppeal: true, last: null },
      { mayAppeal: false, last: open.data },
      { mayAppeal: false, last: expect.objectContaining({ id: idOf(told), status: 'upheld' }) },
      { mayAppeal: false, last: null },
    ]);
    // Decided before the log was kept: then it tells none of them apart.
    await sql`update website set status = 'suspended', suspended_by = 'operator', suspension_text = 'Of old'
      where id = any(${[(await made(5)), (await made(6))]}::int[])`.execute(world.api.deps.db);
    const old = await get<{ items: Website[] }>('/publisher/websites?sort=domain&pageSize=50');
    const [fifth, sixth] = old.items
      .filter(({ suspensionText }) => suspensionText === 'Of old')
      .map(({ id }) => id);
    const body = { version: 1, text: 'People live there.' };
    expect((await asOwner(`/publisher/websites/${fifth}/appeals`, body)).status).toBe(200);
    const { items } = await get<{ items: Website[] }>('/publisher/websites?sort=domain&pageSize=50');
    const appealed = [fifth, sixth].map((id) => items.find((item) => item.id === id)?.appeal.mayAppeal);
    expect(appealed).toEqual([false, true]);
    await act(answered, 'activate', 2);
    await act(answered, 'suspend', 3);
    expect((await states())[2]).toEqual({ mayAppeal: true, last: null });
  });
});

describe('an appeal is withdrawn by itself', () => {
  const last = async () => (await creative()).appeal.last;

  it('when the name that is judged changes, and its owner may appeal again', async () => {
    await reject('creative', world.creativeId);
    const id = idOf(await appealCreative());
    await world.api.call('PUT', `/advertiser/creatives/${world.creativeId}/basic-info`, {
      token: world.owner.token,
      body: { version: 2, name: 'Quiet lantern', description: '' },
    });
    expect(await creative()).toMatchObject({
      appeal: { mayAppeal: true, last: { id, status: 'withdrawn', answeredAt: world.api.now.toISOString() } },
    });
    expect((await trail(id)).at(-1)).toEqual([
      'appeal.withdraw',
      null,
      { before: 'open', after: 'withdrawn' },
    ]);
    expect(codeOf(await grant(id, { version: 3 }))).toEqual([409, 'appeal_ended']);
    expect((await appealCreative({ version: 3 })).status).toBe(200);
  });

  it('when it is submitted again, archived or decided about otherwise', async () => {
    await reject('creative', world.creativeId);
    await appealCreative();
    await takeDown(world.creativeId, 2);
    expect((await queued('appeal'))?.id).toBeUndefined();
    await appealCreative({ version: 3 });
    expect((await last())?.status).toBe('open');
    await asOwner(`/advertiser/creatives/${world.creativeId}/actions`, { action: 'archive' });
    expect(await queued('appeal')).toBeUndefined();
    await reject('website', world.websiteId);
    await appealWebsite();
    await world.api.call('PUT', `/publisher/websites/${world.websiteId}`, {
      token: world.owner.token,
      body: { version: 2, categories: ['pets'], traffic: { custom: 1_000 } },
    });
    expect(await queued('appeal')).toBeUndefined();
  });

  it('when the operator lifts the suspension, or the account is closed', async () => {
    await suspend();
    await appealWebsite();
    await takeDown();
    const id = idOf(await appealCreative());
    const another = await newCreative();
    await takeDown(another);
    const answered = idOf(await appealCreative({}, another));
    await uphold(answered);
    await asOperator(`/websites/${world.websiteId}/activate`, { version: 2 });
    expect((await queued('appeal'))?.kind).toBe('creative');
    await asOperator(`/accounts/${world.owner.accountId}/close`, { reason: 'Asked for', giveUp: true });
    expect(await queued('appeal')).toBeUndefined();
    expect((await trail(id)).at(-1)).toEqual([
      'appeal.withdraw',
      world.operator.id,
      { before: 'open', after: 'withdrawn' },
    ]);
    // What was answered before stays so.
    expect((await trail(answered)).at(-1)).toEqual([
      'appeal.uphold',
      world.operator.id,
      { before: 'open', after: 'upheld' },
    ]);
  });

  it('at the moment when it is granted, which is refused then and gives nothing back', async () => {
    await takeDown();
    const id = idOf(await appealCreative());
    const client = await world.api.pool.connect();
    const waiting = async () =>
      (
        await world.api.pool.query(`select from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database()`)
      ).rowCount;
    try {
      await client.query('begin');
      // As the closing of its account does.
      await client.query("update appeal set status = 'withdrawn', answered_at = now() where id = $1", [id]);
      const granted = grant(id);
      await expect.poll(waiting).toBe(1);
      await client.query('commit');
      expect(codeOf(await granted)).toEqual([409, 'appeal_ended']);
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await creative()).toMatchObject({
      status: 'cancelled',
      appeal: { last: { status: 'withdrawn' } },
    });
  });

  it('but not when only where it is shown changes', async () => {
    await reject('creative', world.creativeId);
    await appealCreative();
    await sql`update creative set version = version + 1, updated_at = now() where id = ${world.creativeId}`.execute(
      world.api.deps.db,
    );
    expect((await last())?.status).toBe('open');
  });
});

it('of an account that closed nothing waits for anybody, until it is opened again as it stood', async () => {
  const { api, operator, owner } = world;
  // Nothing of the tests before.
  await sql`update appeal set status = 'withdrawn', answered_at = now() where status = 'open'`.execute(
    api.deps.db,
  );
  for (const table of ['creative', 'website'] as const) {
    await sql`update ${sql.table(table)} set status = 'archived' where status = 'pending'`.execute(
      api.deps.db,
    );
  }
  const submitted = await createTestCampaign(api.deps, owner.actor, 'Submitted');
  await sql`update campaign set status = 'pending', submitted_at = now() where id = ${submitted.campaignId}`.execute(
    api.deps.db,
  );
  const drawn = await newCreative();
  await newCreative('pending');
  await sql`update website set status = 'pending' where id = ${world.websiteId}`.execute(api.deps.db);
  await sql`insert into review_sample (subject_kind, subject_id, version, because, made_at)
    values ('creative', ${drawn}, 1, 'share', now())`.execute(api.deps.db);
  await sql`with widget as (
      insert into widget (website_id, type, name, embed_key) values (${world.websiteId}, 'banner', 'Top', ${randomKey()}) returning id)
    insert into ad_report (creative_id, website_id, widget_id, viewer_hash, reason)
    select ${world.creativeId}, ${world.websiteId}, widget.id, substr(sha256(n::text::bytea), 1, 8), 'offensive'
      from widget, generate_series(1, ${AD_REPORTS_FOR_REVIEW}) n`.execute(api.deps.db);
  const waiting = async () => {
    const queue = await get<{ items: ReviewItem[] }>('/operator/reviews?pageSize=50', operator);
    const home = await get<OperatorHome>('/operator/home', operator);
    const counts = await get<Record<string, number>>('/operator/overview', operator);
    const told = await sql<{
      kind: string;
    }>`delete from notification where kind = 'review.wait' returning kind`;
    await told.execute(api.deps.db);
    return {
      queue: queue.items.filter((item) => item.owner.id === owner.accountId).length,
      home: home.waits.slice(0, 4).map(({ count }) => count),
      overview: [counts.pendingCampaigns, counts.pendingCreatives, counts.pendingWebsites],
      looked: await checkPending(api.deps),
      told: await tellReviewers(api.deps),
    };
  };
  const before = { queue: 5, home: [1, 1, 1, 1], overview: [1, 1, 1], looked: 2, told: 1 };
  expect(await waiting()).toEqual(before);
  await sql`delete from review_check`.execute(api.deps.db);
  await asOperator(`/accounts/${owner.accountId}/close`, { reason: 'Asked for', giveUp: true });
  expect(await waiting()).toEqual({ queue: 0, home: [0, 0, 0, 0], overview: [0, 0, 0], looked: 0, told: 0 });
  await asOperator(`/accounts/${owner.accountId}/reopen`, {});
  // Its campaigns have ended.
  expect(await waiting()).toEqual({ ...before, queue: 4, home: [0, 1, 1, 1], overview: [0, 1, 1] });
});
