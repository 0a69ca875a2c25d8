import { constants } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import type * as Clusters from '@placard/db/testing/cluster';
import { withDatabase } from '@placard/db/testing/cluster';
import { type Checkout, importFrom, NOW } from './load/checkout.ts';
import { type Child, runLoad, startBare, startDelivery } from './load/children.ts';
import type { LoadReport } from './load/load-client.ts';
import type * as Network from './load/network.ts';
import { alternate, ratioOf, withWait } from './load/rounds.ts';
import {
  atLeast,
  atMost,
  type BenchOptions,
  type BenchResult,
  type Figure,
  median,
  writeResult,
} from './result.ts';

const ROUNDS = 5;
const ROUND_MS = 2_000;
const CONNECTIONS = [32, 256];
const TARGET_SHARE: Readonly<Record<number, number>> = { 32: 0.8, 256: 0.9 };
const DISK_WRITES = 400;
const DISK_WRITE_BYTES = 4_096;
const LOAD_SHARE = 0.7;
const AD_SETS = 1_000;
const TOKENS = 4_000;
const WIDGETS_A_CALL = 20;
/**
 * Each token comes from so many viewers: of one of them more than 120 impressions a minute are filed as too many, and
 * what is measured is how events are taken that count. Delivery keeps 50,000 viewers.
 */
const VIEWERS_A_TOKEN = 5;
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** One checkout's ad server with beacons that its own tokens are in. */
type Side = { readonly delivery: Child; readonly requestsFile: string };

/**
 * One beacon of one event, answered after it is on disk, against a bare server that reads the same body and answers
 * 204, in turn; then how long the slowest percent waits at 70 % of that load, beside what the disk itself takes for a
 * write. Tokens are real ones; the shipper moves the events into PostgreSQL meanwhile. An earlier commit's delivery takes its
 * turn in each round.
 */
