import type { ReviewItem } from '@placard/contract/reviews';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkPending } from './check-pending.ts';
import { appealWebsite, get, newOwner, openWorld, website, world } from './testing/appeal-world.ts';

beforeAll(openWorld);
beforeEach(async () => {
  await run(sql`update creative set status = 'archived'`);
  for (const table of ['appeal', 'review_sample']) await run(sql`delete from ${sql.table(table)}`);
  await newOwner();
  // Each kind is numbered by itself: here both have the same number.
  expect(world.creativeId).toBe(world.websiteId);
});
afterAll(async () => {
  await world.api.close();
});

type Kind = 'creative' | 'website';
const run = async (statement: ReturnType<typeof sql>) => void (await statement.execute(world.api.deps.db));
const setStatus = async (kind: Kind, status: string) =>
  await run(sql`update ${sql.table(kind)} set status = ${status} where id = ${world.creativeId}`);
const checked = async (kind: Kind) =>
  await run(sql`insert into review_check (subject_kind, subject_id, version, checked_at, findings)
    values (${kind}, ${world.creativeId}, 1, ${world.api.now}, '[{"code":"image_small","detail":{}}]')`);
const drawn = async (kind: Kind) =>
  await run(sql`insert into review_sample (subject_kind, subject_id, version, because, made_at)
    values (${kind}, ${world.creativeId}, 1, 'share', ${world.api.now})`);
const appealed = async (kind: Kind) =>
  await run(sql`insert into appeal (account_id, subject_kind, subject_id, decision, decided_at, decision_text, appealed_by, text, created_at)
    values (${world.owner.accountId}, ${kind}, ${world.creativeId}, 'reject', ${world.api.now}, 'No.', ${world.owner.id}, 'Yes.', ${world.api.now})`);

describe('of a creative and a website with one number', () => {
  it.each<[Kind, Kind]>([
    ['creative', 'website'],
    ['website', 'creative'],
  ])('what is known of the %s does not stand on the card of the %s', async (known, shown) => {
    await setStatus(shown, 'pending');
    await checked(known);
    await drawn(known);
    await appealed(known);
    await run(sql`insert into review_snapshot (subject_kind, subject_id, content)
      values (${known}, ${world.creativeId}, '{"name": {"label": "Name", "value": "Before"}}')`);
    const { items } = await get<{ items: ReviewItem[] }>(`/operator/reviews?kind=${shown}`, world.operator);
    expect(items.find(({ id }) => id === world.creativeId)).toMatchObject({
      ...{ checkedAt: null, findings: [], previouslyApproved: false, rejectedBefore: null },
      ...{ sampled: null, appeal: null },
    });
  });

  it('an appeal about the one is none about the other, also of before decisions were written down', async () => {
    await setStatus('website', 'rejected');
    await appealed('creative');
    expect((await website()).appeal).toEqual({ mayAppeal: true, last: null });
    expect((await appealWebsite({ version: 1 })).status).toBe(200);
  });

  it('what waits of the website has nobody look at the creative, and a look at the one is none at the other', async () => {
    await drawn('website');
    await appealed('website');
    expect(await checkPending(world.api.deps)).toBe(0);
    await checked('website');
    await setStatus('creative', 'pending');
    expect(await checkPending(world.api.deps)).toBe(1);
    expect(await checkPending(world.api.deps)).toBe(0);
  });
});
