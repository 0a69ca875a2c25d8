import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  GONE_IMAGES_SOUGHT_DAYS,
  MAX_UNUSED_IMAGES,
  UNUSED_IMAGE_DAYS,
} from '@placard/domain/creative/stored-images';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sweepExpired } from '../../auth/sweep-expired.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { createCreative } from '../creatives/create-creative.ts';
import { contentValues } from '../creatives/creative-content.ts';
import { updateContent } from '../creatives/update-creative.ts';
import { newColour, uploadBanner } from '../testing/banners.ts';
import { refusalOf } from '../testing/fixtures.ts';
import { eraseImages } from './erase-images.ts';
import type { ImageStore } from './image-store.ts';
import { refuseTooManyUnusedImages, removeUnusedImages } from './unused-images.ts';

const DAY_MS = 86_400_000;
const BEGAN = new Date('2026-03-10T12:00:00Z');

let api: TestApi;
let me: TestUser;
let other: TestUser;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  api.now = BEGAN;
  me = await api.user({ roles: ['advertiser'] });
  other = await api.user({ roles: ['advertiser'] });
});
afterAll(async () => {
  await api.close();
});

const at = (ms: number) => {
  api.now = new Date(BEGAN.getTime() + ms);
};
const isThere = (fileKey: string) => existsSync(join(api.deps.dataDir, 'images', fileKey));
const upload = async (who = me, colour = newColour()) => await uploadBanner(api.deps, who.actor, colour);
const content = (imageKey: string) => ({
  ...{ type: 'image' as const, imageKey, size: { width: 300, height: 250 } },
  ...{ altText: '', clickUrl: 'https://shop.example/' },
});
const creative = async (imageKey: string) =>
  await createCreative(api.deps, me.actor, {
    basicInfo: { name: 'Spring banner', description: '' },
    ...{ content: content(imageKey), adSetIds: [], requestKey: crypto.randomUUID() },
  });
/** How many wait for somebody else's transaction. */
const waiting = async () =>
  (
    await sql`select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`.execute(api.deps.db)
  ).rows.length;
/** As each hour: what is used no more is found, and files of what went are removed. */
const hourly = async () => [await removeUnusedImages(api.deps), await eraseImages(api.deps)];

it('an image that no creative has goes seven days after it was uploaded last, unless somebody else has it', async () => {
  const shared = newColour();
  const [used, left, again] = [await upload(), await upload(), newColour()];
  const [mine, twice] = [await upload(me, shared), await upload(me, again)];
  await creative(used);
  at(1);
  for (const who of [me, other]) await upload(who, who === me ? again : shared);
  at(UNUSED_IMAGE_DAYS * DAY_MS - 1);
  expect(await hourly()).toEqual([0, 0]);
  at(UNUSED_IMAGE_DAYS * DAY_MS);
  // Of the shared one only my own row goes.
  expect(await hourly()).toEqual([2, 1]);
  expect([used, left, mine, twice].map(isThere)).toEqual([true, false, true, true]);
  expect(await hourly()).toEqual([0, 0]);
  at(UNUSED_IMAGE_DAYS * DAY_MS + 1);
  expect(await hourly()).toEqual([2, 2]);
  expect([used, mine, twice].map(isThere)).toEqual([true, false, false]);
});

it('what went is in no creative; uploaded again it is there as before', async () => {
  const colour = newColour();
  const fileKey = await upload(me, colour);
  at(UNUSED_IMAGE_DAYS * DAY_MS);
  expect(await hourly()).toEqual([1, 1]);
  const refusal = await refusalOf(creative(fileKey));
  expect([refusal.code, refusal.issues?.map(({ code }) => code)]).toEqual([
    'invalid_input',
    ['image_required'],
  ]);
  expect(await upload(me, colour)).toBe(fileKey);
  expect(isThere(fileKey)).toBe(true);
  await creative(fileKey);
  at(2 * UNUSED_IMAGE_DAYS * DAY_MS);
  expect(await hourly()).toEqual([0, 0]);
});

it('an image that was replaced is kept while it was what was approved last, and for seven days from then', async () => {
  const [before, after] = [await upload(), await upload()];
  const { id } = await creative(before);
  const approved = async (imageKey: string) =>
    await sql`insert into review_snapshot (subject_kind, subject_id, content)
      values ('creative', ${id}, ${JSON.stringify({ image: { label: 'Image', value: imageKey } })}::jsonb)
      on conflict (subject_kind, subject_id) do update set content = excluded.content`.execute(api.deps.db);
  await approved(before);
  at(DAY_MS);
  await updateContent(api.deps, me.actor, { id, version: 1, content: content(after) });
  for (const day of [1, 30]) {
    at(day * DAY_MS);
    expect(await hourly()).toEqual([0, 0]);
  }
  await approved(after);
  expect(await hourly()).toEqual([0, 0]);
  at((30 + UNUSED_IMAGE_DAYS) * DAY_MS - 1);
  expect(await hourly()).toEqual([0, 0]);
  at((30 + UNUSED_IMAGE_DAYS) * DAY_MS);
  expect(await hourly()).toEqual([1, 1]);
  expect([before, after].map(isThere)).toEqual([false, true]);
});

