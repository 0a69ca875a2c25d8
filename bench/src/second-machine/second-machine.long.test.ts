import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { type Cluster, removeCluster, startCluster } from '@placard/db/embedded/cluster';
import { byTcp } from '@placard/db/embedded/socket';
import { type S3Server, startS3Server } from '@placard/db/testing/s3-server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ClickHouseProcess } from '../../../apps/server/src/analytics/testing/run-clickhouse.ts';
import {
  buildSmallNetwork,
  OPERATOR_ENVIRONMENT,
  type SmallNetwork,
  USUAL_DOMAIN,
} from '../../../e2e/support/small-network.ts';
import { answersOk, figure } from '../faults/back-again.ts';
import {
  askForReconciliation,
  brokenInvariants,
  isDrained,
  isReconciled,
  nothingCounted,
  query,
} from '../faults/invariants.ts';
import { nothingSent } from '../faults/traffic.ts';
import { addressOf, Machines, missingForMachines } from './machines.ts';
import { type ExampleCommand, readWorkedExample } from './worked-example.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const SECOND_KEY = 'PLACARD_OTHER_SECRET_KEYS';
const WAIT = { timeout: 60_000, interval: 100 };
const { common, commands } = readWorkedExample();
const scripts = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts;

let machines: Machines;
let home: string;
let cluster: Cluster;
let clickhouse: ClickHouseProcess;
let bucket: S3Server;
let network: SmallNetwork;
let settings: Record<string, string>;
const keys = { first: randomBytes(32).toString('hex'), second: randomBytes(32).toString('hex') };
const sent = nothingSent();
const counted = nothingCounted();
let visitors = 0;

/** A process of the example that goes on, by its place among the commands. */
type Running = { readonly command: ExampleCommand; child: ChildProcess; said: () => string };
const running: Running[] = [];

const urlOf = (address: string, port: number) => `http://${addressOf(address)}:${port}`;
/** Each process has a port to watch of its own; the example leaves that to its reader. */
const watchPortOf = (command: ExampleCommand) => 9_300 + commands.indexOf(command);
const watchUrlOf = (command: ExampleCommand) => urlOf(command.machine, watchPortOf(command));
const apiUrl = () => settings.PLACARD_URL ?? '';
const deliveries = commands.filter(({ script }) => script === 'delivery');
const [firstDelivery] = deliveries;
const [api] = commands.filter(({ script }) => script === 'api');

