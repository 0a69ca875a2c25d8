import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, removeCluster, startCluster } from '@placard/db/embedded/cluster';
import { logArchiveOf } from '@placard/db/embedded/log-archive';
import { migrate } from '@placard/db/migrate';
import { installationKey } from '@placard/db/secrets/installation-key';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys } from '@placard/db/secrets/signing-keys';
import { type S3Server, startS3Server } from '@placard/db/testing/s3-server';
import { BUCKET_LATE_MS, BUCKET_LISTED_EVERY_MS } from '@placard/domain/backup/point-in-time';
import { DAY_MS } from '@placard/domain/time-zone';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepPointsInTime } from './keep-points-in-time.ts';
import { restorePointInTime } from './restore-point-in-time.ts';
import { needsSending, sendMoments } from './send-moments.ts';
import { readUsers, writeUser } from './testing/written-users.ts';
import { withFetchedMoments } from './with-moments.ts';

const PASSPHRASE = 'a passphrase of some length';
const IMAGE = `${'0'.repeat(64)}.png`;

let parent: string;
let dataDir: string;
let cluster: Cluster;
let client: pg.Client;
let into: string;
let server: S3Server;

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'placard-moments-'));
  // PostgreSQL, which runs as a user of its own, can enter: its files stay here.
  chmodSync(parent, 0o711);
  dataDir = join(parent, 'data');
  mkdirSync(join(dataDir, 'images'), { recursive: true });
  writeFileSync(join(dataDir, 'images', 'one.png'), 'one');
  cluster = await startCluster({ home: join(dataDir, 'postgres'), archiving: true });
  client = new pg.Client({ connectionString: cluster.superuserUrlOf('placard') });
  await client.connect();
  await migrate(cluster.url);
  const secrets = createSecrets(installationKey(dataDir));
  await loadSigningKeys(async (text, values) => (await client.query(text, [...values])).rows, secrets);
});
afterAll(async () => {
  await client.end();
  await cluster.stop();
  await removeCluster(join(dataDir, 'postgres'));
  rmSync(parent, { recursive: true });
});
beforeEach(async () => {
  into = mkdtempSync(join(parent, 'moments-'));
  chmodSync(into, 0o711);
  server = await startS3Server('net/');
});
afterEach(async () => {
  await server.stop();
  await removeCluster(join(into, 'restored', 'postgres'));
  rmSync(into, { recursive: true });
  await client.query(`delete from app_user where email like '%@moments.test'`);
});

type Changes = { passphrase?: string | null; days?: number; now?: () => Date };
const order = (changes: Changes = {}) => ({
  ...{ into: join(into, 'kept'), days: 7, passphrase: null, now: () => new Date() },
  ...changes,
});
const keep = async (changes: Changes = {}) =>
  await keepPointsInTime({
    ...{ ...order(changes), dataDir, program: '0.1.0' },
    ...{ by: { osUser: 'placard', by: 'placard' }, warn: () => {} },
  });
const send = async (changes: Changes = {}) =>
  await sendMoments({ ...order(changes), bucket: server.settings });
const needs = (now = Date.now()) => needsSending({ into: join(into, 'kept'), bucket: server.settings }, now);
const write = async (name: string) => await writeUser(client, `${name}@moments.test`);
const restore = async (changes: { at?: Date | null; passphrase?: string | null } = {}) =>
  await withFetchedMoments(
    {
      ...{ from: '', dataDir: join(into, 'restored'), at: null, passphrase: null, bucket: server.settings },
      ...{
        databaseUrl: undefined,
        clickhouseUrl: undefined,
        secretKeys: undefined,
        caller: { osUser: 'ada' },
        say: () => {},
      },
      ...changes,
    },
    restorePointInTime,
  );
const restored = async () => (await readUsers(join(into, 'restored'))).map((email) => email.split('@')[0]);

const keys = (part: RegExp) => [...server.objects.keys()].filter((key) => part.test(key)).sort();
const BASE = /^net\/moments\/[^/]+\/base-[^/]+\/base\.json$/;
const PIECE = /\/wal\/[0-9A-F]{24}$/;
const puts = () => server.asked.filter((asked) => asked.startsWith('PUT ')).map((asked) => asked.slice(4));
/** The only one that is there. */
function one(part: RegExp): string {
  const [key = '', ...more] = keys(part);
  expect([key === '', more]).toEqual([false, []]);
  return key;
}
/** Answers nothing: as a host that is away. */
function away(only = /./): void {
  server.before = (request) => {
    const isMeant = only.test(`${request.method} ${request.url}`);
    if (isMeant) request.socket.destroy();
    return isMeant;
  };
}
const back = () => {
  server.before = () => false;
};

