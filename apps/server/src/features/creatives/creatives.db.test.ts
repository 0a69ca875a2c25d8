import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { actOnCampaign } from '../campaigns/act-on-campaign.ts';
import { archiveAdSet } from '../campaigns/edit-ad-set.ts';
import { uploadImage } from '../images/upload-image.ts';
import { createActor, createTestCampaign, refusalOf, type TestDeps, testDeps } from '../testing/fixtures.ts';
import { actOnCreative, duplicateCreative } from './act-on-creative.ts';
import { assignCreative, removeFromAdSet } from './assign-creative.ts';
import { createCreative } from './create-creative.ts';
import { getCreative } from './creative-record.ts';
import { listCreatives } from './list-creatives.ts';
import { updateAssignment, updateBasicInfo, updateContent } from './update-creative.ts';

let database: TestDatabase;
let deps: TestDeps & { images: { put: (key: string, bytes: Uint8Array) => Promise<void> } };
let me: Actor;
let other: Actor;
const stored = new Map<string, Uint8Array>();

beforeAll(async () => {
  database = await createTestDatabase();
  const images = {
    put: async (key: string, bytes: Uint8Array) => {
      stored.set(key, bytes);
    },
  };
  deps = { ...testDeps(database.db), images };
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  me = await createActor(database.db, ['advertiser']);
  other = await createActor(database.db, ['advertiser']);
});

async function pngFile(width: number, height: number, background = '#123456'): Promise<File> {
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'a.png', { type: 'text/html' });
}

const upload = async (actor: Actor, width: number, height: number, background?: string) =>
  await uploadImage(deps, actor, { file: await pngFile(width, height, background), width, height });

let requests = 0;
const codeInput = (adSetIds: number[], name = 'Code banner') => {
  requests += 1;
  return {
    basicInfo: { name, description: '' },
    content: { type: 'third_party' as const, size: { width: 300, height: 250 }, adCode: '<b>ad</b>' },
    adSetIds,
    requestKey: `creative-${requests}`,
  };
};
const imageContent = (imageKey: string, width: number, height: number) => ({
  type: 'image' as const,
  size: { width, height },
  imageKey,
  altText: 'A lamp',
  clickUrl: 'https://shop.test/lamp',
});

const code = async (work: Promise<unknown>) => (await refusalOf(work)).code;

async function setStatus(id: number, status: 'active' | 'paused' | 'cancelled') {
  await database.db.updateTable('creative').set({ status }).where('id', '=', id).execute();
}

