import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MANIFEST } from '@placard/db/backup/backups';
import type { ObjectStore } from '@placard/db/objects/object-store';
import { openObjectStore } from '@placard/db/objects/open-object-store';
import { type S3Server, startS3Server } from '@placard/db/testing/s3-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchBackup, OldNotRemoved, sendBackup } from './backup-bucket.ts';
import { type BackupFile, writeManifest } from './manifest.ts';
import { sendToBucket } from './with-bucket.ts';

let bucket: S3Server;
let store: ObjectStore;
let parent: string;

beforeEach(async () => {
  bucket = await startS3Server('net/');
  store = await openObjectStore(bucket.settings);
  parent = mkdtempSync(join(tmpdir(), 'placard-bucket-'));
});
afterEach(async () => {
  store.close();
  await bucket.stop();
  rmSync(parent, { recursive: true });
});

const nameOf = (day: number) => `placard-202611${String(day).padStart(2, '0')}T120000000Z`;
const fresh = () => mkdtempSync(join(parent, 'into-'));

/** A whole backup of these files, in a folder of its own. */
async function backupOf(day: number, contents: Readonly<Record<string, Buffer>>) {
  const folder = join(parent, nameOf(day));
  const files: BackupFile[] = [];
  for (const [name, bytes] of Object.entries(contents)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), bytes);
    files.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  }
  const figures = { accounts: 0, entries: 0, totalMicros: '0', unbalanced: 0, drifted: 0 };
  const nothing = { schema: [], tables: [], sequences: [], encryption: null };
  const content = { ...nothing, figures: { ...figures, balancesDigest: '0'.repeat(64) } };
  await writeManifest(
    folder,
    { ...content, takenAt: '2026-11-22T12:00:00.000Z', program: '0.1.0', files },
    null,
  );
  return { folder, name: nameOf(day) };
}
const kept = () =>
  [...bucket.objects.keys()].map((key) => key.replace(/[0-9a-f]{64}$/, (hash) => hash.slice(0, 4))).sort();

