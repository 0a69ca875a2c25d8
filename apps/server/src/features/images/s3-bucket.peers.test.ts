import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@placard/db/objects/object-store';
import { openObjectStore } from '@placard/db/objects/open-object-store';
import { type RunningMinio, startMinio } from '@placard/db/testing/running-minio';
import { peers } from '@placard/tooling/config';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
let minio: RunningMinio;
let store: ObjectStore;

const open = async (changes = {}) => await openObjectStore({ ...minio.settings, ...changes });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-s3-peers-'));
  minio = await startMinio(peers().minio, 'one/');
  store = await open();
});
afterAll(async () => {
  store?.close();
  await minio?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = async (key: string) => {
  const found = await store.get(key);
  return found === null ? null : await buffer(found);
};

it('keeps, gives back and replaces', async () => {
  await store.put('images/a b+ü.png', Buffer.from('picture'));
  expect((await read('images/a b+ü.png'))?.toString()).toBe('picture');
  await store.put('images/a b+ü.png', Buffer.alloc(0));
  expect(await read('images/a b+ü.png')).toEqual(Buffer.alloc(0));
  expect(await read('images/none.png')).toBeNull();
});

it.each([0, 1, 8_388_608, 8_388_609, 30_000_000])('takes a file of %i bytes', async (size) => {
  const bytes = randomBytes(size);
  writeFileSync(join(folder, 'file'), bytes);
  await store.putFile('files/x', join(folder, 'file'));
  expect((await read('files/x'))?.equals(bytes)).toBe(true);
});

it('lists more than a page, and removes more than it takes at once', async () => {
  const keys = Array.from({ length: 1_200 }, (_, nth) => `many/${String(nth).padStart(4, '0')}`);
  for (let from = 0; from < keys.length; from += 50)
    await Promise.all(keys.slice(from, from + 50).map((key) => store.put(key, Buffer.from(key))));
  const found: string[] = [];
  for await (const { key, bytes } of store.list('many/')) if (bytes === 9) found.push(key);
  expect(found).toEqual(keys);
  await store.remove(keys);
  for await (const { key } of store.list('many/')) expect(key).toBeUndefined();
});

it('refuses another secret and another bucket', async () => {
  const stranger = await open({ secretAccessKey: 'another' });
  await expect(stranger.get('files/x')).rejects.toThrow('it answered 403 (SignatureDoesNotMatch)');
  stranger.close();
  const elsewhere = await open({ bucket: 'nothing-here' });
  await expect(elsewhere.put('x', Buffer.from('x'))).rejects.toThrow('it answered 404 (NoSuchBucket)');
  elsewhere.close();
});
