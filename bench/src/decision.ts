import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import type * as Clusters from '@placard/db/testing/cluster';
import { withDatabase } from '@placard/db/testing/cluster';
import { type Checkout, importFrom, NOW } from './load/checkout.ts';
import { type Child, runLoad, startBare, startDelivery } from './load/children.ts';
import type { LoadReport } from './load/load-client.ts';
import type * as Network from './load/network.ts';
import type { Pool } from './load/network.ts';
import { alternate, ratioOf, withWait } from './load/rounds.ts';
import { openStalls, probedEnvironment, type Stalls } from './load/stalls.ts';
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
/** Nobody's answer shall wait for a change longer than this. */
const MAX_TURN_MS = 5;
const CONNECTIONS = 32;
const AD_SET_COUNTS = [100, 10_000, 100_000];
const TARGET_SHARE: Readonly<Record<number, number>> = { 100: 1, 10000: 0.95, 100000: 0.9 };
const LOAD_SHARE = 0.7;
const CHANGES_PER_SECOND = 1_000;
/** What all ad sets together may show a second: about twice what one process decides. */
const PLANNED_PER_SECOND = 60_000;

type Bench = {
  readonly folder: string;
  readonly bare: Child;
};

/** What one checkout brings: its network in its database, its ad server, and calls as its tag makes them. */
type Side = {
  readonly name: string;
  readonly delivery: Child;
  readonly stalls: Stalls;
  readonly pool: Pool;
  readonly requestsFile: string;
};

/**
 * One delivery process against the bare server, in turn: throughput at each number of ad sets, then how long the
 * slowest percent takes at 70 % of delivery's throughput (the same rate for both), then that again while ad sets
 * change. Every call is for one widget from a visitor behind a trusted proxy, so that the country look-up is in it.
 * An earlier commit's delivery takes its turn in each round.
 */
export async function run({ against }: BenchOptions = {}): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-bench-'));
  const bare = await startBare();
  const figures: Record<string, Figure> = {};
  try {
    for (const count of AD_SET_COUNTS) {
      Object.assign(figures, await measure({ folder, bare }, count, against));
    }
  } finally {
    await bare.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return writeResult('decision', ROUNDS, figures, against?.name);
}

async function withSide<Result>(
  bench: Bench,
  checkout: Checkout,
  adSetCount: number,
  use: (side: Side) => Promise<Result>,
): Promise<Result> {
  const name = `bench_${adSetCount}_${checkout.name}`;
  const clusters = await importFrom<typeof Clusters>(checkout, 'packages/db/src/testing/cluster.ts');
  const network = await importFrom<typeof Network>(checkout, 'bench/src/load/network.ts');
  const cluster = await clusters.startTestCluster();
  try {
    const url = await cluster.createDatabase(name);
    const superuserUrl = withDatabase(cluster.access.superuserUrl, name);
    const pool = createPool({ url: superuserUrl, name: 'placard-bench', max: 2 });
    try {
      await network.seedNetwork(pool, adSetCount);
      await network.writePlan(pool, adSetCount, PLANNED_PER_SECOND);
      const requestsFile = join(bench.folder, `${name}.json`);
      await writeFile(requestsFile, JSON.stringify(network.adRequests(4_000)));
      const probed = await mkdtemp(join(bench.folder, 'stalls-'));
      const delivery = await startDelivery(
        {
          ...probedEnvironment(probed, '/delivery/src/main.ts'),
          DATABASE_URL: url,
          PLACARD_DATA_DIR: join(bench.folder, name),
          PLACARD_TRUSTED_PROXIES: '127.0.0.1',
        },
        join(checkout.root, 'apps/delivery/src/main.ts'),
      );
      try {
        const stalls = await openStalls(probed);
        try {
          return await use({ name: checkout.name, delivery, stalls, pool, requestsFile });
        } finally {
          stalls.close();
        }
      } finally {
        await delivery.stop();
      }
    } finally {
      await pool.end();
    }
  } finally {
    await cluster.stop();
  }
}

async function measure(
  bench: Bench,
  adSetCount: number,
  against: Checkout | undefined,
): Promise<Record<string, Figure>> {
  return await withSide(bench, NOW, adSetCount, async (now) => {
    const all = async (earlier?: Side) => ({
      ...(await compare(bench, now, adSetCount, earlier)),
      ...(await disturb(now, adSetCount)),
    });
    return against === undefined ? all() : withSide(bench, against, adSetCount, all);
  });
}

function load(side: Pick<Side, 'delivery' | 'requestsFile'>, rate?: number): Promise<LoadReport> {
  return runLoad({
    port: side.delivery.port,
    ...(side.delivery.process.pid === undefined ? {} : { pid: side.delivery.process.pid }),
    connections: CONNECTIONS,
    durationMs: ROUND_MS,
    requestsFile: side.requestsFile,
    ...(rate === undefined ? {} : { rate }),
  });
}

async function whole(side: Side): Promise<LoadReport> {
  const report = await load(side);
  const { refused, broken } = report;
  if (refused + broken > 0) throw new Error(`${side.name}: ${refused} answers refused, ${broken} broken`);
  return report;
}

const middle = (reports: readonly LoadReport[], figure: (report: LoadReport) => number): number =>
  median(reports.map(figure));

