import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { type Cluster, removeCluster, startCluster } from '@placard/db/embedded/cluster';
import { freePorts } from '@placard/db/testing/free-ports';
import { runTraceCollector } from '@placard/db/testing/trace-collector';
import { DAY_MS } from '@placard/domain/time-zone';
import { type ComposeService, readComposeServices } from '@placard/tooling/compose-services';
import { programOf } from '@placard/tooling/installed/commands';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ClickHouseProcess } from '../../../apps/server/src/analytics/testing/run-clickhouse.ts';
import { acceptLink } from '../../../e2e/support/api-client.ts';
import {
  buildSmallNetwork,
  OPERATOR_EMAIL,
  PASSWORD,
  type SmallNetwork,
  USUAL_DOMAIN,
} from '../../../e2e/support/small-network.ts';
import { answersOk } from '../faults/back-again.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const WAIT = { timeout: 60_000, interval: 100 };
const VIEWS = 5;
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Record<string, string>;
};

type Running = { readonly child: ChildProcess; readonly said: () => string };

const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

let home: string;
let dataDir: string;
let cluster: Cluster;
let clickhouse: ClickHouseProcess;
/** Where the traces of all of them go. */
let collector: Awaited<ReturnType<typeof runTraceCollector>>;
let services: ReadonlyMap<string, ComposeService>;
/** What each container has of its own, and here all share: the ports. */
let places: Record<'PORT' | 'DELIVERY_PORT' | 'PLACARD_WATCH_PORT', string>;
let network: SmallNetwork;
const running = new Map<string, Running>();

const urlOf = (port: keyof typeof places) => `http://127.0.0.1:${places[port]}`;

