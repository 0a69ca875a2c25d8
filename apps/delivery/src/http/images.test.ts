import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openObjectStore } from '@placard/db/objects/open-object-store';
import { type S3Server, startS3Server } from '@placard/db/testing/s3-server';
import { soon } from '@placard/db/testing/soon';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FETCHES_AT_ONCE, Images, MISSES_A_MINUTE, openImages } from './images.ts';

const log = pino({ level: 'silent' });
let bucket: S3Server;
let folder: string;
let server: Server;
let images: Images;
let nowMs: number;
/** Of images that creatives have. */
const names = new Set<string>();

beforeEach(async () => {
  bucket = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), 'placard-images-'));
  nowMs = 0;
  await serve(join(folder, 'images'));
});
afterEach(async () => {
  await end();
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

async function serve(dir: string, changes: Partial<S3Server['settings']> = {}): Promise<void> {
  const objects = await openObjectStore({ ...bucket.settings, ...changes });
  names.clear();
  images = new Images({ ...{ dir, objects, log }, nowMs: () => nowMs, isKnown: (name) => names.has(name) });
  server = createServer((request, response) => void images.answer(request, response, request.url ?? ''));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}
async function end(): Promise<void> {
  images.close();
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
function stored(bytes = randomBytes(2_000)): { name: string; bytes: Buffer } {
  const name = `${createHash('sha256').update(bytes).digest('hex')}.png`;
  bucket.objects.set(`images/${name}`, bytes);
  return { name, bytes };
}
const madeUp = () => `${randomBytes(32).toString('hex')}.webp`;
const ask = async (name: string, method = 'GET') => {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/i/${name}`, { method });
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
};

describe('an image that only the bucket has', () => {
  it('is fetched once for all who ask at once, and lies in the folder from then on', async () => {
    const { name, bytes } = stored();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(name)));
    for (const { status, body } of answers) expect([status, body.equals(bytes)]).toEqual([200, true]);
    expect(bucket.asked).toEqual([`GET images/${name}`]);
    expect(await readdir(join(folder, 'images'))).toEqual([name]);
    bucket.objects.clear();
    const again = await ask(name);
    expect([again.status, again.body.equals(bytes), bucket.asked.length]).toEqual([200, true, 1]);
    expect(again.headers.get('content-type')).toBe('image/png');
    expect(again.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('has the same head as it has a body', async () => {
    const { name, bytes } = stored();
    const [fetched, kept] = [await ask(name, 'HEAD'), await ask(name, 'HEAD')];
    for (const { status, headers, body } of [fetched, kept])
      expect([status, headers.get('content-length'), body.length]).toEqual([200, String(bytes.length), 0]);
  });

  it('is shown where it cannot be kept', async () => {
    await end();
    await writeFile(join(folder, 'file'), '');
    await serve(join(folder, 'file', 'images'));
    const { name, bytes } = stored();
    for (const _ of [1, 2]) expect((await ask(name)).body.equals(bytes)).toBe(true);
    expect(bucket.asked).toHaveLength(2);
  });

  it('can be had again later where the bucket is away or refuses', async () => {
    const { name } = stored();
    bucket.before = (_, response) => response.writeHead(403).end() !== undefined;
    const refused = await ask(name);
    expect([refused.status, JSON.parse(refused.body.toString())]).toMatchObject([
      503,
      { error: { code: 'unavailable', message: 'The image cannot be fetched just now.' } },
    ]);
    bucket.before = () => false;
    expect((await ask(name)).status).toBe(200);
  });
});

it.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, 1_000)],
  ['empty', () => Buffer.alloc(0)],
  ['another one', (bytes: Buffer) => Buffer.from(bytes).fill(0, 5, 6)],
])(
  'an image that is %s in the bucket is neither shown nor kept, until it is whole',
  async (_name, changed) => {
    const { name, bytes } = stored(Buffer.alloc(2_000, 7));
    bucket.objects.set(`images/${name}`, changed(bytes));
    for (const _ of [1, 2]) expect((await ask(name)).status).toBe(503);
    expect(await readdir(folder)).toEqual([]);
    bucket.objects.set(`images/${name}`, bytes);
    expect((await ask(name)).body.equals(bytes)).toBe(true);
  },
);

it('an image that is another one in the bucket counts as one that it does not have', async () => {
  const { name } = stored();
  bucket.objects.set(`images/${name}`, Buffer.from('other'));
  for (let count = 0; count < MISSES_A_MINUTE + 1; count += 1) expect((await ask(name)).status).toBe(503);
  expect(bucket.asked).toHaveLength(MISSES_A_MINUTE);
});

describe('what the bucket is asked for', () => {
  it('is images alone, by names that could be theirs', async () => {
    for (const name of ['secret.key', '..%2fsecret.key', `${'a'.repeat(63)}.png`, `${'a'.repeat(64)}.svg`])
      expect((await ask(name)).status).toBe(404);
    expect(bucket.asked).toEqual([]);
    expect((await ask(madeUp())).status).toBe(404);
    expect(bucket.asked).toHaveLength(1);
  });

  it(`is at most ${MISSES_A_MINUTE} names a minute that it does not have`, async () => {
    for (let count = 0; count < MISSES_A_MINUTE; count += FETCHES_AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(FETCHES_AT_ONCE, MISSES_A_MINUTE - count) }, () => ask(madeUp())),
      );
    expect(bucket.asked).toHaveLength(MISSES_A_MINUTE);
    const { name } = stored();
    expect([(await ask(madeUp())).status, (await ask(name)).status]).toEqual([503, 503]);
    expect(bucket.asked).toHaveLength(MISSES_A_MINUTE);
    // One that a creative has waits for no names that somebody makes up; of those that lack it has as many misses of its own.
    const shown = stored();
    names.add(shown.name);
    expect((await ask(shown.name)).status).toBe(200);
    const lacking = madeUp();
    names.add(lacking);
    for (let count = 0; count < MISSES_A_MINUTE; count += 1) expect((await ask(lacking)).status).toBe(404);
    expect((await ask(lacking)).status).toBe(503);
    // Minutes of the clock, all of them.
    nowMs = 59_999;
    expect((await ask(name)).status).toBe(503);
    nowMs = 60_000;
    expect((await ask(name)).status).toBe(200);
  });

  it(`is at most ${FETCHES_AT_ONCE} images at once`, async () => {
    const waiting: (() => void)[] = [];
    const full = Promise.withResolvers<void>();
    bucket.before = (_, response) => {
      waiting.push(() => response.writeHead(404).end());
      if (waiting.length === FETCHES_AT_ONCE) full.resolve();
      return true;
    };
    const asked = Array.from({ length: FETCHES_AT_ONCE }, () => ask(madeUp()));
    await full.promise;
    expect((await ask(madeUp())).status).toBe(503);
    for (const answer of waiting) answer();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 404));
  });
});

it('without a bucket is in the folder or nowhere', async () => {
  const alone = await openImages({ dataDir: folder, databaseUrl: '', objects: null }, log, {
    nowMs: () => nowMs,
    isKnown: () => false,
  });
  await end();
  images = alone;
  server = createServer((request, response) => void alone.answer(request, response, request.url ?? ''));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { name } = stored();
  expect((await ask(name)).status).toBe(404);
  // The disk has something of that name and cannot open it.
  await mkdir(join(folder, 'images'), { recursive: true });
  await symlink(name, join(folder, 'images', name));
  expect((await ask(name)).status).toBe(503);
});

it('leaves nothing for ever that a killed process fetched half', async () => {
  const { name } = stored();
  const own = join(folder, 'images');
  await mkdir(own, { recursive: true });
  const left = join(own, `.${name}.0123456789ab`);
  await writeFile(left, 'half');
  await utimes(left, 0, 0);
  nowMs = 3_600_000;
  const config = { dataDir: folder, databaseUrl: '', objects: bucket.settings };
  (await openImages(config, log, { nowMs: () => nowMs, isKnown: () => false })).close();
  await soon(async () => expect(await readdir(own)).toEqual([]));
});