async function compare(
  bench: Bench,
  now: Side,
  adSetCount: number,
  earlier: Side | undefined,
): Promise<Record<string, Figure>> {
  const bareSide = { delivery: bench.bare, requestsFile: now.requestsFile };
  const turns = { now: () => whole(now), bare: () => load(bareSide) };
  const fast =
    earlier === undefined
      ? await alternate(turns, ROUNDS)
      : await alternate({ ...turns, earlier: () => whole(earlier) }, ROUNDS);
  const { now: ours, bare: bares } = fast.kept;
  const barePerSecond = middle(bares, (report) => report.perSecond);
  const rate = middle(ours, (report) => report.perSecond) * LOAD_SHARE;
  const paced = await alternate({ now: () => load(now, rate), bare: () => load(bareSide, rate) }, ROUNDS);
  const ownP99 = middle(paced.kept.now, (report) => report.p99Ms);
  const bareP99 = middle(paced.kept.bare, (report) => report.p99Ms);
  const { filled, judged } = await fillRate(now.delivery);
  console.log(
    `${adSetCount} ad sets: ${Math.round(rate / LOAD_SHARE)}/s against ${Math.round(barePerSecond)}/s bare, ` +
      `p99 ${ownP99.toFixed(2)} against ${bareP99.toFixed(2)} ms, fill rate ${filled.toFixed(3)}, ${judged.toFixed(2)} judged a view, ` +
      `${fast.disturbed} and ${paced.disturbed} disturbed rounds measured again`,
  );
  return {
    [`share of bare, ${adSetCount} ad sets`]: withWait(
      atLeast(
        ratioOf(ours, bares, (report) => report.perSecond),
        TARGET_SHARE[adSetCount] ?? 1,
        'ratio',
        barePerSecond,
      ),
      ours,
    ),
    [`processor time of a request over bare, ${adSetCount} ad sets`]: withWait(
      atMost(
        ratioOf(ours, bares, (report) => report.cpuMicros),
        1 / (TARGET_SHARE[adSetCount] ?? 1),
        'ratio',
        middle(bares, (report) => report.cpuMicros),
      ),
      ours,
    ),
    ...(earlier === undefined ? {} : overEarlier(fast.kept, earlier.name, adSetCount)),
    [`p99 at 70 % load, ${adSetCount} ad sets`]: withWait(
      atMost(ownP99, 1.3 * bareP99, 'ms', bareP99),
      paced.kept.now,
    ),
    [`fill rate, ${adSetCount} ad sets`]: atLeast(filled, 0.5, 'ratio'),
    [`judged per decision, ${adSetCount} ad sets`]: atMost(judged, 1.3, '1'),
  };
}

function overEarlier(
  kept: Readonly<Partial<Record<string, readonly LoadReport[]>>>,
  name: string,
  adSetCount: number,
): Record<string, Figure> {
  const { now = [], earlier = [] } = kept;
  return {
    [`processor time of a request over ${name}, ${adSetCount} ad sets`]: atMost(
      ratioOf(now, earlier, (report) => report.cpuMicros),
      1,
      'ratio',
      middle(earlier, (report) => report.cpuMicros),
    ),
  };
}

/** The same load while ad sets change, in turn with none changing. */
async function disturb(side: Side, adSetCount: number): Promise<Record<string, Figure>> {
  if (adSetCount < 100_000) return {};
  const rate = (await load(side)).perSecond * LOAD_SHARE;
  const quiet: number[] = [];
  const changing: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push((await load(side, rate)).p99Ms);
    const stop = changeAdSets(side.pool, adSetCount);
    changing.push((await load(side, rate)).p99Ms);
    await stop();
  }
  const { still, moved } = await turnsOf(side, adSetCount, rate);
  console.log(`p99 quiet ${median(quiet).toFixed(2)} ms, changing ${median(changing).toFixed(2)} ms`);
  return {
    [`p99 while ${CHANGES_PER_SECOND} ad sets a second change`]: atMost(
      median(changing),
      1.3 * median(quiet),
      'ms',
      median(quiet),
    ),
    [`longest turn of the loop while ${CHANGES_PER_SECOND} ad sets a second change`]: atMost(
      median(moved),
      MAX_TURN_MS,
      'ms of a processor',
      median(still),
    ),
  };
}

/** Longest turns of the loop, in rounds of their own: whoever measures them keeps the loop from ever waiting. */
async function turnsOf(
  { stalls, ...side }: Side,
  adSetCount: number,
  rate: number,
): Promise<{ readonly still: readonly number[]; readonly moved: readonly number[] }> {
  const longest = async () => (await stalls.during(async () => void (await load(side, rate)))).ranMs;
  const still: number[] = [];
  const moved: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    still.push(await longest());
    const stop = changeAdSets(side.pool, adSetCount);
    moved.push(await longest());
    await stop();
  }
  return { still, moved };
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

async function fillRate(delivery: Child): Promise<{ readonly filled: number; readonly judged: number }> {
  const text = await (await fetch(`http://127.0.0.1:${delivery.port}/metrics`)).text();
  const figure = (name: string) =>
    Number(new RegExp(`^placard_delivery_${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  const filled = figure('filled_total');
  const views = filled + figure('unfilled_total');
  return { filled: filled / views, judged: figure('judged_total') / views };
}
