import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MANIFEST } from '@placard/db/backup/backups';
import { takeLock } from '@placard/db/process/file-lock';
import { installationKeys, replaceInstallationKeys } from '@placard/db/secrets/installation-key';
import { withDatabase } from '@placard/db/testing/cluster';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import type { TestDatabase } from '@placard/db/testing/database';
import { startS3Server } from '@placard/db/testing/s3-server';
import { describe, expect, it, vi } from 'vitest';
import { backupStage, changeManifest, manifestIn, PASSPHRASE } from './testing/backup-stage.ts';
import { holdFolder } from './testing/hold-folder.ts';
import { sendToBucket, withFetched } from './with-bucket.ts';

const PROGRAM = fileURLToPath(new URL('../main-backup.ts', import.meta.url));

const stage = backupStage();

const backUp: typeof stage.backUp = (order) => stage.backUp(order);
const restore: typeof stage.restore = (order) => stage.restore(order);
const restored: typeof stage.restored = (...path) => stage.restored(...path);
const backups = () => stage.backups();

async function balances(database: TestDatabase) {
  const { rows } = await database.pool.query(
    'select kind, balance_micros, entry_count from ledger_account order by id',
  );
  return rows;
}

describe('a backup', () => {
  it('brings rows, sequences, images, spool and key back, and nothing else', async () => {
    const report = await backUp();
    expect(backups()).toEqual([report.folder.slice(stage.into.length + 1)]);
    expect(statSync(report.folder).mode & 0o777).toBe(0o700);
    expect((await restore()).rows).toBe(report.rows);
    expect(await balances(stage.target)).toEqual(await balances(stage.source));
    const names = readdirSync(restored()).sort();
    expect(names).toEqual(['analytics', 'images', 'secret.key', 'spool']);
    expect(readdirSync(restored('images'))).toEqual([`${'a'.repeat(64)}.png`]);
    for (const name of ['secret.key', 'spool/0/0001', `images/${'a'.repeat(64)}.png`])
      expect(readFileSync(restored(name)).equals(readFileSync(join(stage.dataDir, name)))).toBe(true);
    expect(statSync(restored('secret.key')).mode & 0o777).toBe(0o600);
    const user = (database: TestDatabase) =>
      database.db
        .insertInto('app_user')
        .values({ email: `next${stage.minute}@example.test`, status: 'active' })
        .returning('id')
        .executeTakeFirst();
    expect(await user(stage.target)).toEqual(await user(stage.source));
    // Its triggers and its ties are there again.
    await expect(stage.target.pool.query('truncate ledger_entry')).rejects.toThrow('append-only');
    await expect(
      stage.target.pool.query('insert into campaign_spend (campaign_id) values (999999)'),
    ).rejects.toThrow('foreign key');
  });

  it('comes back from a bucket too, and what was fetched is gone again', async () => {
    const bucket = await startS3Server();
    const { folder, rows } = await backUp();
    const sender = { dataDir: stage.dataDir, say: () => {} };
    await sendToBucket(bucket.settings, folder, 7, sender);
    const order = { bucket: bucket.settings, backup: null, dataDir: restored(), databaseUrl: undefined };
    // A run that was killed, and one that fetches now.
    const left = ['killed', 'now'].map((name) => `${restored()}.from-bucket-${name}`);
    for (const each of left) mkdirSync(join(each, 'placard-1'), { recursive: true });
    const other = takeLock(join(left[1] ?? '', '.lock'), '');
    expect((await withFetched(order, async (from) => await restore({ from }))).rows).toBe(rows);
    expect(left.map((each) => existsSync(each))).toEqual([false, true]);
    // Into a folder that is in use nothing is fetched.
    bucket.before = (_, response) => response.writeHead(403).end() !== undefined;
    await expect(withFetched(order, async (from) => await restore({ from }))).rejects.toThrow('is not empty');
    bucket.before = () => false;
    if ('release' in other) other.release();
    rmSync(left[1] ?? '', { recursive: true });
    expect(await balances(stage.target)).toEqual(await balances(stage.source));
    expect(readdirSync(stage.into).filter((name) => name.includes('from-bucket'))).toEqual([]);
    bucket.objects.clear();
    writeFileSync(join(folder, 'spool/0/0001'), Buffer.alloc(300));
    await expect(sendToBucket(bucket.settings, folder, 7, sender)).rejects.toThrow(
      /^Backed up into .*, but not sent to the bucket\. The file .*spool\/0\/0001 of the backup is damaged/,
    );
    bucket.before = (_, response) => response.writeHead(403).end() !== undefined;
    await expect(sendToBucket(bucket.settings, folder, 7, sender)).rejects.toThrow(
      `Backed up into ${folder}, but not sent to the bucket. The bucket of PLACARD_S3_BUCKET: listing failed, because it answered 403`,
    );
    await bucket.stop();
  });

  it('sealed by a passphrase opens with it alone, and shows nothing of what is in it', async () => {
    const { folder } = await backUp({ passphrase: PASSPHRASE });
    const key = readFileSync(join(stage.dataDir, 'secret.key'));
    for (const { name } of manifestIn(folder).files)
      expect(readFileSync(join(folder, name)).includes(key.subarray(0, 8))).toBe(false);
    await expect(restore()).rejects.toThrow('Set PLACARD_BACKUP_PASSPHRASE');
    await expect(restore({ passphrase: 'another passphrase' })).rejects.toThrow('is not the one');
    expect(existsSync(restored())).toBe(false);
    await restore({ passphrase: PASSPHRASE });
    expect(readFileSync(restored('secret.key')).equals(key)).toBe(true);
  });

  it.each([null, PASSPHRASE])(
    'takes over the images of the one before, and writes the rest anew (%s)',
    async (passphrase) => {
      const first = await backUp({ passphrase });
      const second = await backUp({ passphrase });
      expect([first.known, second.known]).toEqual([0, 1]);
      const image = `images/${'a'.repeat(64)}.png`;
      expect(statSync(join(second.folder, image)).ino).toBe(statSync(join(first.folder, image)).ino);
      rmSync(first.folder, { recursive: true });
      await restore({ passphrase });
      expect(readFileSync(restored(image)).equals(readFileSync(join(stage.dataDir, image)))).toBe(true);
    },
  );

  it('takes nothing over from one that has another passphrase, or none', async () => {
    await backUp();
    expect((await backUp({ passphrase: PASSPHRASE })).known).toBe(0);
    expect((await backUp({ passphrase: `${PASSPHRASE}!` })).known).toBe(0);
    expect((await backUp()).known).toBe(0);
  });

  it('keeps as many as it is told, the newest', async () => {
    const folders: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) folders.push((await backUp()).folder);
    const last = await backUp({ keep: 2 });
    expect(last.removed.map((name) => join(stage.into, name))).toEqual(folders.slice(0, 2));
    expect(backups().map((name) => join(stage.into, name))).toEqual([folders[2], last.folder]);
  });

  it('takes nobody’s place from a clock that was ahead, nor where it can’t be read', async () => {
    const ahead = 'placard-29991231T000000000Z';
    renameSync((await backUp()).folder, join(stage.into, ahead));
    const damaged = (await backUp()).folder;
    const older = (await backUp()).folder;
    writeFileSync(join(damaged, MANIFEST), '{');
    mkdirSync(join(stage.into, 'placard-29991231T000000001Z'));
    const made = await backUp({ keep: 1 });
    expect(made.removed.map((name) => join(stage.into, name))).toEqual([older]);
    expect(existsSync(made.folder)).toBe(true);
    expect(made.beside).toEqual([
      expect.stringMatching(`^${ahead} says that it is newer than this one`),
      expect.stringMatching(`^${basename(damaged)} does not count among the 1 that stay: .* damaged`),
    ]);
    // Nor is it the newest.
    expect((await restore()).folder).toBe(made.folder);
  });

  it('is as old as its manifest says, whatever its name', async () => {
    const named = (folder: string, name: string) => {
      renameSync(folder, join(stage.into, name));
      return name;
    };
    const newer = (await backUp()).folder;
    changeManifest(newer, { takenAt: '2026-01-02T00:00:00.000Z' });
    const newerByManifest = named(newer, 'placard-20250101T000000000Z');
    const older = (await backUp()).folder;
    changeManifest(older, { takenAt: '2026-01-01T00:00:00.000Z' });
    const olderByManifest = named(older, 'placard-20250102T000000000Z');
    expect((await restore()).folder).toBe(join(stage.into, newerByManifest));
    // A clock that was ahead, under a name of today.
    const ahead = (await backUp()).folder;
    changeManifest(ahead, { takenAt: '2999-12-31T00:00:00.000Z' });
    const made = await backUp({ keep: 2 });
    expect(made.removed).toEqual([olderByManifest]);
    expect(existsSync(ahead)).toBe(true);
  });

  it('is the newest that can be read, which is said, and none where there is no such', async () => {
    const whole = (await backUp()).folder;
    const damaged = (await backUp()).folder;
    writeFileSync(join(damaged, MANIFEST), '{');
    const said: string[] = [];
    const report = await restore({ say: (sentence) => void said.push(sentence) });
    expect(report.folder).toBe(whole);
    expect(said[0]).toMatch(`Left out ${basename(damaged)}, which is newer: `);
    writeFileSync(join(whole, MANIFEST), '{');
    await expect(restore({ dataDir: join(stage.into, 'another') })).rejects.toThrow('no whole backup');
  });

  it('shares no damaged image with an earlier one', async () => {
    const image = `images/${'a'.repeat(64)}.png`;
    const { folder } = await backUp();
    expect((await backUp()).known).toBe(1);
    const bytes = readFileSync(join(folder, image));
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(join(folder, image), bytes);
    const after = await backUp();
    expect(after.known).toBe(0);
    await restore({ from: after.folder });
    expect(readFileSync(restored(image))).toEqual(readFileSync(join(stage.dataDir, image)));
  });

  it('is made although what is old cannot be removed, which is said', async () => {
    const first = await backUp();
    mkdirSync(join(stage.into, 'removing-placard-20260101T000000000Z', 'held'), { recursive: true });
    const old = [
      join(stage.into, 'removing-placard-20260101T000000000Z', 'held'),
      join(first.folder, 'tables'),
    ];
    const letGo = old.map((folder) =>
      holdFolder(folder, [folder, folder.replace(/placard-[^/]+(?=\/tables$)/, 'removing-$&')]),
    );
    try {
      const { removed, beside, folder } = await backUp({ keep: 1 });
      expect(backups().filter((name) => name.startsWith('placard-'))).toEqual([basename(folder)]);
      expect(removed).toEqual([basename(first.folder)]);
      if (letGo.includes(null)) return;
      expect(beside).toEqual([
        expect.stringMatching(
          /^What is left of removing-placard-20260101T000000000Z cannot be removed \((EBUSY|EACCES)\)/,
        ),
        expect.stringContaining(`What is left of removing-${basename(first.folder)} cannot be removed`),
      ]);
    } finally {
      for (const each of letGo) each?.();
    }
    expect((await backUp({ keep: 1 })).beside).toEqual([]);
  });

  it('that fails leaves nothing, and clears away what a killed one left', async () => {
    mkdirSync(join(stage.into, 'unfinished-placard-20260101T000000000Z', 'tables'), { recursive: true });
    mkdirSync(join(stage.into, 'removing-placard-20260101T000000000Z'));
    await expect(backUp({ databaseUrl: withDatabase(stage.source.url, 'gone') })).rejects.toThrow(
      'does not exist',
    );
    expect(readdirSync(stage.into)).toEqual([]);
  });

  it('has the keys of both where the key is replaced meanwhile, and is none where an old one was dropped', async () => {
    const { key } = installationKeys(stage.dataDir);
    const next = { key: Buffer.alloc(32, 5), old: [{ key, until: null }] };
    const client = await stage.source.pool.connect();
    const whileBackingUp = async (change: () => void) => {
      await client.query('begin; lock table widget_size in access exclusive mode');
      const backup = backUp();
      backup.catch(() => undefined);
      const written = () =>
        existsSync(join(stage.into, readdirSync(stage.into).at(-1) ?? '', 'tables', 'widget_size'));
      await vi.waitFor(() => expect(written()).toBe(true), { timeout: 15_000, interval: 10 });
      change();
      await client.query('rollback');
      return await backup;
    };
    try {
      await whileBackingUp(() => replaceInstallationKeys(stage.dataDir, next));
      await restore();
      expect(installationKeys(restored())).toEqual(next);
      const drop = () => replaceInstallationKeys(stage.dataDir, { key: next.key, old: [] });
      await expect(whileBackingUp(drop)).rejects.toThrow('Back up again');
    } finally {
      client.release();
      replaceInstallationKeys(stage.dataDir, { key, old: [] });
    }
  });

  it('that is killed is none, and does not keep the next one away', async () => {
    const client = await stage.source.pool.connect();
    try {
      // The last table: all others are written when it waits for this one.
      await client.query('begin; lock table widget_size in access exclusive mode');
      const own = { PATH: process.env.PATH, PLACARD_DATA_DIR: stage.dataDir, DATABASE_URL: stage.source.url };
      const env = { ...COMPILE_CACHE, ...own };
      const child = fork(PROGRAM, [stage.into], { env, execArgv: [], stdio: 'ignore' });
      const written = () =>
        existsSync(join(stage.into, readdirSync(stage.into).at(-1) ?? '', 'tables', 'widget_size'));
      await vi.waitFor(() => expect(written()).toBe(true), { timeout: 15_000, interval: 10 });
      child.kill('SIGKILL');
      await once(child, 'exit');
    } finally {
      await client.query('rollback');
      client.release();
    }
    await expect(restore()).rejects.toThrow('There is no whole backup');
    const { folder } = await backUp();
    expect(backups().map((name) => join(stage.into, name))).toEqual([folder]);
  });

  it('does not go into the data folder', async () => {
    await expect(backUp({ into: join(stage.dataDir, 'backups') })).rejects.toThrow('lies in the data folder');
    expect(existsSync(join(stage.dataDir, 'backups'))).toBe(false);
    const link = join(stage.parent, 'link');
    symlinkSync(join(stage.dataDir, 'images'), link);
    for (const place of [link, join(link, 'deeper/still')])
      await expect(backUp({ into: place })).rejects.toThrow('lies in the data folder');
    rmSync(link);
    expect(readdirSync(join(stage.dataDir, 'images')).filter((name) => name.startsWith('placard'))).toEqual(
      [],
    );
  });

  it('sees one moment of the database, whatever is written meanwhile', async () => {
    // A row goes from one table to another all the time: in the backup it is in exactly one.
    await stage.source.pool.query('insert into settlement_checkpoint (shard) values (77)');
    let stopped = false;
    const moving = (async () => {
      for (let turn = 0; !stopped; turn += 1) {
        await stage.source.pool.query(
          turn % 2 === 0
            ? "with gone as (delete from settlement_checkpoint where shard = 77 returning shard) insert into event_batch (shard, spool_offset, spool_end, record_count, body) values (77, 0, 64, 1, '')"
            : 'with gone as (delete from event_batch where shard = 77 returning shard) insert into settlement_checkpoint (shard) values (77)',
        );
      }
    })();
    await backUp();
    stopped = true;
    await moving;
    await stage.source.pool.query('delete from event_batch where shard = 77');
    await stage.source.pool.query('delete from settlement_checkpoint where shard = 77');
    await restore();
    const { rows } = await stage.target.pool.query(
      'select (select count(*)::int from event_batch where shard = 77) + (select count(*)::int from settlement_checkpoint where shard = 77) as places',
    );
    expect(rows).toEqual([{ places: 1 }]);
  });
});
