import type { ReviewItem } from '@placard/contract/reviews';
import { AD_REPORTS_FOR_REVIEW } from '@placard/domain/ad-report';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  appealCreative,
  appealWebsite,
  asOperator,
  codeOf,
  get,
  grant,
  idOf,
  newCreative,
  newOwner,
  openWorld,
  reject,
  suspend,
  takeDown,
  world,
} from './testing/appeal-world.ts';

let widgetId: number;
let viewers = 0;

beforeAll(openWorld);
beforeEach(async () => {
  await newOwner();
  const { rows } = await sql<{ id: number }>`
    insert into widget (website_id, type, name, embed_key)
    values (${world.websiteId}, 'banner', 'Top', ${crypto.randomUUID()}) returning id`.execute(
    world.api.deps.db,
  );
  widgetId = rows[0]?.id ?? 0;
});
afterAll(async () => {
  await world.api.close();
});

/** So many visitors report a creative, one a minute. */
async function report(count: number, id = world.creativeId): Promise<void> {
  for (let told = 0; told < count; told += 1) {
    viewers += 1;
    world.api.now = new Date(world.api.now.getTime() + 60_000);
    await sql`insert into ad_report (creative_id, website_id, widget_id, reason, comment, viewer_hash, reported_at)
      values (${id}, ${world.websiteId}, ${widgetId}, 'misleading', ${`No. ${told + 1}`},
              decode(lpad(to_hex(${viewers}::int), 16, '0'), 'hex'), ${world.api.now})`.execute(
      world.api.deps.db,
    );
  }
}
const item = async (id = world.creativeId) =>
  (
    await get<{ items: ReviewItem[] }>('/operator/reviews?kind=creative&pageSize=50', world.operator)
  ).items.find((one) => one.id === id);
const approve = async (id = world.creativeId, version = 1) =>
  await asOperator('/reviews/approve', { kind: 'creative', id, version });
const setStatus = async (status: string) =>
  await sql`update creative set status = ${status} where id = ${world.creativeId}`.execute(world.api.deps.db);
/** When each report of a creative was answered. */
async function answered(id = world.creativeId): Promise<(Date | null)[]> {
  const { rows } = await sql<{ at: Date | null }>`
    select judged_at as at from ad_report where creative_id = ${id} order by id`.execute(world.api.deps.db);
  return rows.map(({ at }) => at);
}

describe('a creative that visitors report', () => {
  it(`stands in the queue from ${AD_REPORTS_FOR_REVIEW} of them on, while it runs`, async () => {
    await report(AD_REPORTS_FOR_REVIEW - 1);
    expect(await item()).toBeUndefined();
    await report(1);
    expect((await item())?.reports).toMatchObject({ viewers: AD_REPORTS_FOR_REVIEW });
    await setStatus('paused');
    expect(await item()).toBeUndefined();
  });

  it('is shown with the newest comments, and its reasons by how many gave them', async () => {
    await report(6);
    await sql`update ad_report set reason = case comment when 'No. 1' then 'other' when 'No. 2' then 'malicious' else 'offensive' end
      where creative_id = ${world.creativeId}`.execute(world.api.deps.db);
    expect((await item())?.reports?.reasons).toEqual([
      { reason: 'offensive', count: 4 },
      { reason: 'malicious', count: 1 },
      { reason: 'other', count: 1 },
    ]);
    expect((await item())?.reports?.comments).toEqual(['No. 6', 'No. 5', 'No. 4', 'No. 3', 'No. 2']);
  });

  it('is kept as it was seen alone, and what comes later counts anew', async () => {
    await report(AD_REPORTS_FOR_REVIEW);
    expect(codeOf(await approve(world.creativeId, 2))).toEqual([409, 'conflict_version']);
    expect(await item()).toBeDefined();
    expect((await approve()).status).toBe(200);
    const kept = world.api.now;
    expect(await item()).toBeUndefined();
    await report(AD_REPORTS_FOR_REVIEW);
    expect((await item())?.reports?.viewers).toBe(AD_REPORTS_FOR_REVIEW);
    await approve();
    const times = (at: Date) => Array.from({ length: AD_REPORTS_FOR_REVIEW }, () => at);
    expect(await answered()).toEqual([...times(kept), ...times(world.api.now)]);
  });

  it.each<[string, string, () => Promise<{ status: number }>]>([
    ['kept', 'active', async () => await approve()],
    ['rejected', 'rejected', async () => await reject('creative', world.creativeId)],
    ['taken down', 'cancelled', async () => await takeDown()],
    [
      'approved',
      'active',
      async () => {
        await setStatus('pending');
        return await approve();
      },
    ],
    [
      'given back',
      'active',
      async () => {
        await reject('creative', world.creativeId);
        const appeal = idOf(await appealCreative());
        await report(1);
        return await grant(appeal);
      },
    ],
  ])(
    'has all its reports answered when it is %s, which it is then (%s), and another none',
    async (_what, status, decide) => {
      const other = await newCreative();
      await report(1, other);
      await report(AD_REPORTS_FOR_REVIEW);
      expect((await decide()).status).toBe(200);
      expect((await answered()).filter((at) => at === null)).toEqual([]);
      expect(await answered(other)).toEqual([null]);
      const { rows } = await sql`select status from creative where id = ${world.creativeId}`.execute(
        world.api.deps.db,
      );
      expect(rows).toEqual([{ status }]);
    },
  );
});

