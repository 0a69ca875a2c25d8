import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../testing/s3-server.ts';
import { fetchObject } from './fetch-object.ts';
import { readObjectSettings } from './object-settings.ts';
import { type ObjectStore, ObjectStoreError } from './object-store.ts';
import { openObjectStore } from './open-object-store.ts';

let server: S3Server;
let store: ObjectStore;
let folder: string;

beforeAll(async () => {
  server = await startS3Server('placard/');
  store = await openObjectStore(server.settings);
  folder = await mkdtemp(join(tmpdir(), 'placard-objects-'));
});
afterEach(() => {
  server.objects.clear();
  server.asked.length = 0;
  server.before = () => false;
});
afterAll(async () => {
  store.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const read = async (key: string) => {
  const found = await store.get(key);
  return found === null ? null : await buffer(found);
};
const keysBelow = async (prefix: string) => {
  const found: string[] = [];
  for await (const { key } of store.list(prefix)) found.push(key);
  return found;
};

describe('a bucket', () => {
  it('keeps bytes under their key, below the prefix, and gives them back', async () => {
    await store.put('images/a b+ü.png', Buffer.from('picture'));
    expect([...server.objects.keys()]).toEqual(['placard/images/a b+ü.png']);
    expect((await read('images/a b+ü.png'))?.toString()).toBe('picture');
    await store.put('images/a b+ü.png', Buffer.alloc(0));
    expect(await read('images/a b+ü.png')).toEqual(Buffer.alloc(0));
    expect(await read('images/none.png')).toBeNull();
  });

  it.each([0, 1, 8 * 1_024 * 1_024, 8 * 1_024 * 1_024 + 1, 20_000_000])(
    'takes a file of %i bytes',
    async (size) => {
      const path = join(folder, 'file');
      const bytes = randomBytes(size);
      await writeFile(path, bytes);
      const tag = await store.putFile('files/x', path);
      expect((await read('files/x'))?.equals(bytes)).toBe(true);
      expect(await store.tagOf(path)).toBe(tag);
      for await (const object of store.list('files/'))
        expect(object).toEqual({ key: 'files/x', bytes: size, tag });
      expect(tag?.split('-')[1]).toBe(
        size > 8 * 1_024 * 1_024 ? String(Math.ceil(size / 2 ** 23)) : undefined,
      );
    },
  );

  it('lists what lies below a prefix over several pages, and removes it', async () => {
    const keys = Array.from({ length: 10 }, (_, nth) => `files/${nth}`);
    for (const key of keys) await store.put(key, Buffer.from(key));
    await store.put('other/1', Buffer.from('1'));
    expect(await keysBelow('files/')).toEqual(keys);
    await store.remove(keys.slice(1));
    expect(await keysBelow('')).toEqual(['files/0', 'other/1']);
    await store.remove([]);
  });

  it('is told apart by its keys: another secret is refused, in a sentence without it', async () => {
    const secretAccessKey = 'another-secret';
    const stranger = await openObjectStore({ ...server.settings, secretAccessKey });
    const refused = stranger.put('files/x', Buffer.from('x'));
    await expect(refused).rejects.toThrow(ObjectStoreError);
    await expect(refused).rejects.toThrow(
      'The bucket of PLACARD_S3_BUCKET: writing files/x failed, because it answered 403 (SignatureDoesNotMatch).',
    );
    await expect(refused).rejects.not.toThrow(secretAccessKey);
    expect(server.objects.size).toBe(0);
    stranger.close();
  });

  it('is asked again where it fails for a moment', async () => {
    let failures = 2;
    server.before = (_, response) => {
      failures -= 1;
      if (failures < 0) return false;
      response.writeHead(503).end();
      return true;
    };
    await store.put('files/x', Buffer.from('x'));
    expect(server.asked).toHaveLength(3);
    expect((await read('files/x'))?.toString()).toBe('x');
  });

  it.each([
    ['that is not there', 'none', 'ENOENT'],
    ['that is a folder', '.', 'EISDIR'],
  ])('has nothing to do with a file of this machine %s', async (_, name, code) => {
    await expect(store.putFile('files/x', join(folder, name))).rejects.toMatchObject({ code });
    expect(server.objects.size).toBe(0);
  });

  it('that breaks off is said to, and what came of it is fetched anew', async () => {
    await store.put('files/x', Buffer.alloc(1_000, 'x'));
    const breakOff = (times: number) => {
      let left = times;
      server.asked.length = 0;
      server.before = (_, response) => {
        left -= 1;
        if (left < 0) return false;
        response.writeHead(200, { 'content-length': 1_000 }).write('half', () => response.destroy());
        return true;
      };
    };
    breakOff(1);
    const broken = read('files/x');
    await expect(broken).rejects.toThrow(ObjectStoreError);
    await expect(broken).rejects.toThrow(/reading files\/x failed, because it broke off \(aborted\)\.$/);
    const path = join(folder, 'fetched', 'x');
    breakOff(2);
    expect(await fetchObject(store, 'files/x', path)).toBe(true);
    expect([server.asked.length, (await readFile(path)).equals(Buffer.alloc(1_000, 'x'))]).toEqual([3, true]);
    // What stands there is somebody's.
    await expect(fetchObject(store, 'files/x', path)).rejects.toMatchObject({ code: 'EEXIST' });
    expect((await readFile(path)).length).toBe(1_000);
    await rm(path);
    breakOff(3);
    await expect(fetchObject(store, 'files/x', path)).rejects.toThrow(ObjectStoreError);
    expect([server.asked.length, existsSync(path)]).toEqual([3, false]);
    server.before = () => false;
    expect([await fetchObject(store, 'files/none', path), existsSync(path)]).toEqual([false, false]);
  });

  it('that is not there is said to be not reached', async () => {
    const gone = await openObjectStore({ ...server.settings, endpoint: 'http://127.0.0.1:9' });
    await expect(gone.get('files/x')).rejects.toThrow(/reading files\/x failed, because it was not reached/);
    gone.close();
  });
});

describe('settings', () => {
  const whole = {
    PLACARD_S3_BUCKET: 'ads',
    PLACARD_S3_ENDPOINT: 'https://s3.example.org/',
    PLACARD_S3_REGION: 'eu-central-1',
    PLACARD_S3_PREFIX: 'placard/one',
    PLACARD_S3_ACCESS_KEY_ID: 'AKIA',
    PLACARD_S3_SECRET_ACCESS_KEY: 'hush',
  };
  const faultsOf = (changes: Record<string, string | undefined>) => {
    const faults: string[] = [];
    readObjectSettings({ ...whole, ...changes }, faults);
    return faults;
  };

  it('are read whole, and none where there is no bucket', () => {
    const faults: string[] = [];
    expect(readObjectSettings(whole, faults)).toEqual({
      ...{
        bucket: 'ads',
        endpoint: 'https://s3.example.org',
        region: 'eu-central-1',
        prefix: 'placard/one/',
      },
      ...{ accessKeyId: 'AKIA', secretAccessKey: 'hush' },
    });
    expect(readObjectSettings({}, faults)).toBeNull();
    expect(faults).toEqual([]);
  });

  it.each([
    ['PLACARD_S3_BUCKET', undefined, /PLACARD_S3_BUCKET is missing/],
    ['PLACARD_S3_BUCKET', 'ab', /3 to 63/],
    ['PLACARD_S3_BUCKET', 'a'.repeat(64), /3 to 63/],
    ['PLACARD_S3_BUCKET', 'Ads', /small letters/],
    ['PLACARD_S3_ENDPOINT', 'ftp://s3.example.org', /should begin with https/],
    ['PLACARD_S3_ENDPOINT', 'https:s3.example.org', /should begin with https/],
    [
      'PLACARD_S3_ENDPOINT',
      'https://key:hush@s3.example.org',
      /^PLACARD_S3_ENDPOINT should have no user or password in it.$/,
    ],
    ['PLACARD_S3_ENDPOINT', 'https://s3.example.org/?bucket', /no \? or # behind it/],
    ['PLACARD_S3_ENDPOINT', 'https://s3.example.org/#a', /no \? or # behind it/],
    ['PLACARD_S3_REGION', 'eu central', /name of a region/],
    ['PLACARD_S3_PREFIX', '/a', /PLACARD_S3_PREFIX/],
    ['PLACARD_S3_PREFIX', '..', /without \. or \.\./],
    ['PLACARD_S3_PREFIX', 'a/../b', /without \. or \.\./],
    ['PLACARD_S3_PREFIX', 'a/.', /without \. or \.\./],
    ['PLACARD_S3_BUCKET', 'ads..example', /single dots/],
    ['PLACARD_S3_PREFIX', 'a'.repeat(201), /at most 200/],
    ['PLACARD_S3_ACCESS_KEY_ID', undefined, /one is missing/],
    ['PLACARD_S3_SECRET_ACCESS_KEY', undefined, /one is missing/],
  ])('%s as %s is a fault', (name, value, fault) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(fault)]);
  });

  it.each([
    ['PLACARD_S3_BUCKET', 'abc'],
    ['PLACARD_S3_ENDPOINT', 'https://store.example.org/storage/v1/s3'],
    ['PLACARD_S3_BUCKET', 'a'.repeat(63)],
    ['PLACARD_S3_PREFIX', 'a'.repeat(200)],
    ['PLACARD_S3_PREFIX', 'a..b/...'],
    ['PLACARD_S3_BUCKET', 'ads.example'],
  ])('%s as %s is none', (name, value) => expect(faultsOf({ [name]: value })).toEqual([]));
});
