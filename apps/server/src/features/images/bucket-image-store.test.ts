import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openObjectStore } from '@placard/db/objects/open-object-store';
import { type S3Server, startS3Server } from '@placard/db/testing/s3-server';
import { soon } from '@placard/db/testing/soon';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { refusalOf } from '../../http/error-encoding.ts';
import { imagePusher } from './bucket-image-store.ts';
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

it.runIf(process.platform === 'linux')('asks to come again where the folder takes nothing', async () => {
  // Closed to everybody, root as well.
  await symlink('/sys/kernel', join(dataDir, 'images'));
  const fault: unknown = await images.store.put(KEY, randomBytes(100)).catch((error: unknown) => error);
  expect(refusalOf(fault)).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 5 });
  expect(fault).toMatchObject({ message: expect.stringContaining('has no right to it') });
});

const named = (bytes: Buffer) => `${createHash('sha256').update(bytes).digest('hex')}.png`;
/** Lies in the folder; the bucket has it as it says, if at all. */
async function keep(bytes: Buffer, there?: Buffer): Promise<string> {
  const name = named(bytes);
  await mkdir(join(dataDir, 'images'), { recursive: true });
  await writeFile(join(dataDir, 'images', name), bytes);
  if (there !== undefined) bucket.objects.set(`ads/images/${name}`, there);
  return name;
}

it('brings what was there before the bucket into it, once, and nothing that is no image', async () => {
  expect(await images.push?.()).toBe(0);
  const [missing, whole] = [Buffer.from('missing'), Buffer.from('whole')];
  await keep(missing);
  await keep(whole, whole);
  for (const name of [`.${KEY}.aside`, 'notes.txt']) await writeFile(join(dataDir, 'images', name), name);
  expect([await images.push?.(), await images.push?.()]).toEqual([1, 0]);
  expect([...bucket.objects.keys()].sort()).toEqual(
    [missing, whole].map((bytes) => `ads/images/${named(bytes)}`).sort(),
  );
});

it.each([
  ['makes tags of the content', (checksum: string) => checksum],
  ['makes tags of its own', (checksum: string) => `own-${checksum}`],
])('puts right what is cut short or something else in a bucket that %s', async (_name, tags) => {
  bucket.tags = tags;
  const [short, other, whole] = [Buffer.from('cut short'), Buffer.from('original'), Buffer.from('whole')];
  const names = [await keep(short, short.subarray(3)), await keep(other, Buffer.from('ORIGINAL'))];
  await keep(whole, whole);
  expect([await images.push?.(), await images.push?.()]).toEqual([2, 0]);
  expect(names.map((name) => bucket.objects.get(`ads/images/${name}`)?.toString())).toEqual([
    'cut short',
    'original',
  ]);
  bucket.asked.length = 0;
  expect(await images.push?.()).toBe(0);
  expect(bucket.asked).toEqual(['GET ']);
});

it('sends nothing that is damaged itself, and says what', async () => {
  const [bytes, sound] = [Buffer.from('in the bucket'), Buffer.from('sound')];
  const name = await keep(bytes, bytes);
  await writeFile(join(dataDir, 'images', name), 'cut');
  await keep(sound);
  await expect(images.push?.()).rejects.toThrow(
    `1 of the images in ${join(dataDir, 'images')} are damaged, ${name} first`,
  );
  expect(bucket.objects.get(`ads/images/${name}`)?.equals(bytes)).toBe(true);
  expect(bucket.objects.has(`ads/images/${named(sound)}`)).toBe(true);
  // Whoever uploads it again mends it.
  await images.store.put(name, bytes);
  expect((await readFile(join(dataDir, 'images', name))).equals(bytes)).toBe(true);
  expect(await images.push?.()).toBe(0);
});

it('compares so many in one run, and the others in the next ones', async () => {
  const all = ['a', 'b', 'c'].map((text) => Buffer.from(text));
  for (const bytes of all) await keep(bytes, Buffer.from('0'));
  const objects = await openObjectStore(bucket.settings);
  const push = imagePusher(join(dataDir, 'images'), objects, 2);
  // Between them those that were brought are seen to be whole.
  expect([await push(), await push(), await push()]).toEqual([2, 0, 1]);
  objects.close();
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

it('leaves nothing for ever that a killed process wrote of an image', async () => {
  const folder = join(dataDir, 'images');
  const left = join(folder, `.${KEY}.0123456789ab`);
  await mkdir(folder, { recursive: true });
  await writeFile(left, 'half');
  await utimes(left, 0, 0);
  (await openImages(dataDir, null)).close();
  await soon(async () => expect(await readdir(folder)).toEqual([]));
});

it('is not kept where a file has the name of its folder, which is said at the start', async () => {
  const folder = join(dataDir, 'images');
  await writeFile(folder, '');
  await expect(openImages(dataDir, null)).rejects.toThrow(`The folder ${folder} is a file`);
});
