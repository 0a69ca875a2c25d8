import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UNFINISHED_RESTORE } from '@placard/db/process/unfinished-restore';
import {
  installationKey,
  installationKeys,
  replaceInstallationKeys,
} from '@placard/db/secrets/installation-key';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys } from '@placard/db/secrets/signing-keys';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { startS3Server } from '@placard/db/testing/s3-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeWorld } from '../settlement/testing/world.ts';
import { MANIFEST, type Manifest } from './manifest.ts';
import { type RestoreOrder, restoreBackup } from './restore-backup.ts';
import { type BackupOrder, takeBackup } from './take-backup.ts';
import { sendToBucket, withFetched } from './with-bucket.ts';

const PROGRAM = fileURLToPath(new URL('../main-backup.ts', import.meta.url));
const PASSPHRASE = 'a passphrase of some length';

let parent: string;
let dataDir: string;
let into: string;
let source: TestDatabase;
let target: TestDatabase;
let minute = 0;

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'placard-backup-'));
  dataDir = join(parent, 'data');
  for (const folder of ['images', 'spool/0']) mkdirSync(join(dataDir, folder), { recursive: true });
  writeFileSync(join(dataDir, 'images', `${'a'.repeat(64)}.png`), randomBytes(5_000));
  writeFileSync(join(dataDir, 'images', '.half-made'), 'x');
  writeFileSync(join(dataDir, 'spool/0/0001'), randomBytes(300));
  mkdirSync(join(dataDir, 'logs'));
  writeFileSync(join(dataDir, 'logs/server.log'), 'not backed up');
  source = await createTestDatabase();
  const secrets = createSecrets(installationKey(dataDir));
  await loadSigningKeys(async (text, values) => (await source.pool.query(text, [...values])).rows, secrets);
  const campaigns = [{ totalBudgetMicros: 9_000_000n, adSets: [{ totalBudgetMicros: 9_000_000n }] }];
  const advertisers = [{ timeZone: 'Europe/Berlin', walletMicros: 123_456_789n, campaigns }];
  await makeWorld(source.db, { advertisers, widgetsOfPublishers: [2, 3] });
});
afterAll(async () => {
  await source.drop();
  rmSync(parent, { recursive: true });
});
beforeEach(async () => {
  into = mkdtempSync(join(parent, 'backups-'));
  target = await createTestDatabase();
});
afterEach(async () => await target.drop());

function backUp(extra: Partial<BackupOrder> = {}) {
  const now = () => {
    minute += 1;
    return new Date(Date.UTC(2026, 10, 22, 12, minute));
  };
  const order = {
    databaseUrl: source.url,
    dataDir,
    into,
    passphrase: null,
    keep: null,
    program: '0.1.0',
    now,
  };
  return takeBackup({ ...order, ...extra });
}
function restore(extra: Partial<RestoreOrder> = {}) {
  const order = {
    from: into,
    dataDir: join(into, 'restored'),
    databaseUrl: target.url,
    clickhouseUrl: undefined,
    caller: { osUser: 'ada' },
  };
  return restoreBackup({ ...order, passphrase: null, secretKeys: undefined, say: () => {}, ...extra });
}
const restored = (...path: string[]) => join(into, 'restored', ...path);
const backups = () => readdirSync(into).filter((name) => !name.startsWith('.'));
const readManifest = (folder: string) => JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Manifest;
const changeManifest = (folder: string, change: Partial<Manifest>) =>
  writeFileSync(join(folder, MANIFEST), JSON.stringify({ ...readManifest(folder), ...change }));
async function balances(database: TestDatabase) {
  const { rows } = await database.pool.query(
    'select kind, balance_micros, entry_count from ledger_account order by id',
  );
  return rows;
}