/** The example's settings with addresses, passwords and keys that there are here. */
function realSettings(): Record<string, string> {
  const { accessKeyId, secretAccessKey } = bucket.settings;
  const real: Record<string, string> = {
    DATABASE_URL: byTcp(cluster.url).replace('127.0.0.1', machines.hub),
    PLACARD_SECRET_KEY: keys.first,
    PLACARD_URL: urlOf(api?.machine ?? '', Number(api?.environment.PORT)),
    PLACARD_DELIVERY_URL: urlOf(
      firstDelivery?.machine ?? '',
      Number(firstDelivery?.environment.DELIVERY_PORT),
    ),
    PLACARD_DATA_DIR: machines.dataDir,
    PLACARD_S3_BUCKET: bucket.settings.bucket,
    PLACARD_S3_ENDPOINT: addressOf(common.PLACARD_S3_ENDPOINT ?? ''),
    PLACARD_S3_ACCESS_KEY_ID: accessKeyId,
    PLACARD_S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
  // Nothing that the reader isn't told of.
  expect(Object.keys(real).sort()).toEqual(Object.keys(common).sort());
  return real;
}

function environmentOf(command: ExampleCommand): Record<string, string> {
  const own = Object.entries(command.environment).map(([name, value]) => [name, addressOf(value)]);
  return {
    ...settings,
    ...Object.fromEntries(own),
    // Beside the example: the operator of the first start, ports to watch, and what is said.
    ...OPERATOR_ENVIRONMENT,
    PLACARD_WATCH_PORT: String(watchPortOf(command)),
    PLACARD_WATCH_HOST: addressOf(command.machine),
    PLACARD_LOG_LEVEL: 'warn',
  };
}

function begin(
  command: ExampleCommand,
  machine = command.machine,
  changes: Record<string, string> = {},
): Running {
  const file = (scripts[command.script] ?? '').split(' ').at(-1) ?? '';
  const environment = { PATH: process.env.PATH, ...environmentOf(command), ...changes };
  const child = machines.start(addressOf(machine), [process.execPath, join(ROOT, file)], environment);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return { command, child, said: () => text };
}

/** @returns what a process said that ended by itself */
async function ended(process: Running): Promise<{ code: number | null; said: string }> {
  const [code] = (await once(process.child, 'close')) as [number | null];
  return { code, said: process.said() };
}

async function untilReady({ command, said }: Running): Promise<void> {
  await vi.waitFor(async () => {
    if (!(await answersOk(`${watchUrlOf(command)}/readyz`))) throw new Error(`${command.script}: ${said()}`);
  }, WAIT);
}

beforeAll(async () => {
  const missing = missingForMachines();
  if (missing.length > 0)
    throw new Error(`This test makes machines of namespaces. Missing here: ${missing.join(', ')}`);
  machines = new Machines();
  home = mkdtempSync(join(tmpdir(), 'placard-databases-'));
  cluster = await startCluster({ home, settings: { listen_addresses: `127.0.0.1,${machines.hub}` } });
  // Where this user's PostgreSQL may not enter, the home is a link to a place where it may.
  appendFileSync(
    join(home, 'cluster/pg_hba.conf'),
    `host placard placard ${machines.hub}/24 scram-sha-256\n`,
  );
  await query(cluster.superuserUrlOf('postgres'), 'select pg_reload_conf()');
  clickhouse = await ClickHouseProcess.start();
  bucket = await startS3Server();
  const portOf = (url: string | undefined) => Number(new URL(url ?? '').port);
  await machines.forward(portOf(api?.environment.CLICKHOUSE_URL), portOf(clickhouse.url));
  await machines.forward(portOf(common.PLACARD_S3_ENDPOINT), portOf(bucket.settings.endpoint));
  settings = realSettings();
}, 180_000);
afterAll(async () => {
  await machines?.end();
  await clickhouse?.end();
  await bucket?.stop();
  await cluster?.stop();
  if (home !== undefined) {
    await removeCluster(home);
    rmSync(home, { recursive: true, force: true });
  }
}, 60_000);

type Held = { readonly token: string; readonly address: string; readonly image: string };

/** A call of its own connection, so that either process of the port may answer. */
async function visit(path: string, address: string, body?: string): Promise<Response> {
  return await fetch(`${settings.PLACARD_DELIVERY_URL}${path}`, {
    headers: {
      ...{ 'user-agent': AGENT, 'x-forwarded-for': address, connection: 'close' },
      origin: `https://${USUAL_DOMAIN}`,
    },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
}

async function decide(): Promise<Held> {
  visitors += 1;
  const address = `93.1.${visitors >> 8}.${visitors & 255}`;
  const answer = (await (await visit(`/a?w=${network.embedKey}.300`, address)).json()) as AdsAnswer;
  const [ad] = answer.a;
  if (ad === null || ad === undefined) throw new Error('no ad was decided');
  return { token: ad.t, address, image: ad.s ?? '' };
}

const shardOf = ({ token }: Held) => Buffer.from(token, 'base64url').readUInt16BE(2);

/** Sends their impressions, and waits until each is settled and in the reports. */
async function countAll(held: readonly Held[]): Promise<number> {
  const before = counted.impressions;
  for (const { token, address } of held) {
    expect((await visit('/e', address, `i${token}`)).status).toBe(204);
    sent.events += 1;
    sent.acknowledged += 1;
    sent.sentDecisions.i += 1;
  }
  await vi.waitFor(async () => {
    for (const command of deliveries)
      expect(await figure(watchUrlOf(command), 'placard_delivery_spool_backlog_bytes')).toBe(0);
    expect(await isDrained(cluster.url)).toBe(true);
  }, WAIT);
  const id = await askForReconciliation(cluster.url, Date.now());
  await vi.waitFor(async () => expect(await isReconciled(cluster.url, id)).toBe(true), WAIT);
  const closedBefore = new Set<string>();
  expect(
    await brokenInvariants({ url: cluster.url, reconciliationId: id, sent, counted, closedBefore }),
  ).toEqual([]);
  return counted.impressions - before;
}

it('starts as the example says, each process on its machine', async () => {
  for (const command of commands) {
    const process = begin(command);
    if (command.script === 'migrate') {
      expect(await ended(process)).toMatchObject({ code: 0, said: expect.stringContaining('Applied: 0001') });
      continue;
    }
    running.push(process);
    await untilReady(process);
  }
  network = await buildSmallNetwork({ url: apiUrl() });
});

it('ads of both shards and their image reach a visitor, and each event counts once', async () => {
  const held: Held[] = [];
  // Each process hears of the network for itself, the other one perhaps later.
  await vi.waitFor(async () => {
    held.push(await decide());
    expect([...new Set(held.map(shardOf))].sort()).toEqual([0, 1]);
  }, WAIT);
  while (held.length < 24) held.push(await decide());
  const image = await visit(held[0]?.image ?? '', '93.2.0.1');
  expect([image.status, image.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  const name = (held[0]?.image ?? '').split('/').at(-1) ?? '';
  const folderOf = (command: ExampleCommand | undefined) =>
    machines.folderOf(addressOf(command?.machine ?? ''));
  // By the bucket: the folder of the machine is its own.
  expect(readdirSync(join(folderOf(firstDelivery), 'images'))).toEqual([name]);
  expect(bucket.objects.get(`images/${name}`)?.equals(Buffer.from(await image.arrayBuffer()))).toBe(true);
  expect(existsSync(join(folderOf(api), 'spool'))).toBe(false);
  expect(readdirSync(join(folderOf(firstDelivery), 'spool')).sort()).toEqual(['0', '1']);
  expect(existsSync(join(folderOf(firstDelivery), 'secret.key'))).toBe(false);
  expect(await countAll(held)).toBe(held.length);
});

it('a shard that another machine has, and another key, are refused with a sentence', async () => {
  if (firstDelivery === undefined || api === undefined)
    throw new Error('the example has no delivery or no API');
  const watch = { PLACARD_WATCH_PORT: '0' };
  const twice = await ended(begin(firstDelivery, api.machine, watch));
  expect(twice).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      /^Shard 0 is in use by another delivery process \(.*\)\. Each process of a network needs its own PLACARD_SHARD\.\n$/,
    ),
  });
  const changes = { ...watch, PLACARD_SHARD: '2', PLACARD_DELIVERY_PROCESSES: '3' };
  const stranger = await ended(
    begin(firstDelivery, '10.0.0.4', { ...changes, PLACARD_SECRET_KEY: keys.second }),
  );
  expect(stranger).toMatchObject({
    code: 1,
    said: expect.stringContaining('Give every machine the same PLACARD_SECRET_KEY'),
  });
});

it('another key takes the place of the first, one process after another, and open decisions count', async () => {
  const open: Held[] = [];
  const step = async (changes: Record<string, string>) => {
    Object.assign(settings, changes);
    for (const [index, process] of running.entries()) {
      const gone = once(process.child, 'exit');
      process.child.kill('SIGTERM');
      await gone;
      const again = begin(process.command);
      running[index] = again;
      await untilReady(again);
      // All the while the others go on.
      open.push(await decide());
    }
  };
  open.push(await decide());
  await step({ [SECOND_KEY]: keys.second });
  await step({ PLACARD_SECRET_KEY: keys.second, [SECOND_KEY]: keys.first });
  const command = { machine: api?.machine ?? '', environment: {}, script: 'rotate' };
  scripts.rotate = 'node apps/server/src/main-rotate-secret-key.ts';
  expect(await ended(begin(command))).toMatchObject({
    code: 0,
    said: expect.stringContaining('everything is sealed by the new key'),
  });
  await step({ [SECOND_KEY]: '' });
  expect(await countAll(open)).toBe(open.length);
  expect(open).toHaveLength(1 + 3 * running.length);
  process.stdout.write(
    `second-machine: ${commands.length} commands of the guide on ${new Set(commands.map(({ machine }) => machine)).size} machines beside that of the databases, ` +
      `${counted.impressions} events counted once each, 2 starts refused, ${3 * running.length} restarts for another key, 0 invariants broken\n`,
  );
});
