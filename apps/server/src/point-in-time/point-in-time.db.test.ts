import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, removeCluster, startCluster } from '@placard/db/embedded/cluster';
import { logArchiveOf, readLogChain } from '@placard/db/embedded/log-archive';
import { migrate } from '@placard/db/migrate';
import { installationKey } from '@placard/db/secrets/installation-key';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys } from '@placard/db/secrets/signing-keys';
import { DAY_MS } from '@placard/domain/time-zone';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chainsIn } from './chain.ts';
import { keepPointsInTime } from './keep-points-in-time.ts';
import { restorePointInTime } from './restore-point-in-time.ts';
import { readRestored, readUsers, writeUser } from './testing/written-users.ts';

const PASSPHRASE = 'a passphrase of some length';

let parent: string;
let dataDir: string;
let cluster: Cluster;
let client: pg.Client;
let into: string;
const warned: string[] = [];

async function start(): Promise<void> {
  cluster = await startCluster({ home: join(dataDir, 'postgres'), archiving: true });
  client = new pg.Client({ connectionString: cluster.superuserUrlOf('placard') });
  await client.connect();
}
async function stop(): Promise<void> {
  await client.end();
  await cluster.stop();
}

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'placard-moments-'));
  // PostgreSQL, which runs as a user of its own, can enter: its files stay here.
  chmodSync(parent, 0o711);
  dataDir = join(parent, 'data');
  mkdirSync(join(dataDir, 'images'), { recursive: true });
  await start();
  await migrate(cluster.url);
  const secrets = createSecrets(installationKey(dataDir));
  await loadSigningKeys(async (text, values) => (await client.query(text, [...values])).rows, secrets);
});
afterAll(async () => {
  await stop();
  await removeCluster(join(dataDir, 'postgres'));
  rmSync(parent, { recursive: true });
});
beforeEach(() => {
  into = mkdtempSync(join(parent, 'moments-'));
  chmodSync(into, 0o711);
});
afterEach(async () => {
  await removeCluster(join(into, 'restored', 'postgres'));
  rmSync(into, { recursive: true });
});

type Changes = { passphrase?: string | null; days?: number; now?: () => Date; mostWaitingBytes?: number };
const keep = async (changes: Changes = {}) =>
  await keepPointsInTime({ ...orderInto(join(into, 'kept')), ...changes });
const restore = async (
  changes: { at?: Date | null; passphrase?: string | null; databaseUrl?: string } = {},
) =>
  await restorePointInTime({
    ...{ from: join(into, 'kept'), dataDir: join(into, 'restored'), at: null, passphrase: null },
    ...{ databaseUrl: undefined, clickhouseUrl: undefined, secretKeys: undefined, say: () => {} },
    caller: { osUser: 'ada' },
    ...changes,
  });

const write = async (email: string) => await writeUser(client, email);
const usersOf = readUsers;
const kept = () => chainsIn(join(into, 'kept'));
const basesIn = (chain: string) => readdirSync(chain).filter((name) => name.startsWith('base-'));