describe('a backup', () => {
  it('brings rows, sequences, images, spool and key back, and nothing else', async () => {
    const report = await backUp();
    expect(backups()).toEqual([report.folder.slice(into.length + 1)]);
    expect(statSync(report.folder).mode & 0o777).toBe(0o700);
    expect((await restore()).rows).toBe(report.rows);
    expect(await balances(target)).toEqual(await balances(source));
    const names = readdirSync(restored()).sort();
    expect(names).toEqual(['analytics', 'images', 'secret.key', 'spool']);
    expect(readdirSync(restored('images'))).toEqual([`${'a'.repeat(64)}.png`]);
    for (const name of ['secret.key', 'spool/0/0001', `images/${'a'.repeat(64)}.png`])
      expect(readFileSync(restored(name)).equals(readFileSync(join(dataDir, name)))).toBe(true);
    expect(statSync(restored('secret.key')).mode & 0o777).toBe(0o600);
    const user = (database: TestDatabase) =>
      database.db
        .insertInto('app_user')
        .values({ email: `next${minute}@example.test`, status: 'active' })
        .returning('id')
        .executeTakeFirst();
    expect(await user(target)).toEqual(await user(source));
    // Its triggers and its ties are there again.
    await expect(target.pool.query('truncate ledger_entry')).rejects.toThrow('append-only');
    await expect(
      target.pool.query('insert into campaign_spend (campaign_id) values (999999)'),
    ).rejects.toThrow('foreign key');
  });

  it('comes back from a bucket too, and what was fetched is gone again', async () => {
    const bucket = await startS3Server();
    const { folder, rows } = await backUp();
    await sendToBucket(bucket.settings, folder, 7);
    const order = { bucket: bucket.settings, backup: null, dataDir: restored() };
    expect((await withFetched(order, async (from) => await restore({ from }))).rows).toBe(rows);
    expect(await balances(target)).toEqual(await balances(source));
    expect(readdirSync(into).filter((name) => name.includes('from-bucket'))).toEqual([]);
    bucket.before = (_, response) => response.writeHead(403).end() !== undefined;
    await expect(sendToBucket(bucket.settings, folder, 7)).rejects.toThrow(
      `Backed up into ${folder}, but not sent to the bucket. The bucket of PLACARD_S3_BUCKET: listing failed, because it answered 403`,
    );
    await bucket.stop();
  });

  it('sealed by a passphrase opens with it alone, and shows nothing of what is in it', async () => {
    const { folder } = await backUp({ passphrase: PASSPHRASE });
    const key = readFileSync(join(dataDir, 'secret.key'));
    for (const { name } of readManifest(folder).files)
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
      expect(readFileSync(restored(image)).equals(readFileSync(join(dataDir, image)))).toBe(true);
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
    expect(last.removed.map((name) => join(into, name))).toEqual(folders.slice(0, 2));
    expect(backups().map((name) => join(into, name))).toEqual([folders[2], last.folder]);
  });

  it('takes nobody’s place from a clock that was ahead, nor where it can’t be read', async () => {
    const ahead = 'placard-29991231T000000000Z';
    renameSync((await backUp()).folder, join(into, ahead));
    const damaged = (await backUp()).folder;
    const older = (await backUp()).folder;
    writeFileSync(join(damaged, MANIFEST), '{');
    mkdirSync(join(into, 'placard-29991231T000000001Z'));
    const made = await backUp({ keep: 1 });
    expect(made.removed.map((name) => join(into, name))).toEqual([older]);
    expect(existsSync(made.folder)).toBe(true);
    // Nor is it the newest.
    expect((await restore()).folder).toBe(made.folder);
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
    expect(readFileSync(restored(image))).toEqual(readFileSync(join(dataDir, image)));
  });

  it('that fails leaves nothing, and clears away what a killed one left', async () => {
    mkdirSync(join(into, 'unfinished-placard-20260101T000000000Z', 'tables'), { recursive: true });
    mkdirSync(join(into, 'removing-placard-20260101T000000000Z'));
    await expect(backUp({ databaseUrl: `${source.url}-gone` })).rejects.toThrow('does not exist');
    expect(readdirSync(into)).toEqual([]);
  });

  it('has the keys of both where the key is replaced meanwhile, and is none where an old one was dropped', async () => {
    const { key } = installationKeys(dataDir);
    const next = { key: Buffer.alloc(32, 5), old: [{ key, until: null }] };
    const client = await source.pool.connect();
    const whileBackingUp = async (change: () => void) => {
      await client.query('begin; lock table widget_size in access exclusive mode');
      const backup = backUp();
      backup.catch(() => undefined);
      const written = () => existsSync(join(into, readdirSync(into).at(-1) ?? '', 'tables', 'widget_size'));
      await vi.waitFor(() => expect(written()).toBe(true), { timeout: 15_000, interval: 10 });
      change();
      await client.query('rollback');
      return await backup;
    };
    try {
      await whileBackingUp(() => replaceInstallationKeys(dataDir, next));
      await restore();
      expect(installationKeys(restored())).toEqual(next);
      const drop = () => replaceInstallationKeys(dataDir, { key: next.key, old: [] });
      await expect(whileBackingUp(drop)).rejects.toThrow('Back up again');
    } finally {
      client.release();
      replaceInstallationKeys(dataDir, { key, old: [] });
    }
  });

  it('that is killed is none, and does not keep the next one away', async () => {
    const client = await source.pool.connect();
    try {
      // The last table: all others are written when it waits for this one.
      await client.query('begin; lock table widget_size in access exclusive mode');
      const own = { PATH: process.env.PATH, PLACARD_DATA_DIR: dataDir, DATABASE_URL: source.url };
      const env = { ...COMPILE_CACHE, ...own };
      const child = fork(PROGRAM, [into], { env, execArgv: [], stdio: 'ignore' });
      const written = () => existsSync(join(into, readdirSync(into).at(-1) ?? '', 'tables', 'widget_size'));
      await vi.waitFor(() => expect(written()).toBe(true), { timeout: 15_000, interval: 10 });
      child.kill('SIGKILL');
      await once(child, 'exit');
    } finally {
      await client.query('rollback');
      client.release();
    }
    await expect(restore()).rejects.toThrow('There is no whole backup');
    const { folder } = await backUp();
    expect(backups().map((name) => join(into, name))).toEqual([folder]);
  });

  it('does not go into the data folder', async () => {
    await expect(backUp({ into: join(dataDir, 'backups') })).rejects.toThrow('lies in the data folder');
    expect(existsSync(join(dataDir, 'backups'))).toBe(false);
    const link = join(parent, 'link');
    symlinkSync(join(dataDir, 'images'), link);
    for (const place of [link, join(link, 'deeper/still')])
      await expect(backUp({ into: place })).rejects.toThrow('lies in the data folder');
    rmSync(link);
    expect(readdirSync(join(dataDir, 'images')).filter((name) => name.startsWith('placard'))).toEqual([]);
  });

  it('sees one moment of the database, whatever is written meanwhile', async () => {
    // A row goes from one table to another all the time: in the backup it is in exactly one.
    let stopped = false;
    const moving = (async () => {
      for (let turn = 0; !stopped; turn += 1) {
        await source.pool.query(
          turn % 2 === 0
            ? "with gone as (delete from settlement_checkpoint where shard = 77 returning shard) insert into event_batch (shard, spool_offset, spool_end, record_count, body) values (77, 0, 64, 1, '')"
            : 'with gone as (delete from event_batch where shard = 77 returning shard) insert into settlement_checkpoint (shard) values (77)',
        );
      }
    })();
    await backUp();
    stopped = true;
    await moving;
    await source.pool.query('delete from event_batch where shard = 77');
    await source.pool.query('delete from settlement_checkpoint where shard = 77');
    await restore();
    const { rows } = await target.pool.query(
      'select (select count(*)::int from event_batch where shard = 77) + (select count(*)::int from settlement_checkpoint where shard = 77) as places',
    );
    expect(rows).toEqual([{ places: 1 }]);
  });
});

