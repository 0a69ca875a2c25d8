import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, removeCluster, startCluster } from '@placard/db/embedded/cluster';
import { migrate } from '@placard/db/migrate';
import { openObjectStore } from '@placard/db/objects/open-object-store';
import { installationKey } from '@placard/db/secrets/installation-key';
import { createSecrets } from '@placard/db/secrets/secrets';
import { loadSigningKeys } from '@placard/db/secrets/signing-keys';
import { type RunningMinio, startMinio } from '@placard/db/testing/running-minio';
import { DAY_MS } from '@placard/domain/time-zone';
import { peers } from '@placard/tooling/config';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { keepPointsInTime } from './keep-points-in-time.ts';
import { restorePointInTime } from './restore-point-in-time.ts';
import { sendMoments } from './send-moments.ts';
import { readUsers, writeUser } from './testing/written-users.ts';
import { withFetchedMoments } from './with-moments.ts';

const PASSPHRASE = 'a passphrase of some length';
const PREFIX = 'net/';
/** More than a part of 8 MiB: the store puts it together. */
const LARGE_IMAGE = randomBytes(9_000_000);

let parent: string;
let dataDir: string;
let cluster: Cluster;
let client: pg.Client;
let minio: RunningMinio;
let into: string;

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'placard-s3-moments-'));
  // PostgreSQL, which runs as a user of its own, can enter: its files stay here.
  chmodSync(parent, 0o711);
  dataDir = join(parent, 'data');
  mkdirSync(join(dataDir, 'images'), { recursive: true });
  writeFileSync(join(dataDir, 'images', 'one.png'), LARGE_IMAGE);
  cluster = await startCluster({ home: join(dataDir, 'postgres'), archiving: true });
  client = new pg.Client({ connectionString: cluster.superuserUrlOf('placard') });
  await client.connect();
  await migrate(cluster.url);
  const secrets = createSecrets(installationKey(dataDir));
  await loadSigningKeys(async (text, values) => (await client.query(text, [...values])).rows, secrets);
});
afterAll(async () => {
  await client?.end();
  await cluster?.stop();
  await removeCluster(join(dataDir, 'postgres'));
  rmSync(parent, { recursive: true });
});
beforeEach(async () => {
  into = mkdtempSync(join(parent, 'moments-'));
  chmodSync(into, 0o711);
  minio = await startMinio(peers().minio, PREFIX);
});
afterEach(async () => {
  await minio?.stop();
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
  await sendMoments({ ...order(changes), bucket: minio.settings });
const write = async (name: string) => await writeUser(client, `${name}@moments.test`);
const restore = async (changes: { at?: Date; passphrase?: string; secretAccessKey?: string } = {}) => {
  const { at = null, passphrase = null, secretAccessKey = minio.settings.secretAccessKey } = changes;
  const own = { databaseUrl: undefined, clickhouseUrl: undefined, secretKeys: undefined };
  const bucket = { ...minio.settings, secretAccessKey };
  const wanted = { from: '', dataDir: join(into, 'restored'), at, passphrase, bucket };
  return await withFetchedMoments(
    { ...wanted, ...own, caller: { osUser: 'ada' }, say: () => {} },
    restorePointInTime,
  );
};
const restored = async () => (await readUsers(join(into, 'restored'))).map((email) => email.split('@')[0]);

/** Keys and sizes of what lies in the bucket. */
async function stored(): Promise<Map<string, number>> {
  const store = await openObjectStore(minio.settings);
  const found = new Map<string, number>();
  for await (const { key, bytes } of store.list('moments/')) found.set(key, bytes);
  store.close();
  return found;
}
const basesOf = async () => [...(await stored()).keys()].filter((key) => key.endsWith('/base.json'));

it('brings back a moment from the bucket alone, what is large in parts', async () => {
  await keep();
  await write('before');
  const moment = await write('at');
  await write('after');
  await keep();
  const sent = await send();
  const objects = await stored();
  expect(sent).toMatchObject({ files: objects.size, removed: [], waits: null });
  expect([...objects].filter(([, bytes]) => bytes === LARGE_IMAGE.length)).toHaveLength(1);
  rmSync(join(into, 'kept'), { recursive: true });
  const report = await restore({ at: moment });
  expect(report.pieces).toBeGreaterThanOrEqual(3);
  expect(await restored()).toEqual(['before', 'at']);
  const image = readFileSync(join(into, 'restored', 'images', 'one.png'));
  expect(image.equals(LARGE_IMAGE)).toBe(true);
});

it('brings back what is sealed with its passphrase, and says whose secret is not known', async () => {
  await keep({ passphrase: PASSPHRASE });
  await write('sealed');
  await keep({ passphrase: PASSPHRASE });
  await send({ passphrase: PASSPHRASE });
  await expect(restore()).rejects.toThrow('Set PLACARD_BACKUP_PASSPHRASE');
  await expect(restore({ secretAccessKey: 'another', passphrase: PASSPHRASE })).rejects.toThrow(
    'it answered 403 (SignatureDoesNotMatch)',
  );
  expect(existsSync(join(into, 'restored'))).toBe(false);
  await restore({ passphrase: PASSPHRASE });
  expect(await restored()).toEqual(['sealed']);
});

it('goes on from a folder that was lost, and drops the base that no moment needs', async () => {
  const began = Date.now();
  const on = (day: number) => ({ now: () => new Date(began + day * DAY_MS), days: 2 });
  await keep(on(0));
  await write('old');
  await keep(on(0));
  await send(on(0));
  const [first = ''] = await basesOf();
  rmSync(join(into, 'kept'), { recursive: true });
  await write('gap');
  await keep(on(1.1));
  await send(on(1.1));
  expect(await basesOf()).toHaveLength(2);
  await keep(on(2.2));
  await send(on(2.2));
  await keep(on(3.3));
  const sent = await send(on(3.3));
  expect([await basesOf(), sent?.waits]).toEqual([expect.not.arrayContaining([first]), null]);
  const folder = first.replace(/base\.json$/, '');
  expect([...(await stored()).keys()].filter((key) => key.startsWith(folder))).toEqual([]);
  await restore();
  expect(await restored()).toEqual(['old', 'gap']);
});