describe('points in time', () => {
  it('bring back what was there at a moment, and nothing of what came after it', async () => {
    const image = (name: string) => join(dataDir, 'images', name);
    writeFileSync(image('one.png'), 'one');
    const first = await keep();
    expect(first?.base).toMatch(/^base-/);
    await write('before@moments.test');
    const moment = await write('at@moments.test');
    await write('after@moments.test');
    await client.query('update app_user set email = $1 where email = $2', [
      'gone@moments.test',
      'before@moments.test',
    ]);
    writeFileSync(image('two.png'), 'two');
    const second = await keep();
    expect(second).toMatchObject({ base: null, removed: [] });
    expect(second?.pieces).toBeGreaterThanOrEqual(3);
    expect(readdirSync(logArchiveOf(join(dataDir, 'postgres')))).toEqual(['chain']);

    // Where PostgreSQL runs as a user of its own, its files go elsewhere.
    chmodSync(into, 0o700);
    const report = await restore({ at: moment });
    expect(report.pieces).toBeGreaterThanOrEqual(3);
    expect(await usersOf(join(into, 'restored'))).toEqual(['before@moments.test', 'at@moments.test']);
    const restored = join(into, 'restored');
    const acts = `select action, detail from audit_log where subject_kind = 'database' order by id`;
    const detail = { osUser: 'ada', from: report.folder, to: moment.toISOString() };
    const base = { osUser: 'placard', by: 'placard', into: join(into, 'kept'), sealed: false };
    const [taken, restoring, ...others] = (await readRestored(restored, acts)).slice(-2);
    expect([taken, restoring, others, warned]).toEqual([
      { action: 'database.base', detail: base },
      { action: 'database.restore', detail },
      [],
      [],
    ]);
    expect(readdirSync(restored).sort()).toEqual(['analytics', 'images', 'postgres', 'secret.key']);
    expect(readFileSync(join(restored, 'images', 'two.png'), 'utf8')).toBe('two');
    expect(statSync(join(restored, 'secret.key')).mode & 0o777).toBe(0o600);
    const key = (folder: string) => readFileSync(join(folder, 'secret.key'));
    expect(key(restored).equals(key(dataDir))).toBe(true);
    expect(existsSync(join(restored, 'postgres', 'cluster', 'placard_recovery'))).toBe(false);
    await client.query(`delete from app_user where email like '%@moments.test'`);
  });

  it('are brought back as late as can be where no moment is named, sealed under a passphrase', async () => {
    await keep({ passphrase: PASSPHRASE });
    await write('sealed@moments.test');
    await keep({ passphrase: PASSPHRASE });
    const [chain = ''] = kept();
    const [base = ''] = basesIn(chain);
    expect(readFileSync(join(chain, base, 'credentials.json'), 'latin1')).not.toContain('postgres');
    await expect(restore()).rejects.toThrow('Set PLACARD_BACKUP_PASSPHRASE');
    await expect(restore({ passphrase: 'another passphrase here' })).rejects.toThrow('is not the one');
    expect(existsSync(join(into, 'restored'))).toBe(false);
    await restore({ passphrase: PASSPHRASE });
    expect(await usersOf(join(into, 'restored'))).toEqual(['sealed@moments.test']);
    await client.query(`delete from app_user where email like '%@moments.test'`);
  });

  it('begin another chain with another passphrase, and each serves its own moments', async () => {
    await keep();
    const moment = await write('open@moments.test');
    await write('later@moments.test');
    await keep();
    await keep({ passphrase: PASSPHRASE });
    expect(kept()).toHaveLength(2);
    await restore({ at: moment, passphrase: PASSPHRASE });
    expect(await usersOf(join(into, 'restored'))).toEqual(['open@moments.test']);
    await client.query(`delete from app_user where email like '%@moments.test'`);
  });

  it('refuse a moment before the first base, one after the log, and a folder that is in use', async () => {
    const before = new Date();
    await keep();
    await write('last@moments.test');
    await keep();
    await expect(restore({ at: before })).rejects.toThrow(/^The earliest moment that .* can restore is 20/);
    await expect(restore({ at: new Date(Date.now() + DAY_MS) })).rejects.toThrow(
      /^The log that was kept ends before .*; the last change in it is of 20.* Leave --to out/,
    );
    // What was half made is gone: a second try has an empty folder.
    expect(readdirSync(join(into, 'restored'))).toEqual([]);
    writeFileSync(join(into, 'restored', 'mine'), '');
    await expect(restore()).rejects.toThrow('is not empty (mine)');
    await expect(restore({ databaseUrl: 'postgres://else/where' })).rejects.toThrow('leave DATABASE_URL out');
    await client.query(`delete from app_user where email like '%@moments.test'`);
  });

  it('are refused where a file of the base was changed, or a piece of the log is missing', async () => {
    await keep();
    const moment = await write('one@moments.test');
    await write('two@moments.test');
    await keep();
    const [chain = ''] = kept();
    const [base = ''] = basesIn(chain);
    const secret = join(chain, base, 'credentials.json');
    const content = readFileSync(secret);
    writeFileSync(secret, Buffer.concat([content, Buffer.from('x')]));
    await expect(restore()).rejects.toThrow('is damaged');
    writeFileSync(secret, content);
    const { firstPiece } = JSON.parse(readFileSync(join(chain, base, 'base.json'), 'utf8'));
    const after = readdirSync(join(chain, 'wal')).filter((piece) => piece > firstPiece);
    const [gap = '', ...rest] = after.filter((piece) => piece.length === 24);
    const bytes = readFileSync(join(chain, 'wal', gap));
    writeFileSync(join(chain, 'wal', gap), bytes.subarray(0, 100));
    await expect(restore()).rejects.toThrow(`The file wal/${gap} of the points in time is damaged`);
    // PostgreSQL would take the gap for the end.
    rmSync(join(chain, 'wal', gap));
    expect(rest.length).toBeGreaterThan(0);
    await expect(restore()).rejects.toThrow(
      new RegExp(`^A piece of the log before ${rest.at(-1)} is missing or damaged: .* by --to`),
    );
    for (const piece of rest) rmSync(join(chain, 'wal', piece));
    await expect(restore({ at: moment })).rejects.toThrow('The log that was kept ends before');
    await client.query(`delete from app_user where email like '%@moments.test'`);
  });

  it('take a base each day, and drop what no moment of the days needs', async () => {
    const began = Date.now();
    const on = (day: number) => ({ now: () => new Date(began + day * DAY_MS), days: 2 });
    await keep(on(0));
    await write('old@moments.test');
    expect((await keep(on(0)))?.base).toBeNull();
    const [chain = ''] = kept();
    const [oldest = ''] = basesIn(chain);
    const pieces = readdirSync(join(chain, 'wal')).length;
    // Of runs that were killed.
    for (const name of ['removing-base-1', 'unfinished-base-1']) mkdirSync(join(chain, name));
    expect((await keep(on(1.1)))?.base).not.toBeNull();
    expect(readdirSync(chain).filter((name) => /^(removing|unfinished)-/.test(name))).toEqual([]);
    expect(basesIn(chain)).toHaveLength(2);
    // Of the bases' own clock only a moment has passed: after two days and a bit both are older than what is kept.
    const { removed } = (await keep(on(2.2))) ?? {};
    expect(removed).toContain(oldest);
    expect(readdirSync(join(chain, 'wal')).length).toBeLessThan(pieces + 4);
    await client.query(`delete from app_user where email like '%@moments.test'`);
  });

  it('drop a log that nobody can take away, say so, and begin another chain', async () => {
    await keep();
    await write('gap@moments.test');
    const log = readLogChain(join(dataDir, 'postgres'));
    const [chain = ''] = kept();
    // The folder cannot be written: a file lies where pieces go.
    rmSync(join(chain, 'wal'), { recursive: true });
    writeFileSync(join(chain, 'wal'), '');
    await expect(keep()).rejects.toThrow('EEXIST');
    expect(readLogChain(join(dataDir, 'postgres'))).toBe(log);
    await expect(keep({ mostWaitingBytes: 1_000 })).rejects.toThrow('could not be taken to the folder');
    expect(readdirSync(logArchiveOf(join(dataDir, 'postgres')))).toEqual(['chain']);
    expect(readLogChain(join(dataDir, 'postgres'))).not.toBe(log);
    rmSync(join(chain, 'wal'));
    await write('after-gap@moments.test');
    expect((await keep())?.base).not.toBeNull();
    expect(kept()).toHaveLength(2);
    await restore();
    expect(await usersOf(join(into, 'restored'))).toEqual(['gap@moments.test', 'after-gap@moments.test']);
    await client.query(`delete from app_user where email like '%@moments.test'`);
  });

  it('begin another chain after a start without an archive, and have the key of their moment', async () => {
    await keep();
    const log = readLogChain(join(dataDir, 'postgres'));
    await stop();
    const bare = await startCluster({ home: join(dataDir, 'postgres') });
    await bare.stop();
    await start();
    expect(readLogChain(join(dataDir, 'postgres'))).not.toBe(log);
    await keep();
    expect(kept()).toHaveLength(2);

    const moment = await write('key@moments.test');
    await keep();
    const file = join(dataDir, 'secret.key');
    const [old, oldTime] = [readFileSync(file), statSync(file).mtime];
    writeFileSync(file, `${'ab'.repeat(32)}\n`);
    await write('other-key@moments.test');
    await keep();
    await restore({ at: moment });
    expect(readFileSync(join(into, 'restored', 'secret.key')).equals(old)).toBe(true);
    writeFileSync(file, old);
    utimesSync(file, oldTime, oldTime);
    await client.query(`delete from app_user where email like '%@moments.test'`);
  });

  it('are not kept in the data folder, nor of a database that keeps no log', async () => {
    await expect(keepPointsInTime(orderInto(join(dataDir, 'kept')))).rejects.toThrow(
      'lies in the data folder',
    );
    const elsewhere = { ...orderInto(join(into, 'kept')), dataDir: join(into, 'nothing') };
    await expect(keepPointsInTime(elsewhere)).rejects.toThrow('keeps no log');
  });
});

function orderInto(folder: string) {
  const order = { dataDir, into: folder, days: 7, passphrase: null, program: '0.1.0' };
  const by = { osUser: 'placard', by: 'placard' } as const;
  return { ...order, now: () => new Date(), by, warn: (sentence: string) => void warned.push(sentence) };
}