describe('what was drawn to be looked at afterwards', () => {
  const drawn = async (kind: string, id: number, because: 'share' | 'finding') =>
    await sql`insert into review_sample (subject_kind, subject_id, version, because, made_at)
      values (${kind}, ${id}, 1, ${because}, ${world.api.now})`.execute(world.api.deps.db);

  it('is looked at while it runs, and answered for its own kind alone', async () => {
    // Numbers of one kind are numbers of the others too.
    await drawn('creative', world.creativeId, 'share');
    for (const kind of ['website', 'campaign']) await drawn(kind, world.creativeId, 'finding');
    await setStatus('paused');
    expect(await item()).toBeUndefined();
    await setStatus('active');
    expect((await item())?.sampled).toBe('share');
    await approve();
    const { rows } = await sql<{ kind: string; judged: boolean }>`
      select subject_kind as kind, judged_at is not null as judged from review_sample
       where subject_id = ${world.creativeId} order by kind`.execute(world.api.deps.db);
    expect(rows.map(({ kind, judged }) => [kind, judged])).toEqual([
      ['campaign', false],
      ['creative', true],
      ['website', false],
    ]);
    const { rows: log } = await sql<{ detail: unknown }>`
      select detail from audit_log where action = 'creative.keep' and subject_id = ${world.creativeId}`.execute(
      world.api.deps.db,
    );
    expect(log).toEqual([
      { detail: { reports: '0', sampled: 'yes', version: 1, status: { before: 'active', after: 'active' } } },
    ]);
  });

  it('does not wait any more once an operator took it down, nor when they gave it back', async () => {
    await drawn('creative', world.creativeId, 'share');
    await takeDown();
    const judged = async () =>
      (
        await sql<{ at: Date | null }>`
          select judged_at as at from review_sample where subject_id = ${world.creativeId}`.execute(
          world.api.deps.db,
        )
      ).rows.map(({ at }) => at);
    expect(await judged()).toEqual([world.api.now]);
    await grant(idOf(await appealCreative()));
    expect(await item()).toBeUndefined();
  });

  it('does not wait any more once a suspended website was given back', async () => {
    await drawn('website', world.websiteId, 'share');
    await suspend();
    await grant(idOf(await appealWebsite()));
    const { items } = await get<{ items: ReviewItem[] }>('/operator/reviews?kind=website', world.operator);
    expect(items.filter(({ id }) => id === world.websiteId)).toEqual([]);
  });
});

it('what waits is shown with its image, and with the address of an owner who has no name', async () => {
  const { db } = world.api.deps;
  const file = `lantern-${world.made}.png`;
  await sql`update app_user set first_name = '', last_name = '' where id = ${world.owner.id}`.execute(db);
  await sql`with i as (insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
    values (${world.owner.accountId}, ${file}, 300, 250, 1, 'image/png') returning id)
    update creative set type = 'image', ad_code = null, click_url = 'https://shop.example/', image_id = i.id
      from i where creative.id = ${world.creativeId}`.execute(db);
  await setStatus('pending');
  const shown = await item();
  expect(shown?.owner).toEqual({
    id: world.owner.accountId,
    name: world.owner.email,
    email: world.owner.email,
  });
  expect(shown?.fields.find(({ key }) => key === 'image')?.value).toBe(file);
});