export async function run({ against }: BenchOptions = {}): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-bench-'));
  const bare = await startBare();
  const figures: Record<string, Figure> = {};
  try {
    await withSide(folder, NOW, async (now) => {
      const all = async (earlier?: Side) => {
        for (const connections of CONNECTIONS) {
          const sides = { folder, bare, now, ...(earlier === undefined ? {} : { earlier }) };
          Object.assign(figures, await compare(sides, connections, against?.name ?? ''));
        }
      };
      return against === undefined ? all() : withSide(folder, against, all);
    });
    return await writeResult('events', ROUNDS, figures, against?.name);
  } finally {
    await bare.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function withSide<Result>(
  folder: string,
  checkout: Checkout,
  use: (side: Side) => Promise<Result>,
): Promise<Result> {
  const name = `bench_events_${checkout.name}`;
  const clusters = await importFrom<typeof Clusters>(checkout, 'packages/db/src/testing/cluster.ts');
  const network = await importFrom<typeof Network>(checkout, 'bench/src/load/network.ts');
  const cluster = await clusters.startTestCluster();
  try {
    const url = await cluster.createDatabase(name);
    const pool = createPool({
      url: withDatabase(cluster.access.superuserUrl, name),
      name: 'placard-bench',
      max: 1,
    });
    await network.seedNetwork(pool, AD_SETS);
    await network.writePlan(pool, AD_SETS, 1_000_000);
    await pool.end();
    const environment = {
      DATABASE_URL: url,
      PLACARD_DATA_DIR: join(folder, name),
      // One call asks for widgets of many websites, which no page of any of them could.
      PLACARD_ALLOW_ANY_SITE: '1',
      PLACARD_TRUSTED_PROXIES: '127.0.0.1',
    };
    const delivery = await startDelivery(environment, join(checkout.root, 'apps/delivery/src/main.ts'));
    try {
      const requestsFile = join(folder, `${name}.json`);
      await writeFile(requestsFile, JSON.stringify(eventRequests(await takeTokens(delivery))));
      return await use({ delivery, requestsFile });
    } finally {
      await delivery.stop();
    }
  } finally {
    await cluster.stop();
  }
}

/** What the slowest percent of durable writes of 4 KB takes in that folder, one after the other. */
async function diskP99Ms(folder: string): Promise<number> {
  const path = join(folder, 'disk');
  const blank = await open(path, 'w');
  await blank.write(Buffer.alloc(DISK_WRITES * DISK_WRITE_BYTES));
  await blank.sync();
  await blank.close();
  const file = await open(path, constants.O_WRONLY | constants.O_DSYNC);
  try {
    const page = Buffer.alloc(DISK_WRITE_BYTES, 1);
    const tookMs: number[] = [];
    for (let at = 0; at < DISK_WRITES; at += 1) {
      const began = performance.now();
      await file.write(page, 0, DISK_WRITE_BYTES, at * DISK_WRITE_BYTES);
      tookMs.push(performance.now() - began);
    }
    return tookMs.sort((a, b) => a - b)[Math.floor(DISK_WRITES * 0.99)] ?? 0;
  } finally {
    await file.close();
  }
}

async function takeTokens(delivery: Child): Promise<string[]> {
  const tokens: string[] = [];
  for (let call = 0; tokens.length < TOKENS; call += 1) {
    const widgets = Array.from({ length: WIDGETS_A_CALL }, (_, index) => {
      const widget = 1 + ((call * WIDGETS_A_CALL + index) % 500);
      return `widget-embed-key-${String(widget).padStart(5, '0')}.728`;
    });
    const response = await fetch(`http://127.0.0.1:${delivery.port}/a?w=${widgets.join()}&l=en`, {
      headers: { 'user-agent': BROWSER },
    });
    const { a } = (await response.json()) as { readonly a: readonly ({ readonly t: string } | null)[] };
    for (const ad of a) if (ad !== null) tokens.push(ad.t);
    if (call > TOKENS) throw new Error('the network fills too few widgets');
  }
  return tokens;
}

/** From as many addresses as there are requests. */
function eventRequests(tokens: readonly string[]): string[] {
  return Array.from({ length: tokens.length * VIEWERS_A_TOKEN }, (_, viewer) => {
    const body = `i${tokens[viewer % tokens.length]}`;
    return [
      'POST /e HTTP/1.1',
      'Host: ads.example.com',
      `User-Agent: ${BROWSER}`,
      `X-Forwarded-For: 11.${viewer >> 16}.${(viewer >> 8) & 255}.${viewer & 255}`,
      'Content-Type: text/plain;charset=UTF-8',
      `Content-Length: ${body.length}`,
      'Accept: */*',
      '',
      body,
    ].join('\r\n');
  });
}

async function compare(
  sides: {
    readonly folder: string;
    readonly bare: Child;
    readonly now: Side;
    readonly earlier?: Side;
  },
  connections: number,
  earlierName: string,
): Promise<Record<string, Figure>> {
  const { folder, bare, now, earlier } = sides;
  const load = async ({ delivery, requestsFile }: Side, rate?: number): Promise<LoadReport> => {
    const report = await runLoad({
      port: delivery.port,
      ...(delivery.process.pid === undefined ? {} : { pid: delivery.process.pid }),
      connections,
      durationMs: ROUND_MS,
      requestsFile,
      ...(rate === undefined ? {} : { rate }),
    });
    if (report.refused + report.broken > 0)
      throw new Error(`${report.refused} answers refused, ${report.broken} broken`);
    return report;
  };
  const bareSide = { delivery: bare, requestsFile: now.requestsFile };
  const turns = { now: () => load(now), bare: () => load(bareSide) };
  const fast =
    earlier === undefined
      ? await alternate(turns, ROUNDS)
      : await alternate({ ...turns, earlier: () => load(earlier) }, ROUNDS);
  const { now: ours, bare: bares } = fast.kept;
  const perSecond = median(ours.map((report) => report.perSecond));
  const barePerSecond = median(bares.map((report) => report.perSecond));
  const rate = perSecond * LOAD_SHARE;
  const diskMs: number[] = [];
  const withDisk = async () => {
    diskMs.push(await diskP99Ms(folder));
    return load(now, rate);
  };
  const paced = await alternate({ now: withDisk, bare: () => load(bareSide, rate) }, ROUNDS);
  const p99Ms = median(paced.kept.now.map((report) => report.p99Ms));
  const bareP99Ms = median(paced.kept.bare.map((report) => report.p99Ms));
  const diskOwnMs = median(diskMs);
  console.log(
    `${connections} connections: ${Math.round(perSecond)}/s against ${Math.round(barePerSecond)}/s bare; at 70 % load ack ` +
      `p99 ${p99Ms.toFixed(2)} ms, bare ${bareP99Ms.toFixed(2)}, the disk's own ${diskOwnMs.toFixed(2)}; ` +
      `${fast.disturbed} and ${paced.disturbed} disturbed rounds measured again`,
  );
  const earlierRounds = (fast.kept as Readonly<Partial<Record<string, readonly LoadReport[]>>>).earlier;
  return {
    ...speedOf(ours, bares, connections),
    ...(earlierRounds === undefined
      ? {}
      : {
          [`events a second over ${earlierName}, ${connections} connections`]: withWait(
            atLeast(
              ratioOf(ours, earlierRounds, (report) => report.perSecond),
              1,
              'ratio',
            ),
            ours,
          ),
        }),
    [`ack p99 at 70 % load, ${connections} connections`]: withWait(
      atMost(p99Ms, bareP99Ms + 2 * diskOwnMs + 1, 'ms', bareP99Ms),
      paced.kept.now,
    ),
  };
}

function speedOf(
  ours: readonly LoadReport[],
  bares: readonly LoadReport[],
  connections: number,
): Record<string, Figure> {
  const target = TARGET_SHARE[connections] ?? 1;
  const perSecond = (report: LoadReport) => report.perSecond;
  const barePerSecond = median(bares.map(perSecond));
  return {
    [`share of bare, ${connections} connections`]: withWait(
      atLeast(ratioOf(ours, bares, perSecond), target, 'ratio', barePerSecond),
      ours,
    ),
    [`processor time of an event over bare, ${connections} connections`]: withWait(
      atMost(
        ratioOf(ours, bares, (report) => report.cpuMicros),
        1 / target,
        'ratio',
      ),
      ours,
    ),
    [`events a second, ${connections} connections`]: withWait(
      atLeast(median(ours.map(perSecond)), 0, '1/s', barePerSecond),
      ours,
    ),
  };
}