describe('upload', () => {
  it('stores the rewritten image once per owner and answers its address', async () => {
    const first = await upload(me, 300, 250);
    const again = await upload(me, 300, 250);
    expect(again).toEqual(first);
    expect(first.imageUrl).toBe(`https://ads.test/i/${first.imageKey}`);
    expect(stored.get(first.imageKey)?.byteLength).toBe(first.sizeBytes);
    const rows = await database.db
      .selectFrom('image')
      .selectAll()
      .where('owner_id', '=', me.accountId)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('refuses with the reason and stores nothing', async () => {
    const before = stored.size;
    const wrong = { file: await pngFile(300, 249, '#ff0000'), width: 300, height: 250 };
    const error = await refusalOf(uploadImage(deps, me, wrong));
    expect([error.code, error.message]).toEqual([
      'image_rejected',
      expect.stringContaining('Required: 300×250, current: 300×249'),
    ]);
    const bytes = new Uint8Array(5 * 1024 * 1024);
    bytes.set(new Uint8Array(await (await pngFile(300, 250, '#0000ff')).arrayBuffer()));
    const largest = { file: new File([bytes], 'c.png'), width: 300, height: 250 };
    expect((await uploadImage(deps, me, largest)).sizeBytes).toBeLessThan(10_000);
    expect(stored.size).toBe(before + 1);
    const big = { file: new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'b.png'), width: 300, height: 250 };
    const tooBig = await refusalOf(uploadImage(deps, me, big));
    expect(tooBig.message).toContain('5MB');
    // The reason as a code, for readers of other languages.
    expect(tooBig.issues).toMatchObject([{ path: 'file', code: 'image_bytes' }]);
    expect(stored.size).toBe(before + 1);
  });
});

describe('create', () => {
  it('an image creative, pending, with its address and ad sets; a repeated press is the same creative', async () => {
    const { campaignId, adSetId } = await createTestCampaign(deps, me);
    const { imageKey, imageUrl } = await upload(me, 728, 90);
    const input = {
      ...codeInput([adSetId, adSetId]),
      content: imageContent(imageKey, 728, 90),
    };
    const creative = await createCreative(deps, me, input);
    expect(creative).toMatchObject({
      status: 'pending',
      type: 'image',
      imageUrl,
      imageKey,
      frameUrl: null,
      trackingUrls: [
        {
          adSetId,
          adSetName: 'Spring everywhere',
          impressionUrl: expect.stringMatching(/^https:\/\/ads\.test\/t\/i\/[\w-]{80}$/),
          clickUrl: expect.stringMatching(/^https:\/\/ads\.test\/t\/c\/[\w-]{80}$/),
        },
      ],
      adSets: [{ id: adSetId, campaignId }],
      actions: ['edit', 'archive', 'duplicate'],
    });
    const again = await Promise.all([createCreative(deps, me, input), createCreative(deps, me, input)]);
    expect(again.map((one) => one.id)).toEqual([creative.id, creative.id]);
    for (const other of [
      { basicInfo: { ...input.basicInfo, name: 'Other words' } },
      { content: { ...input.content, altText: 'Another lamp' } },
      { adSetIds: [] },
    ]) {
      expect(await code(createCreative(deps, me, { ...input, ...other }))).toBe('conflict_idempotency');
    }
  });

  it('third-party code has a frame address and no image', async () => {
    const { adSetId } = await createTestCampaign(deps, me);
    const creative = await createCreative(deps, me, codeInput([adSetId]));
    expect(creative.frameUrl).toMatch(/^https:\/\/ads\.test\/f\/[0-9A-Za-z]{22}\?v=[\w-]{80}$/);
    expect([creative.imageUrl, creative.clickUrl, creative.adCode]).toEqual([null, null, '<b>ad</b>']);
    // Code leads where it wants: there is no address of its own to send a click to.
    expect(creative.trackingUrls).toMatchObject([{ adSetId, clickUrl: null }]);
  });

  it('refuses another’s image and ad set, a wrong size, an archived ad set and an ended campaign', async () => {
    const mine = await createTestCampaign(deps, me);
    const theirs = await createTestCampaign(deps, other);
    const theirImage = await upload(other, 300, 250, '#00ff00');
    const myImage = await upload(me, 300, 250);
    const image = (key: string, width: number) => ({
      ...codeInput([mine.adSetId]),
      content: imageContent(key, width, 250),
    });
    expect(await code(createCreative(deps, me, codeInput([mine.adSetId, theirs.adSetId])))).toBe(
      'ad_set_not_found',
    );
    expect(
      (await refusalOf(createCreative(deps, me, image(theirImage.imageKey, 300)))).issues?.[0],
    ).toMatchObject({
      path: 'content.imageKey',
      code: 'image_required',
    });
    expect(await code(createCreative(deps, me, image(myImage.imageKey, 301)))).toBe('image_rejected');
    await actOnCampaign(deps, me, { id: mine.campaignId, action: 'cancel' });
    expect(await code(createCreative(deps, me, codeInput([mine.adSetId])))).toBe('conflict_status');
    const second = await createTestCampaign(deps, me);
    await archiveAdSet(deps, me, { id: second.adSetId });
    expect(await code(createCreative(deps, me, codeInput([second.adSetId])))).toBe('conflict_status');
    expect((await listCreatives(deps, me, { page: 1, pageSize: 10 })).total).toBe(0);
  });
});

describe('what an edit writes', () => {
  it('is what changed, once, with another version each time, and nothing where nothing did', async () => {
    const { adSetId } = await createTestCampaign(deps, me);
    const second = await createTestCampaign(deps, me, 'Second');
    const { imageKey } = await upload(me, 300, 250);
    const content = imageContent(imageKey, 300, 250);
    const { id } = await createCreative(deps, me, { ...codeInput([adSetId], 'Lamp'), content });
    await database.pool.query(
      `update creative set status = 'rejected', rejection_code = 'other', rejection_text = 'No', approved_at = now()
        where id = $1`,
      [id],
    );
    const info = { id, name: 'Lamp', description: '', version: 1 };
    const keeps = [
      await updateBasicInfo(deps, me, info),
      await updateContent(deps, me, { id, version: 1, content }),
      await updateAssignment(deps, me, { id, version: 1, adSetIds: [adSetId, adSetId] }),
    ];
    expect(keeps.map(({ version, status }) => [version, status])).toEqual(Array(3).fill([1, 'rejected']));
    const named = () => updateBasicInfo(deps, me, { ...info, description: 'Warm' });
    const two = await Promise.allSettled([named(), named()]);
    expect(two.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const edited = { ...content, clickUrl: 'https://shop.test/' };
    const again = await updateContent(deps, me, { id, version: 2, content: edited });
    expect(again).toMatchObject({ status: 'pending', rejection: null, version: 3 });
    const { rows: kept } = await database.pool.query('select approved_at from creative where id = $1', [id]);
    expect(kept).toEqual([{ approved_at: null }]);
    await updateAssignment(deps, me, { id, version: 3, adSetIds: [second.adSetId, second.adSetId] });
    await assignCreative(deps, me, { id, adSetId });
    expect((await assignCreative(deps, me, { id, adSetId })).version).toBe(5);
    expect((await removeFromAdSet(deps, me, { id, adSetId })).version).toBe(6);
    await actOnCreative(deps, me, { id, action: 'archive' });
    const { rows } = await database.pool.query(
      "select action, detail from audit_log where subject_kind = 'creative' and subject_id = $1 order by id",
      [id],
    );
    expect(rows.map(({ action, detail }) => [action.slice('creative.'.length), detail])).toEqual([
      ['create', { name: 'Lamp', type: 'image', adSetIds: [adSetId] }],
      ['editBasicInfo', { description: { before: '', after: 'Warm' } }],
      [
        'editContent',
        {
          click_url: { before: content.clickUrl, after: edited.clickUrl },
          status: { before: 'rejected', after: 'pending' },
        },
      ],
      ['editAssignment', { adSetIds: { before: [adSetId], after: [second.adSetId] } }],
      ['assign', { adSetId }],
      ['removeFromAdSet', { adSetId }],
      ['archive', { status: { before: 'pending', after: 'archived' } }],
    ]);
    expect(await code(updateBasicInfo(deps, me, { ...info, version: 7 }))).toBe('conflict_status');
    expect(await code(assignCreative(deps, me, { id, adSetId }))).toBe('conflict_status');
  });
});

describe('update', () => {
  it('basic info and assignment change no status, content is reviewed again', async () => {
    const { adSetId } = await createTestCampaign(deps, me);
    const second = await createTestCampaign(deps, me, 'Second');
    const { id } = await createCreative(deps, me, codeInput([adSetId]));
    await setStatus(id, 'active');
    const named = await updateBasicInfo(deps, me, { id, version: 1, name: 'Renamed', description: 'new' });
    expect(named).toMatchObject({ status: 'active', name: 'Renamed', version: 2 });
    const moved = await updateAssignment(deps, me, { id, version: 2, adSetIds: [second.adSetId] });
    expect(moved).toMatchObject({ status: 'active', adSets: [{ id: second.adSetId }], version: 3 });
    const same = { type: 'third_party' as const, size: { width: 300, height: 250 }, adCode: '<b>ad</b>' };
    expect(await updateContent(deps, me, { id, version: 3, content: same })).toMatchObject({
      status: 'active',
    });
    const edited = await updateContent(deps, me, { id, version: 3, content: { ...same, adCode: '<i>' } });
    expect(edited).toMatchObject({ status: 'pending', adCode: '<i>', version: 4 });
  });

  it('refuses an old version, another type, another’s creative and a taken-down one', async () => {
    const { adSetId } = await createTestCampaign(deps, me);
    const theirs = await createTestCampaign(deps, other);
    const { id } = await createCreative(deps, me, codeInput([adSetId]));
    const info = { id, name: 'Renamed', description: '' };
    expect(await code(updateBasicInfo(deps, me, { ...info, version: 9 }))).toBe('conflict_version');
    expect(await code(updateBasicInfo(deps, other, { ...info, version: 1 }))).toBe('creative_not_found');
    expect(await code(updateAssignment(deps, me, { id, version: 1, adSetIds: [theirs.adSetId] }))).toBe(
      'ad_set_not_found',
    );
    const { imageKey } = await upload(me, 300, 250);
    const content = imageContent(imageKey, 300, 250);
    expect((await refusalOf(updateContent(deps, me, { id, version: 1, content }))).message).toBe(
      'Invalid creative type',
    );
    await setStatus(id, 'cancelled');
    expect(await code(updateBasicInfo(deps, me, { ...info, version: 1 }))).toBe('conflict_status');
  });
});

describe('assign, remove, duplicate, act', () => {
  it('assigns once, removes once', async () => {
    const { adSetId } = await createTestCampaign(deps, me);
    const second = await createTestCampaign(deps, me, 'Second');
    const { id } = await createCreative(deps, me, codeInput([adSetId]));
    const pair = { id, adSetId: second.adSetId };
    expect((await assignCreative(deps, me, pair)).adSets).toHaveLength(2);
    expect((await assignCreative(deps, me, pair)).adSets).toHaveLength(2);
    expect((await removeFromAdSet(deps, me, pair)).adSets).toMatchObject([{ id: adSetId }]);
    expect(await code(removeFromAdSet(deps, me, pair))).toBe('ad_set_not_found');
    expect(await code(assignCreative(deps, other, pair))).toBe('creative_not_found');
    expect(await code(removeFromAdSet(deps, other, { id, adSetId }))).toBe('creative_not_found');
  });

  it('acts as its status lets it, and says what cannot be', async () => {
    const { id } = await createCreative(deps, me, codeInput([]));
    const act = async (action: 'activate' | 'pause' | 'archive') =>
      await actOnCreative(deps, me, { id, action });
    expect((await refusalOf(act('pause'))).message).toMatch(/pending now.* paused/);
    expect((await refusalOf(act('activate'))).message).toMatch(/pending now.* activated/);
    await setStatus(id, 'active');
    expect(await act('pause')).toMatchObject({ status: 'paused', version: 2 });
    expect(await act('activate')).toMatchObject({ status: 'active', version: 3 });
    expect((await act('archive')).actions).toEqual([]);
    expect((await refusalOf(act('archive'))).message).toMatch(/archived now.* archived/);
  });

  it.each(['cancelled', 'completed', 'archived'] as const)(
    'is assigned to nothing of a campaign that is %s, but what it serves of it may stay',
    async (status) => {
      const ended = await createTestCampaign(deps, me);
      const running = await createTestCampaign(deps, me, 'Running');
      const { id } = await createCreative(deps, me, codeInput([ended.adSetId]));
      await database.pool.query('update campaign set status = $2 where id = $1', [ended.campaignId, status]);
      const both = [ended.adSetId, running.adSetId];
      expect((await updateAssignment(deps, me, { id, version: 1, adSetIds: both })).adSets).toHaveLength(2);
      const other = await createCreative(deps, me, codeInput([]));
      const refused = await refusalOf(assignCreative(deps, me, { id: other.id, adSetId: ended.adSetId }));
      expect([refused.code, refused.message]).toEqual(['conflict_status', expect.stringContaining(status)]);
      const set = { id: other.id, version: 1, adSetIds: both };
      expect(await code(updateAssignment(deps, me, set))).toBe('conflict_status');
    },
  );

  it('is taken for a copy after its account, as by who closes it: neither waits for the other for ever', async () => {
    const { id } = await createCreative(deps, me, codeInput([]));
    const client = await database.pool.connect();
    const waiting = async () =>
      (
        await database.pool.query(`select from pg_locks l join pg_stat_activity a using (pid)
          where not l.granted and a.datname = current_database()`)
      ).rowCount;
    try {
      await client.query('begin');
      await client.query('select from account where id = $1 for update', [me.accountId]);
      const copied = duplicateCreative(deps, me, { id });
      await expect.poll(waiting).toBe(1);
      await client.query('select from creative where id = $1 for update nowait', [id]);
      await client.query('commit');
      expect((await copied).status).toBe('pending');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('a copy of an image is all that it was but its review', async () => {
    const { imageKey } = await upload(me, 300, 250);
    const { basicInfo, ...input } = codeInput([], 'Lamp');
    const { id } = await createCreative(deps, me, {
      ...{ ...input, basicInfo: { ...basicInfo, description: 'Warm' } },
      content: imageContent(imageKey, 300, 250),
    });
    const { id: _id, name: _name, ...original } = await getCreative(deps, me, { id });
    const { id: copyId, name: _copied, ...copy } = await duplicateCreative(deps, me, { id });
    expect(copy).toEqual(original);
    const { rows } = await database.pool.query(
      "select detail from audit_log where action = 'creative.duplicate' and subject_id = $1",
      [copyId],
    );
    expect(rows).toEqual([{ detail: { from: id } }]);
  });

  it('a copy is pending and assigned nowhere, its name at most 99 characters', async () => {
    const { adSetId } = await createTestCampaign(deps, me);
    const { id } = await createCreative(deps, me, codeInput([adSetId], 'n'.repeat(99)));
    await setStatus(id, 'cancelled');
    const copy = await duplicateCreative(deps, me, { id });
    expect(copy).toMatchObject({ status: 'pending', adSets: [], adCode: '<b>ad</b>' });
    expect(copy.name).toBe(`${'n'.repeat(92)} (copy)`);
    await actOnCreative(deps, me, { id, action: 'archive' });
    expect(await code(duplicateCreative(deps, me, { id }))).toBe('conflict_status');
    expect(await code(duplicateCreative(deps, other, { id: copy.id }))).toBe('creative_not_found');
    expect(await code(actOnCreative(deps, other, { id: copy.id, action: 'archive' }))).toBe(
      'creative_not_found',
    );
    expect(await code(getCreative(deps, other, { id: copy.id }))).toBe('creative_not_found');
  });
});