describe('points in time in a bucket', () => {
  it('bring back a moment on a machine that has nothing but the bucket', async () => {
    await keep();
    await write('before');
    const moment = await write('at');
    await write('after');
    await keep();
    const sent = await send();
    expect(sent).toMatchObject({ removed: [], waits: null });
    expect(sent?.files).toBe(server.objects.size);
    rmSync(join(into, 'kept'), { recursive: true });
    const report = await restore({ at: moment });
    expect(report.pieces).toBeGreaterThanOrEqual(3);
    expect(await restored()).toEqual(['before', 'at']);
    expect(readdirSync(join(into, 'restored')).sort()).toEqual([
      'analytics',
      'images',
      'postgres',
      'secret.key',
    ]);
    // What was fetched is gone.
    expect(readdirSync(into)).toEqual(['restored']);
  });

  it('are sealed under a passphrase, and opened by no other', async () => {
    await keep({ passphrase: PASSPHRASE });
    await write('sealed');
    await keep({ passphrase: PASSPHRASE });
    await send({ passphrase: PASSPHRASE });
    const credentials = server.objects.get(one(/credentials\.json$/));
    expect(credentials?.toString('latin1')).not.toContain('postgres');
    await expect(restore()).rejects.toThrow('Set PLACARD_BACKUP_PASSPHRASE');
    await expect(restore({ passphrase: 'another passphrase here' })).rejects.toThrow('is not the one');
    expect(existsSync(join(into, 'restored'))).toBe(false);
    await restore({ passphrase: PASSPHRASE });
    expect(await restored()).toEqual(['sealed']);
  });

  it('send what is new alone, and list the bucket once a day', async () => {
    await keep();
    await send();
    expect(needs()).toBe(false);
    server.asked.length = 0;
    await write('more');
    await keep();
    expect(needs()).toBe(true);
    const sent = await send();
    expect(server.asked.every((asked) => asked.startsWith('PUT net/moments/'))).toBe(true);
    expect(sent?.files).toBe(puts().length);
    expect(puts().every((key) => key.includes('/wal/'))).toBe(true);
    expect(needs()).toBe(false);
    const nextDay = Date.now() + BUCKET_LISTED_EVERY_MS;
    expect([needs(nextDay - 60_000), needs(nextDay)]).toEqual([false, true]);
    // What somebody took away there comes back then.
    const piece = keys(PIECE)[0] ?? '';
    server.objects.delete(piece);
    server.objects.set(one(/images\/one\.png$/), Buffer.from('o'));
    server.asked.length = 0;
    await send({ now: () => new Date(nextDay) });
    expect(puts()).toEqual([piece, one(/images\/one\.png$/)]);
  });

  it('wait in their folder while the bucket is away, and operators hear of it after a quarter of an hour', async () => {
    await keep();
    await send();
    const caughtUp = Date.now();
    away();
    await write('meanwhile');
    await keep();
    // The database's own log is taken away as ever.
    expect(readdirSync(logArchiveOf(join(dataDir, 'postgres')))).toEqual(['chain']);
    const soon = await send({ now: () => new Date(caughtUp + BUCKET_LATE_MS - 60_000) });
    expect(soon).toMatchObject({ files: 0, waits: expect.stringContaining('was not reached') });
    await expect(send({ now: () => new Date(caughtUp + BUCKET_LATE_MS) })).rejects.toThrow(
      /^Since 20.* the bucket gets no points in time; they are kept in .*kept alone\. The bucket of PLACARD_S3_BUCKET: writing .* was not reached/,
    );
    expect(needs()).toBe(true);
    back();
    const moment = await write('later');
    await write('latest');
    await keep();
    expect(await send()).toMatchObject({ waits: null });
    await restore({ at: moment });
    expect(await restored()).toEqual(['meanwhile', 'later']);
  });

  it('tell of a bucket at once that never took anything', async () => {
    await keep();
    server.before = (_, response) => {
      response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      return true;
    };
    await expect(send()).rejects.toThrow(/^The bucket has no points in time; .* it answered 403/);
  });

  it('have no base there of which a file is missing, and go on where they were broken off', async () => {
    await keep();
    const moment = await write('broken-off');
    await write('next');
    await keep();
    // The largest is the last but one.
    away(/PUT .*files\.tar/);
    await expect(send()).rejects.toThrow('writing moments/');
    expect([keys(BASE).length, keys(PIECE).length > 0]).toEqual([0, true]);
    await expect(restore()).rejects.toThrow('There is no whole base in the bucket yet');
    back();
    server.asked.length = 0;
    await send();
    expect(puts().some((key) => key.includes('/wal/'))).toBe(false);
    expect(puts().at(-1)).toMatch(BASE);
    await restore({ at: moment });
    expect(await restored()).toEqual(['broken-off']);
  });

  it('are refused where an object was changed, cut or taken away', async () => {
    await keep();
    await write('one');
    await write('two');
    await keep();
    await send();
    const spoiled = async (key: string, bytes: Buffer | null, fault: string | RegExp) => {
      const found = server.objects.get(key) ?? Buffer.alloc(0);
      if (bytes === null) server.objects.delete(key);
      else server.objects.set(key, bytes);
      await expect(restore()).rejects.toThrow(fault);
      server.objects.set(key, found);
    };
    const tar = one(/files\.tar$/);
    const changed = Buffer.from(server.objects.get(tar) ?? '');
    changed[1_000] = (changed[1_000] ?? 0) ^ 1;
    await spoiled(tar, changed, 'its checksum differs');
    await spoiled(tar, null, /files\.tar of the points in time is missing in the bucket/);
    const [, piece = ''] = keys(PIECE);
    await spoiled(
      piece,
      server.objects.get(piece)?.subarray(0, 100) ?? null,
      'of the points in time is damaged',
    );
    await spoiled(piece, null, /^A piece of the log before .* is missing or damaged/);
    await spoiled(one(BASE), Buffer.from('{}'), 'There is no whole base in the bucket yet');
    server.objects.set(`net/moments/${tar.split('/')[2]}/images/${IMAGE}`, Buffer.from('another'));
    await expect(restore()).rejects.toThrow(`The image ${IMAGE} of the points in time is damaged`);
    server.objects.set('net/moments/../../out', Buffer.from('leads out of the folder'));
    server.objects.delete(`net/moments/${tar.split('/')[2]}/images/${IMAGE}`);
    await restore();
    expect(await restored()).toEqual(['one', 'two']);
    expect(existsSync(join(into, 'out'))).toBe(false);
    // Seven restores, two of which play the log.
  }, 180_000);

  it('go when no moment of the days needs them, and never because a folder is new', async () => {
    const began = Date.now();
    const on = (day: number) => ({ now: () => new Date(began + day * DAY_MS), days: 2 });
    await keep(on(0));
    await write('old');
    await keep(on(0));
    await send(on(0));
    const [first = ''] = keys(BASE);
    const pieces = keys(PIECE);
    const chain = first.split('/')[2];
    server.objects.set(
      `net/moments/${chain}/base-20200101T000000000Z/cluster/files.tar`,
      Buffer.from('half'),
    );
    rmSync(join(into, 'kept'), { recursive: true });
    await write('gap');
    await keep(on(1.1));
    await send(on(1.1));
    // The folder knows nothing of the first base, and it stays; what never came to its end goes.
    expect(keys(BASE)).toHaveLength(2);
    expect(keys(BASE)).toContain(first);
    expect(keys(/base-2020/)).toEqual([]);
    await keep(on(2.2));
    const sent = await send(on(2.2));
    expect(sent?.removed).toEqual(
      [first.split('/')[3], keys(BASE).length === 1 ? expect.anything() : undefined].filter(Boolean),
    );
    expect(keys(new RegExp(first.split('/')[3] ?? ''))).toEqual([]);
    expect(keys(PIECE).some((key) => key === pieces[0])).toBe(false);
    await restore();
    expect(await restored()).toEqual(['old', 'gap']);
  });

  it('of another passphrase go when nothing was added to them for longer than anything is kept', async () => {
    const began = Date.now();
    const on = (day: number) => ({ now: () => new Date(began + day * DAY_MS), days: 2 });
    await keep({ ...on(0), passphrase: PASSPHRASE });
    await send({ ...on(0), passphrase: PASSPHRASE });
    const sealed = one(BASE);
    await keep(on(0));
    await send(on(2.9));
    expect(keys(BASE)).toHaveLength(2);
    const sent = await send(on(3.9));
    expect(sent?.removed).toEqual([sealed.split('/')[2]]);
    expect(one(BASE)).not.toBe(sealed);
    expect(keys(new RegExp(sealed.split('/')[2] ?? ''))).toEqual([]);
  });
});