describe('a backup in a bucket', () => {
  const image = randomBytes(1_000);
  const table = randomBytes(9_000_000);

  it('comes back as it was, byte for byte', async () => {
    const contents = {
      'tables/a': table,
      'images/x.png': image,
      'images/y.png': image,
      'spool/0/1': Buffer.alloc(0),
    };
    const backup = await backupOf(1, contents);
    const sent = await sendBackup(store, backup, null, fresh());
    // Two files of the same content are one.
    expect(sent).toEqual({ files: 3, bytes: table.length + image.length, removed: [], beside: [] });
    const folder = await fetchBackup(store, null, fresh());
    expect(folder).toMatch(new RegExp(`${nameOf(1)}$`));
    for (const [name, bytes] of Object.entries(contents))
      expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
    expect(readFileSync(join(folder, MANIFEST))).toEqual(readFileSync(join(backup.folder, MANIFEST)));
  });

  it('sends what is new alone, keeps the newest, and loses nothing that one of them needs', async () => {
    const tables = [1, 2, 3].map(() => randomBytes(500));
    for (const [nth, each] of tables.entries()) {
      const backup = await backupOf(nth + 1, { 'tables/a': each, 'images/x.png': image });
      const { files, removed } = await sendBackup(store, backup, 2, fresh());
      expect([files, removed]).toEqual([nth === 0 ? 2 : 1, nth === 2 ? [nameOf(1)] : []]);
    }
    // Two tables, the image, two names.
    expect(kept()).toHaveLength(5);
    for (const day of [2, 3]) {
      const folder = await fetchBackup(store, nameOf(day), fresh());
      expect(readFileSync(join(folder, 'tables/a'))).toEqual(tables[day - 1]);
      expect(readFileSync(join(folder, 'images/x.png'))).toEqual(image);
    }
    await expect(fetchBackup(store, nameOf(1), fresh())).rejects.toThrow(
      `There is no backup ${nameOf(1)} in the bucket. The newest are: ${nameOf(2)}, ${nameOf(3)}.`,
    );
  });

  it('that was broken off is none, and goes on where it was', async () => {
    const backup = await backupOf(1, { 'tables/a': randomBytes(100), 'tables/b': randomBytes(100) });
    let writes = 0;
    bucket.before = (request, response) => {
      if (request.method === 'PUT') writes += 1;
      if (request.method !== 'PUT' || writes <= 1) return false;
      response.writeHead(403).end();
      return true;
    };
    await expect(sendBackup(store, backup, 7, fresh())).rejects.toThrow('it answered 403');
    bucket.before = () => false;
    await expect(fetchBackup(store, null, fresh())).rejects.toThrow(
      'There is no whole backup in the bucket.',
    );
    expect((await sendBackup(store, backup, 7, fresh())).files).toBe(1);
    expect(readdirSync(await fetchBackup(store, null, fresh())).sort()).toEqual([MANIFEST, 'tables']);
  });

  it('is not removed for one from a clock that was ahead, nor what one may need that can’t be read', async () => {
    const future = { name: 'placard-29991231T000000000Z' };
    const ahead = await backupOf(1, { 'tables/a': randomBytes(10) });
    await sendBackup(store, { ...ahead, ...future }, null, fresh());
    await sendBackup(store, await backupOf(2, { 'tables/a': randomBytes(11) }), null, fresh());
    const newest = await backupOf(3, { 'tables/a': randomBytes(12) });
    expect((await sendBackup(store, newest, 1, fresh())).removed).toEqual([nameOf(2)]);
    expect(await fetchBackup(store, null, fresh())).toMatch(new RegExp(`${nameOf(3)}$`));
    // Both are whole; the contents of the one that went are gone.
    expect(await fetchBackup(store, future.name, fresh())).toMatch(/2999/);
    expect(kept()).toHaveLength(4);
    // A damaged one neither counts nor lets contents go.
    bucket.objects.set(`net/backups/${nameOf(3)}.json`, Buffer.from('{'));
    const after = await backupOf(4, { 'tables/a': randomBytes(13) });
    const sent = await sendBackup(store, after, 1, fresh());
    expect(sent.removed).toEqual([]);
    expect(sent.beside).toEqual([
      expect.stringContaining(`${future.name} says that it is newer`),
      expect.stringContaining(`${nameOf(3)} does not count`),
    ]);
    expect(kept()).toHaveLength(6);
    // Nor is it the newest.
    bucket.objects.set(`net/backups/${nameOf(5)}.json`, Buffer.from('{'));
    const said: string[] = [];
    const chosen = await fetchBackup(store, null, fresh(), (sentence) => void said.push(sentence));
    expect(chosen).toMatch(new RegExp(`${nameOf(4)}$`));
    expect(said).toEqual([expect.stringContaining(`Left out ${nameOf(5)}`)]);
    await expect(fetchBackup(store, nameOf(5), fresh())).rejects.toThrow('no whole backup');
  });

  it('is not sent with a file that was damaged meanwhile: later ones would name it too', async () => {
    const backup = await backupOf(1, { 'images/x.png': image });
    writeFileSync(join(backup.folder, 'images/x.png'), randomBytes(image.length));
    await expect(sendBackup(store, backup, 7, fresh())).rejects.toThrow(/images\/x\.png .* checksum differs/);
    expect(kept()).toEqual([]);
  });

  it('is sent again where the bucket holds something else of the same size, known from before or not', async () => {
    const backup = await backupOf(1, { 'tables/a': table, 'images/x.png': image });
    await sendBackup(store, backup, null, fresh());
    const again = async () => (await sendBackup(store, backup, null, fresh())).files;
    const keys = [...bucket.objects.keys()].filter((key) => key.includes('/files/'));
    const spoil = () => {
      for (const key of keys) {
        const spoiled = Buffer.from(bucket.objects.get(key) ?? '');
        spoiled[7] = (spoiled[7] ?? 0) ^ 1;
        bucket.objects.set(key, spoiled);
      }
    };
    expect(await again()).toBe(0);
    spoil();
    expect(await again()).toBe(2);
    expect(readFileSync(join(await fetchBackup(store, null, fresh()), 'tables/a'))).toEqual(table);
    rmSync(join(parent, '.bucket-contents'));
    expect(await again()).toBe(0);
    rmSync(join(parent, '.bucket-contents'));
    spoil();
    expect([await again(), await again()]).toEqual([2, 0]);
  });

  it('is believed of a store that gives no tags, and sent twice at most to one that makes tags of its own', async () => {
    const backup = await backupOf(1, { 'images/x.png': image });
    const again = async () => (await sendBackup(store, backup, null, fresh())).files;
    bucket.tags = () => null;
    expect([await again(), await again()]).toEqual([1, 0]);
    bucket.tags = (checksum) => `kms-${checksum}`;
    expect([await again(), await again(), await again()]).toEqual([1, 0, 0]);
    bucket.tags = (checksum) => checksum;
  });

  it('waits for another one that is on its way, whose end would remove what it has sent', async () => {
    const contents = () => ({
      'tables/a': randomBytes(10),
      'tables/b': randomBytes(10),
      'images/x.png': image,
    });
    const [one, other] = [await backupOf(1, contents()), await backupOf(2, contents())];
    const dataDir = fresh();
    const said: string[] = [];
    // As a killed run leaves it.
    mkdirSync(join(parent, '.manifests.from-bucket-x'));
    const from = { dataDir, say: (sentence: string) => void said.push(sentence) };
    await Promise.all(
      [one, other].map(async ({ folder }) => await sendToBucket(bucket.settings, folder, 2, from)),
    );
    const puts = bucket.asked
      .filter((asked) => asked.startsWith('PUT '))
      .map((asked) => /\.json$/.test(asked));
    // The image that both have was there for the second.
    expect(puts).toEqual([false, false, false, true, false, false, true]);
    expect(said).toEqual(['Another backup is on its way to the bucket; this one waits for it …']);
    const left = [...readdirSync(dataDir), ...readdirSync(parent)].filter((name) =>
      /lock|from-bucket/.test(name),
    );
    expect(left).toEqual([]);
  });

  it('is there, and the fault says so, where the bucket lets nothing be removed', async () => {
    const from = { dataDir: fresh(), say: () => {} };
    await sendToBucket(bucket.settings, (await backupOf(1, { 'tables/a': image })).folder, 1, from);
    bucket.before = (request, response) => {
      if (request.method !== 'DELETE' && !request.url?.includes('?delete')) return false;
      response.writeHead(403).end();
      return true;
    };
    const { folder } = await backupOf(2, { 'tables/a': image });
    await expect(sendToBucket(bucket.settings, folder, 1, from)).rejects.toThrow(
      new RegExp(
        `^Backed up into ${folder} and sent to the bucket, but what is old was not removed there\\. .* 403`,
      ),
    );
    bucket.before = () => false;
    expect(await fetchBackup(store, null, fresh())).toMatch(new RegExp(`${nameOf(2)}$`));
  });

  it('is there too where its own disk takes nothing any more, and the fault says what was not done', async () => {
    const from = { dataDir: fresh(), say: () => {} };
    const { folder } = await backupOf(1, { 'tables/a': image });
    // In the way of what is known of the bucket, and of the manifests that are looked at in the bucket.
    mkdirSync(join(parent, '.bucket-contents.part'));
    const backup = await backupOf(2, { 'tables/a': image });
    writeFileSync(join(parent, 'no-folder'), '');
    await sendToBucket(bucket.settings, folder, 1, from);
    await expect(sendBackup(store, backup, 1, join(parent, 'no-folder'))).rejects.toThrow(OldNotRemoved);
    expect(await fetchBackup(store, null, fresh())).toMatch(new RegExp(`${nameOf(2)}$`));
  });

  it('says that it is there where it can’t be sent for its own disk', async () => {
    const { folder } = await backupOf(1, { 'tables/a': image });
    writeFileSync(join(parent, 'file'), '');
    const from = { dataDir: join(parent, 'file'), say: () => {} };
    await expect(sendToBucket(bucket.settings, folder, 1, from)).rejects.toThrow(
      new RegExp(`^Backed up into ${folder}, but not sent to the bucket\\. There is a file`),
    );
  });

  it('misses a file by a sentence', async () => {
    await sendBackup(store, await backupOf(1, { 'tables/a': randomBytes(10) }), null, fresh());
    for (const key of bucket.objects.keys()) if (key.includes('/files/')) bucket.objects.delete(key);
    await expect(fetchBackup(store, null, fresh())).rejects.toThrow('is missing in the bucket');
  });
});