beforeAll(async () => {
  [home, dataDir] = [
    mkdtempSync(join(tmpdir(), 'placard-apart-db-')),
    mkdtempSync(join(tmpdir(), 'placard-apart-data-')),
  ];
  cluster = await startCluster({ home });
  clickhouse = await ClickHouseProcess.start();
  collector = await runTraceCollector();
  const [port = 0, deliveryPort = 0, watchPort = 0] = await freePorts(3);
  places = {
    PORT: String(port),
    DELIVERY_PORT: String(deliveryPort),
    PLACARD_WATCH_PORT: String(watchPort),
  };
  services = readComposeServices('compose.apart.yaml', {
    PLACARD_SECRET_KEY: randomBytes(32).toString('hex'),
    POSTGRES_PASSWORD: new URL(cluster.url).password,
    CLICKHOUSE_PASSWORD: randomBytes(16).toString('hex'),
    PLACARD_URL: urlOf('PORT'),
    PLACARD_DELIVERY_URL: urlOf('DELIVERY_PORT'),
    // A proxy stands before both: this test.
    PLACARD_TRUST_PROXY: '127.0.0.1',
    PLACARD_TRUSTED_PROXIES: '127.0.0.1',
  });
}, 120_000);
afterAll(async () => {
  for (const { child } of running.values()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  await clickhouse?.end();
  await collector?.stop();
  await cluster?.stop();
  await removeCluster(home);
  for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** The names of the services of others are addresses here. */
function environmentOf(service: string): Record<string, string> {
  const { environment = {} } = services.get(service) ?? {};
  const here: Record<string, string> = {
    'postgres:5432': new URL(cluster.url).host,
    'clickhouse:8123': new URL(clickhouse.url).host,
  };
  const entries = Object.entries(environment).map(([name, value]) => {
    const host = Object.keys(here).find((each) => value.includes(`@${each}/`));
    return [name, host === undefined ? value : value.replace(host, here[host] ?? '')];
  });
  // The folder is the image's own setting.
  const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  return { ...Object.fromEntries(entries), ...portsOf(service), ...traces, PLACARD_DATA_DIR: dataDir };
}

function portsOf(service: string): Record<string, string> {
  if (service === 'api') return { PORT: places.PORT };
  if (service === 'worker') return { PLACARD_WATCH_PORT: places.PLACARD_WATCH_PORT };
  return service === 'delivery' ? { DELIVERY_PORT: places.DELIVERY_PORT } : {};
}

function begin(service: string): Running {
  const { command = '' } = services.get(service) ?? {};
  const { file, args } = programOf([command], scripts);
  const env = { PATH: process.env.PATH, ...environmentOf(service) };
  const child = spawn(process.execPath, [join(ROOT, file), ...args], { cwd: dataDir, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  return { child, said: () => text };
}

async function visit(path: string, address: string, body?: string): Promise<Response> {
  return await fetch(`${urlOf('DELIVERY_PORT')}${path}`, {
    headers: { 'user-agent': AGENT, 'x-forwarded-for': address, origin: `https://${USUAL_DOMAIN}` },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
}

it('migrates first, and then each service is as healthy as its check asks', async () => {
  const migration = begin('migrate');
  running.set('migrate', migration);
  const [code] = (await once(migration.child, 'close')) as [number | null];
  expect([code, migration.said()]).toEqual([0, expect.stringContaining('Applied: 0001')]);
  for (const service of ['api', 'worker', 'delivery']) running.set(service, begin(service));
  const checks = {
    api: `${urlOf('PORT')}/api/health`,
    worker: `${urlOf('PLACARD_WATCH_PORT')}/readyz`,
    delivery: `${urlOf('DELIVERY_PORT')}/health`,
  };
  for (const [service, check] of Object.entries(checks))
    await vi.waitFor(async () => {
      if (!(await answersOk(check))) throw new Error(`${service}: ${running.get(service)?.said()}`);
    }, WAIT);
});

it('gives its first operator a link in the log of the API', async () => {
  const said = () => running.get('api')?.said() ?? '';
  const link = await vi.waitFor(() => {
    const [, found] = /Make the first operator here: (\S+)/.exec(said()) ?? [];
    if (found === undefined) throw new Error(said());
    return found;
  }, WAIT);
  expect(link.startsWith(urlOf('PORT'))).toBe(true);
  const account = { password: PASSWORD, firstName: 'First', lastName: 'Operator', email: OPERATOR_EMAIL };
  await acceptLink(urlOf('PORT'), link, account);
});

it('serves ads with their image, and shows them in the report', async () => {
  network = await buildSmallNetwork({ url: urlOf('PORT') });
  const ads: { readonly token: string; readonly image: string; readonly address: string }[] = [];
  await vi.waitFor(async () => {
    while (ads.length < VIEWS) {
      const address = `93.1.0.${ads.length + 1}`;
      const answer = (await (await visit(`/a?w=${network.embedKey}.300`, address)).json()) as AdsAnswer;
      const [ad] = answer.a;
      if (ad === null || ad === undefined) throw new Error(running.get('delivery')?.said());
      ads.push({ token: ad.t, image: ad.s ?? '', address });
    }
  }, WAIT);
  const image = await visit(ads[0]?.image ?? '', '93.2.0.1');
  expect([image.status, image.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
  for (const { token, address } of ads) expect((await visit('/e', address, `i${token}`)).status).toBe(204);
  const from = utcDay(Date.now() - DAY_MS);
  await vi.waitFor(async () => {
    const query = `from=${from}&to=${utcDay(Date.now())}&metrics=impressions&by=campaign`;
    const report = await network.advertiser.get<{ totals: { impressions: number } }>(
      `/advertiser/report?${query}`,
    );
    expect(report.totals.impressions).toBe(VIEWS);
  }, WAIT);
});

it('sends traces of each of them, and none of them has a value of anybody', async () => {
  const names = (service: string) =>
    new Set(collector.spans.filter((span) => span.service === service).map(({ name }) => name));
  await vi.waitFor(() => {
    expect(names('placard-server')).toContain('GET /api/advertiser/report');
    expect(names('placard-worker')).toContain('settle events');
    expect(names('placard-delivery')).toContain('ship events');
  }, WAIT);
  const sent = collector.calls.map(({ body }) => body).join('\n');
  for (const value of [OPERATOR_EMAIL, PASSWORD, USUAL_DOMAIN, '93.1.0.']) expect(sent).not.toContain(value);
  process.stdout.write(
    `apart: 4 services of compose.apart.yaml, ${VIEWS} ads shown and in the report, ${collector.spans.length} spans of traces\n`,
  );
});