it('an image that was used for a moment, after days of waiting, is kept for seven days from then', async () => {
  const [late, next] = [await upload(), await upload()];
  at(DAY_MS);
  await hourly();
  at(UNUSED_IMAGE_DAYS * DAY_MS);
  const { id } = await creative(late);
  await updateContent(api.deps, me.actor, { id, version: 1, content: content(next) });
  expect(await hourly()).toEqual([0, 0]);
  expect(isThere(late)).toBe(true);
});

it('a creative that is made at that moment keeps its image: who removes waits, and looks again', async () => {
  const fileKey = await upload();
  at(UNUSED_IMAGE_DAYS * DAY_MS);
  const [begun, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const making = api.deps.db.transaction().execute(async (trx) => {
    await contentValues(trx, me.actor, content(fileKey), '');
    begun.resolve();
    await made.promise;
  });
  await begun.promise;
  const removing = hourly();
  await expect.poll(waiting).toBe(1);
  made.resolve();
  await making;
  expect([...(await removing), isThere(fileKey)]).toEqual([0, 0, true]);
});

it('an image that somebody else uploads while files are removed is kept', async () => {
  const colour = newColour();
  const [fileKey, gone] = [await upload(me, colour), await upload()];
  at(UNUSED_IMAGE_DAYS * DAY_MS);
  expect(await removeUnusedImages(api.deps)).toBe(2);
  const present: ImageStore['present'] = async (fileKeys) => {
    const found = await api.deps.images.present(fileKeys);
    await upload(other, colour);
    return found;
  };
  expect(await eraseImages({ ...api.deps, images: { ...api.deps.images, present } })).toBe(1);
  expect([fileKey, gone].map(isThere)).toEqual([true, false]);
});

it('the row of an image that went is known for as long as its file is sought', async () => {
  const fileKey = await upload();
  at(UNUSED_IMAGE_DAYS * DAY_MS);
  await hourly();
  const known = async () =>
    (await sql`select 1 from image where file_key = ${fileKey}`.execute(api.deps.db)).rows.length;
  at((UNUSED_IMAGE_DAYS + GONE_IMAGES_SOUGHT_DAYS) * DAY_MS);
  await sweepExpired(api.deps);
  expect(await known()).toBe(1);
  at((UNUSED_IMAGE_DAYS + GONE_IMAGES_SOUGHT_DAYS) * DAY_MS + 1);
  await sweepExpired(api.deps);
  expect(await known()).toBe(0);
});

it('five hundred images of an account are in no creative; one that is used, or went, makes room', async () => {
  const colour = newColour();
  const first = await upload(me, colour);
  await sql`
    insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type, unused_since)
    select ${me.accountId}::int, n || '.png', 300, 250, 9, 'image/png', ${api.now}::timestamptz
      from generate_series(1, ${MAX_UNUSED_IMAGES - 3}::int) n`.execute(api.deps.db);
  const [counted, kept] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const oneMore = api.deps.db.transaction().execute(async (trx) => {
    await refuseTooManyUnusedImages(trx, me.accountId, 'more.png');
    counted.resolve();
    await kept.promise;
    await sql`insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
      values (${me.accountId}, 'more.png', 300, 250, 9, 'image/png')`.execute(trx);
  });
  await counted.promise;
  const uploads = Promise.allSettled([upload(), upload(), upload()]);
  await expect.poll(waiting).toBe(3);
  kept.resolve();
  await oneMore;
  const results = await uploads;
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused.map(({ code, message }) => [code, message])).toEqual(
    Array.from({ length: 2 }, () => [
      'conflict_status',
      '500 of your images are in no creative. Use some of them; the others go 7 days after their upload.',
    ]),
  );
  // What is there already takes no room, and others have their own.
  expect(await upload(me, colour)).toBe(first);
  await upload(other);
  await creative(first);
  await upload();
  expect((await refusalOf(upload())).code).toBe('conflict_status');
  await sql`update image set removed_at = now() where file_key = '1.png'`.execute(api.deps.db);
  await upload();
  expect((await refusalOf(upload())).code).toBe('conflict_status');
});
