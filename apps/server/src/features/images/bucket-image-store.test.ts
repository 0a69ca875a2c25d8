import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type S3Server, startS3Server } from '@placard/db/testing/s3-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refusalOf } from '../../http/error-encoding.ts';
import { type OpenImages, openImages } from './open-images.ts';

const KEY = `${'a'.repeat(64)}.png`;
const OTHER = `${'b'.repeat(64)}.webp`;

let bucket: S3Server;
let dataDir: string;
let images: OpenImages;

beforeEach(async () => {
  bucket = await startS3Server('ads/');
  dataDir = await mkdtemp(join(tmpdir(), 'placard-images-'));
  images = await openImages(dataDir, bucket.settings);
});
afterEach(async () => {
  images.close();
  await bucket.stop();
  await rm(dataDir, { recursive: true });
});

it('keeps an image in the bucket and in the folder', async () => {
  const bytes = randomBytes(100);
  await images.store.put(KEY, bytes);
  expect(bucket.objects.get(`ads/images/${KEY}`)?.equals(bytes)).toBe(true);
  expect(await readdir(join(dataDir, 'images'))).toEqual([KEY]);
  await expect(images.store.put('../secret.key', bytes)).rejects.toThrow('no image file key');
  expect(bucket.objects.size).toBe(1);
});

it('keeps nothing, and asks to come again, where the bucket refuses', async () => {
  bucket.before = (_, response) => response.writeHead(403).end() !== undefined;
  const fault: unknown = await images.store.put(KEY, randomBytes(100)).catch((error: unknown) => error);
  expect(refusalOf(fault)).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 5 });
  expect(await readdir(dataDir)).toEqual([]);
});

it('brings what was there before the bucket into it, once, and nothing that is no image', async () => {
  expect(await images.push?.()).toBe(0);
  await mkdir(join(dataDir, 'images'));
  for (const name of [KEY, OTHER, `.${KEY}.aside`, 'notes.txt'])
    await writeFile(join(dataDir, 'images', name), name);
  bucket.objects.set(`ads/images/${OTHER}`, Buffer.from('there already'));
  expect(await images.push?.()).toBe(1);
  expect([...bucket.objects].map(([key, bytes]) => [key, bytes.toString()]).sort()).toEqual([
    [`ads/images/${KEY}`, KEY],
    [`ads/images/${OTHER}`, 'there already'],
  ]);
  expect(await images.push?.()).toBe(0);
});

it('finds images in the bucket and in the folder, and removes them from both', async () => {
  const names = new Set([KEY, OTHER]);
  expect(await images.store.present(names)).toEqual([]);
  await images.store.put(KEY, randomBytes(10));
  bucket.objects.set(`ads/images/${OTHER}`, Buffer.from('there alone'));
  expect((await images.store.present(names)).sort()).toEqual([KEY, OTHER]);
  expect(await images.store.present(new Set([OTHER]))).toEqual([OTHER]);
  for (const name of [KEY, OTHER, OTHER]) await images.store.remove(name);
  expect([bucket.objects.size, await readdir(join(dataDir, 'images'))]).toEqual([0, []]);
});

it('has nothing to bring anywhere without a bucket', async () => {
  const alone = await openImages(dataDir, null);
  expect(alone.push).toBeNull();
  await alone.store.put(KEY, randomBytes(10));
  expect(await readdir(join(dataDir, 'images'))).toEqual([KEY]);
  alone.close();
});