describe('a restore refuses', () => {
  const leavesNothing = async (refused: Promise<unknown>, why: string | RegExp) => {
    await expect(refused).rejects.toThrow(why);
    expect(existsSync(restored()) ? readdirSync(restored()) : []).toEqual([]);
    const { rows } = await target.pool.query('select count(*)::int as users from app_user');
    expect(rows).toEqual([{ users: 0 }]);
  };

  it('a folder without a backup, and one whose backup is not whole', async () => {
    await leavesNothing(restore({ from: join(into, 'nowhere') }), 'There is no folder');
    const { folder } = await backUp();
    rmSync(join(folder, MANIFEST));
    await leavesNothing(restore({ from: folder }), 'There is no whole backup');
  });

  it.each([
    [
      'damaged',
      (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
      'its checksum differs',
    ],
    ['longer', (path: string) => appendFileSync(path, 'x'), 'bytes instead of'],
    ['missing', (path: string) => rmSync(path), 'is missing'],
  ])('a file that is %s, and names it', async (_, harm, why) => {
    const { folder } = await backUp();
    harm(join(folder, 'tables/ledger_entry'));
    await leavesNothing(restore(), new RegExp(`tables/ledger_entry.*${why}`));
  });

  it('a data folder with anything in it', async () => {
    await backUp();
    mkdirSync(restored());
    writeFileSync(restored('x'), '');
    await expect(restore()).rejects.toThrow(/is not empty \(x\)/);
    expect(readdirSync(restored())).toEqual(['x']);
  });

  it('a data folder that was filled while the backup was checked, and leaves what is in it', async () => {
    await backUp();
    const fill = (sentence: string) => {
      if (!sentence.startsWith('Checking')) return;
      mkdirSync(restored());
      writeFileSync(restored('of-another-restore'), '');
    };
    await expect(restore({ say: fill })).rejects.toThrow(/is not empty \(of-another-restore\)/);
    expect(readdirSync(restored())).toEqual(['of-another-restore']);
  });

  it('what a killed restore left, and says so', async () => {
    await backUp();
    mkdirSync(restored());
    writeFileSync(restored(UNFINISHED_RESTORE), '');
    await expect(restore()).rejects.toThrow('was not finished');
  });

  it('a database in use', async () => {
    await backUp();
    await target.db.insertInto('app_user').values({ email: 'a@example.test', status: 'active' }).execute();
    await expect(restore()).rejects.toThrow('DATABASE_URL is in use already');
    expect(existsSync(restored())).toBe(false);
  });

  it('a newer schema, another text of a migration, and a newer format', async () => {
    const { folder } = await backUp();
    const { schema } = readManifest(folder);
    const next = { version: schema.length + 1, name: 'next', sha256: 'a'.repeat(64) };
    changeManifest(folder, { schema: [...schema, next] });
    await leavesNothing(restore(), /of schema next.*a newer Placard made it/);
    changeManifest(folder, {
      schema: schema.map((each, index) => (index === 3 ? { ...each, sha256: next.sha256 } : each)),
    });
    await leavesNothing(restore(), 'another text of the migration');
    writeFileSync(join(folder, MANIFEST), JSON.stringify({ format: 2 }));
    await leavesNothing(restore(), 'A newer Placard made this backup');
  });

  it('a manifest that was changed, where it was sealed', async () => {
    const { folder } = await backUp({ passphrase: PASSPHRASE });
    const { figures } = readManifest(folder);
    changeManifest(folder, { figures: { ...figures, entries: figures.entries + 1 } });
    await leavesNothing(restore({ passphrase: PASSPHRASE }), 'was changed after it was made');
  });

  it('a file name that leads out of the data folder', async () => {
    const { folder } = await backUp();
    const { files } = readManifest(folder);
    changeManifest(folder, { files: files.map((file) => ({ ...file, name: `images/../../${file.name}` })) });
    await leavesNothing(restore(), 'is damaged');
  });

  it('rows and balances that are not those that were backed up', async () => {
    const { folder } = await backUp();
    const manifest = readManifest(folder);
    const tables = manifest.tables.map((table) => ({
      ...table,
      rows: table.rows + Number(table.name === 'campaign'),
    }));
    changeManifest(folder, { tables });
    await leavesNothing(restore(), /The table campaign has 1 rows after it was restored, and had 2/);
    changeManifest(folder, {
      tables: manifest.tables,
      figures: { ...manifest.figures, balancesDigest: 'a'.repeat(64) },
    });
    await leavesNothing(restore(), 'balances differ from those of the backup');
  });

  it('the key of another installation', async () => {
    await backUp();
    await leavesNothing(
      restore({ secretKeys: { key: Buffer.alloc(32, 7), others: [] } }),
      'Set PLACARD_SECRET_KEY',
    );
  });
});
