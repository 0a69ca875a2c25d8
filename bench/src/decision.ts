import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { startTestCluster, type TestCluster, withDatabase } from '@placard/db/testing/cluster';
import { type Child, runLoad, startBare, startDelivery } from './load/children.ts';
import type { LoadReport } from './load/load-client.ts';
import { adRequests, type Pool, seedNetwork, writePlan } from './load/network.ts';
import { atLeast, atMost, type BenchResult, type Figure, median, writeResult } from './result.ts';

const ROUNDS = 5;
const ROUND_MS = 2_000;
const CONNECTIONS = 32;
const AD_SET_COUNTS = [100, 10_000, 100_000];
const LOAD_SHARE = 0.7;
const CHANGES_PER_SECOND = 1_000;
/** What all ad sets together may show a second: about twice what one process decides. */
const PLANNED_PER_SECOND = 60_000;

type Bench = {
  readonly folder: string;
  readonly requestsFile: string;
  readonly cluster: TestCluster;
  readonly bare: Child;
};

/**
 * One delivery process against the bare server, in turn: throughput at each number of ad sets, then how long the
 * slowest percent takes at 70 % of delivery's throughput (the same rate for both), then that again while ad sets
 * change. Every call is for one widget from a visitor behind a trusted proxy, so that the country look-up is in it.
 */
export async function run(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-bench-'));
  const requestsFile = join(folder, 'requests.json');
  await writeFile(requestsFile, JSON.stringify(adRequests(4_000)));
  const cluster = await startTestCluster();
  const bare = await startBare();
  const figures: Record<string, Figure> = {};
  try {
    for (const count of AD_SET_COUNTS) {
      Object.assign(figures, await measure({ folder, requestsFile, cluster, bare }, count));
    }
  } finally {
    await bare.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return writeResult('decision', ROUNDS, figures);
}

async function measure(bench: Bench, adSetCount: number): Promise<Record<string, Figure>> {
  const name = `bench_${adSetCount}`;
  const url = await bench.cluster.createDatabase(name);
  const pool = createPool({
    url: withDatabase(bench.cluster.access.superuserUrl, name),
    name: 'placard-bench',
    max: 2,
  });
  await seedNetwork(pool, adSetCount);
  await writePlan(pool, adSetCount, PLANNED_PER_SECOND);
  const delivery = await startDelivery({
    DATABASE_URL: url,
    PLACARD_DATA_DIR: join(bench.folder, name),
    PLACARD_TRUSTED_PROXIES: '127.0.0.1',
  });
  try {
    return {
      ...(await compare(bench, delivery, adSetCount)),
      ...(await disturb(bench, { delivery, pool, adSetCount })),
    };
  } finally {
    await delivery.stop();
    await pool.end();
  }
}

function load(bench: Bench, target: Child, rate?: number): Promise<LoadReport> {
  return runLoad({
    port: target.port,
    connections: CONNECTIONS,
    durationMs: ROUND_MS,
    requestsFile: bench.requestsFile,
    ...(rate === undefined ? {} : { rate }),
  });
}

async function compare(bench: Bench, delivery: Child, adSetCount: number): Promise<Record<string, Figure>> {
  const ours: LoadReport[] = [];
  const bares: LoadReport[] = [];
  // The first round warms both and is not kept.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const own = await load(bench, delivery);
    const bare = await load(bench, bench.bare);
    if (own.refused + own.broken > 0) throw new Error(`${own.refused} answers refused, ${own.broken} broken`);
    if (round > 0) {
      ours.push(own);
      bares.push(bare);
    }
  }
  const ownPerSecond = median(ours.map((report) => report.perSecond));
  const barePerSecond = median(bares.map((report) => report.perSecond));
  const ratios = ours.map((report, round) => report.perSecond / (bares[round]?.perSecond ?? Number.NaN));
  const rate = ownPerSecond * LOAD_SHARE;
  const ownP99: number[] = [];
  const bareP99: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ownP99.push((await load(bench, delivery, rate)).p99Ms);
    bareP99.push((await load(bench, bench.bare, rate)).p99Ms);
  }
  const filled = await fillRate(delivery);
  console.log(
    `${adSetCount} ad sets: ${Math.round(ownPerSecond)}/s against ${Math.round(barePerSecond)}/s bare, ` +
      `p99 ${median(ownP99).toFixed(2)} against ${median(bareP99).toFixed(2)} ms, fill rate ${filled.toFixed(3)}`,
  );
  const ratio = median(ratios);
  return {
    [`share of bare, ${adSetCount} ad sets`]: atLeast(
      ratio,
      adSetCount >= 100_000 ? 0.7 : 0.75,
      'ratio',
      barePerSecond,
    ),
    [`p99 at 70 % load, ${adSetCount} ad sets`]: atMost(
      median(ownP99),
      2 * median(bareP99),
      'ms',
      median(bareP99),
    ),
    [`fill rate, ${adSetCount} ad sets`]: atLeast(filled, 0.5, 'ratio'),
  };
}

/** The same load while ad sets change, in turn with none changing. */
async function disturb(
  bench: Bench,
  parts: { readonly delivery: Child; readonly pool: Pool; readonly adSetCount: number },
): Promise<Record<string, Figure>> {
  const { delivery, pool, adSetCount } = parts;
  if (adSetCount < 100_000) return {};
  const rate = (await load(bench, delivery)).perSecond * LOAD_SHARE;
  const quiet: number[] = [];
  const changing: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push((await load(bench, delivery, rate)).p99Ms);
    const stop = changeAdSets(pool, adSetCount);
    changing.push((await load(bench, delivery, rate)).p99Ms);
    await stop();
  }
  console.log(`p99 quiet ${median(quiet).toFixed(2)} ms, changing ${median(changing).toFixed(2)} ms`);
  return {
    [`p99 while ${CHANGES_PER_SECOND} ad sets a second change`]: atMost(
      median(changing),
      1.5 * median(quiet),
      'ms',
      median(quiet),
    ),
  };
}

function changeAdSets(pool: Pool, adSetCount: number): () => Promise<void> {
  const perStep = CHANGES_PER_SECOND / 10;
  let step = 0;
  let pending: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    step += 1;
    const first = (step * perStep * 37) % adSetCount;
    pending = pending.then(() =>
      pool.query(
        'update ad_set set bid_micros = 100000 + (version % 50) * 50000, version = version + 1 where id > $1 and id <= $2',
        [first, first + perStep],
      ),
    );
  }, 100);
  return async () => {
    clearInterval(timer);
    await pending;
  };
}

async function fillRate(delivery: Child): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${delivery.port}/metrics`)).text();
  const figure = (name: string) =>
    Number(new RegExp(`^placard_delivery_${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  const filled = figure('filled_total');
  return filled / (filled + figure('unfilled_total'));
}
