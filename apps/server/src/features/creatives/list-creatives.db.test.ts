import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { createActor, createTestCampaign, type TestDeps, testDeps } from '../testing/fixtures.ts';
import { actOnCreative } from './act-on-creative.ts';
import { createCreative } from './create-creative.ts';
import { listCreatives } from './list-creatives.ts';

let database: TestDatabase;
let deps: TestDeps;
let me: Actor;
let other: Actor;
let requests = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.db);
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['advertiser']);
  other = await createActor(database.db, ['advertiser']);
});

const codeInput = (adSetIds: number[], name: string) => {
  requests += 1;
  return {
    basicInfo: { name, description: '' },
    content: { type: 'third_party' as const, size: { width: 300, height: 250 }, adCode: '<b>ad</b>' },
    adSetIds,
    requestKey: `creative-${requests}`,
  };
};
/** Of an image of this account that was uploaded. */
async function imageContent(width: number, height: number) {
  const imageKey = `${crypto.randomUUID()}.png`;
  await database.pool.query(
    `insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
     values ($1, $2, $3, $4, 9, 'image/png')`,
    [me.accountId, imageKey, width, height],
  );
  const clickUrl = 'https://shop.test/lamp';
  return { type: 'image' as const, size: { width, height }, imageKey, altText: 'A lamp', clickUrl };
}
async function setStatus(id: number, status: 'active') {
  await database.db.updateTable('creative').set({ status }).where('id', '=', id).execute();
}

describe('list', () => {
  it('filters, sorts by area, counts only the account’s own', async () => {
    const { adSetId } = await createTestCampaign(deps, me);
    const small = await createCreative(deps, me, codeInput([adSetId], 'Small code'));
    const tall = await createCreative(deps, me, {
      ...codeInput([adSetId], 'Tall image'),
      content: await imageContent(160, 600),
    });
    const theirs = await createTestCampaign(deps, other);
    await createCreative(deps, other, codeInput([theirs.adSetId], 'Small of another'));
    await setStatus(tall.id, 'active');
    const ask = async (query: object) =>
      (await listCreatives(deps, me, { page: 1, pageSize: 10, ...query })).items.map((item) => item.id);
    expect(await ask({ sort: 'size' })).toEqual([small.id, tall.id]);
    expect(await ask({ sort: '-size' })).toEqual([tall.id, small.id]);
    expect(await ask({ type: 'image' })).toEqual([tall.id]);
    expect(await ask({ status: 'pending' })).toEqual([small.id]);
    expect(await ask({ search: 'small' })).toEqual([small.id]);
    expect(await ask({ search: '160x600' })).toEqual([tall.id]);
    expect(await ask({ adSetId: theirs.adSetId })).toEqual([]);
    const { stats } = await listCreatives(deps, me, { page: 1, pageSize: 10 });
    expect(stats).toEqual({ total: 2, active: 1, image: 1, thirdParty: 1 });
  });
});

describe('a list of creatives', () => {
  it('stands in the order asked for, newest first otherwise; archived ones come only by their status', async () => {
    const { adSetId } = await createTestCampaign(deps, me);
    const make = async (name: string, day: number, content = {}, adSets: number[] = []) => {
      const input = codeInput(adSets, name);
      const { id } = await createCreative(deps, me, { ...input, content: { ...input.content, ...content } });
      await database.pool.query('update creative set created_at = $2 where id = $1', [id, `2026-05-0${day}`]);
      return id;
    };
    const ccc = await make('ccc', 2, await imageContent(160, 600), [adSetId]);
    const aaa = await make('aaa', 1, {}, [adSetId]);
    const bbb = await make('bbb', 3, { size: { width: 300, height: 25 } });
    const gone = await make('gone', 4);
    await actOnCreative(deps, me, { id: gone, action: 'archive' });
    await setStatus(bbb, 'active');
    const ask = async (query: object) => {
      const { items, total } = await listCreatives(deps, me, { page: 1, pageSize: 10, ...query });
      return [items.map(({ id }) => id), total];
    };
    expect(await ask({})).toEqual([[bbb, ccc, aaa], 3]);
    expect(await ask({ sort: 'name' })).toEqual([[aaa, bbb, ccc], 3]);
    expect(await ask({ sort: 'type' })).toEqual([[ccc, aaa, bbb], 3]);
    expect(await ask({ sort: '-status' })).toEqual([[ccc, aaa, bbb], 3]);
    expect(await ask({ sort: 'createdAt', pageSize: 2, page: 2 })).toEqual([[bbb], 3]);
    expect(await ask({ status: 'archived' })).toEqual([[gone], 1]);
    expect(await ask({ type: 'third_party', status: 'pending' })).toEqual([[aaa], 1]);
    expect(await ask({ adSetId })).toEqual([[ccc, aaa], 2]);
    expect(await ask({ adSetId, type: 'image' })).toEqual([[ccc], 1]);
    expect(await ask({ search: '300x250' })).toEqual([[aaa], 1]);
    expect(await ask({ search: '160x60' })).toEqual([[], 0]);
  });

  it('of more than a search counts is told by the tally', async () => {
    const many = await createActor(database.db, ['advertiser']);
    await database.pool.query(
      `insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, public_key)
       select $1, 'Wide banner', 'third_party', 300, 250, 'x', gen_random_uuid()::text from generate_series(1, 1001)`,
      [many.accountId],
    );
    const ask = async (query: object) => {
      const { total, more } = await listCreatives(deps, many, { page: 1, pageSize: 1, ...query });
      return [total, more];
    };
    expect([await ask({}), await ask({ type: 'image' })]).toEqual([
      [1_001, false],
      [0, false],
    ]);
    expect(await ask({ search: 'wide' })).toEqual([1_000, true]);
  });
});
