import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPool } from '@placard/db/database';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import {
  askForReconciliation,
  brokenInvariants,
  isDrained,
  isReconciled,
  nothingCounted,
} from './faults/invariants.ts';
import { nothingSent } from './faults/traffic.ts';
import { startBare } from './load/children.ts';
import { visitDashboard } from './load/dashboard-visits.ts';
import { type Part, processorSeconds } from './load/processes.ts';
import type { VisitorOrder, VisitorReport } from './load/visitor-client.ts';
import { makeWholeWorld, type WholeWorld } from './load/whole-world.ts';
import { atLeast, atMost, type BenchOptions, type BenchResult, type Figure, writeResult } from './result.ts';

const CLIENT = fileURLToPath(new URL('./load/visitor-client.ts', import.meta.url));
const OPERATOR_EMAIL = 'operator@bench.example';
const PASSWORD = 'Whole-Network-1';

const MINUTES = 10;
const DECISIONS_PER_SECOND = 15_000;
const EVENTS_PER_SECOND = 20_000;
const MAX_DASHBOARD_MS = 100;
const CONNECTIONS = 64;
const WARM_MS = 10_000;
const MOST_MS = 20_000;
/** Of what goes at most: at the brim nobody runs a network. */
const HELD_SHARE = 0.7;
const DRAIN_MS = 120_000;

let seed = 0;

function runVisitors(order: Omit<VisitorOrder, 'seed' | 'connections'>): Promise<VisitorReport> {
  seed += 1;
  return new Promise((resolve, reject) => {
    const child = fork(CLIENT, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.once('message', (answer: { readonly report?: VisitorReport; readonly error?: string }) => {
      child.disconnect();
      if (answer.report === undefined) reject(new Error(answer.error));
      else resolve(answer.report);
    });
    child.send({ ...order, connections: CONNECTIONS, seed } satisfies VisitorOrder);
  });
}

/**
 * Everything at once on one machine, embedded engines and all: visitors who ask for ads and tell what they saw, settlement,
 * the loader of the reports, and three people at the dashboard. First as fast as answers come, in turn with the bare
 * server under the same visitors; then for minutes at 70 % of that (at most the promised rate), after which every
 * acknowledged event is looked for in the books.
 */
export async function run({ minutes = MINUTES }: BenchOptions = {}): Promise<BenchResult> {
  const placard = await runPlacard({
    environment: {
      PLACARD_OPERATOR_EMAIL: OPERATOR_EMAIL,
      PLACARD_OPERATOR_PASSWORD: PASSWORD,
      PLACARD_TRUSTED_PROXIES: '127.0.0.1,::1',
    },
  });
  const databaseUrl = runningClusterUrl(`${placard.dataDir}/postgres`);
  const pool = createPool({ url: databaseUrl, name: 'placard-bench', max: 2 });
  let world: WholeWorld;
  try {
    world = await makeWholeWorld(pool, OPERATOR_EMAIL);
  } finally {
    await pool.end();
  }
  try {
    return await measure(placard, databaseUrl, world, minutes);
  } finally {
    await placard.stop();
  }
}

async function measure(
  placard: RunningPlacard,
  databaseUrl: string,
  world: WholeWorld,
  minutes: number,
): Promise<BenchResult> {
  const port = Number(new URL(placard.deliveryUrl).port);
  const { widgets } = world;
  const warm = await runVisitors({ port, widgets, durationMs: WARM_MS, rate: 500 });
  const bare = await startBare();
  const bareMost = await runVisitors({ port: bare.port, widgets, durationMs: MOST_MS });
  await bare.stop();
  const most = await runVisitors({ port, widgets, durationMs: MOST_MS });
  const rate = Math.min(DECISIONS_PER_SECOND, (most.decisions / most.seconds) * HELD_SHARE);
  tell('as fast as answers come', most);
  const emails = {
    advertiser: world.advertiserEmail,
    publisher: world.publisherEmail,
    operator: OPERATOR_EMAIL,
  };
  const visits = await visitDashboard(placard.url, PASSWORD, emails);
  const pids = await placard.pids();
  const before = await processorSeconds(pids);
  const held = await runVisitors({ port, widgets, durationMs: minutes * 60_000, rate });
  const after = await processorSeconds(pids);
  const answers = await visits.end();
  tell(`held for ${minutes} minutes at ${Math.round(rate)} asked a second`, held);
  for (const part of Object.keys(after) as Part[])
    console.log(`  ${part}: ${((after[part] - before[part]) / held.seconds).toFixed(2)} of a processor`);
  console.log(`  the visitors themselves: ${held.ownProcessor.toFixed(2)} of a processor`);
  const drainedS = await drain(databaseUrl);
  const { lost, broken } = await hold(databaseUrl, [warm, most, held]);
  for (const line of broken) console.error(`  ${line}`);
  const figures: Record<string, Figure> = {
    'decisions a second, as fast as answers come': atLeast(
      Math.round(most.decisions / most.seconds),
      DECISIONS_PER_SECOND,
      '1/s',
      Math.round(bareMost.decisions / bareMost.seconds),
    ),
    'decisions a second, held': atLeast(
      Math.round(held.decisions / held.seconds),
      DECISIONS_PER_SECOND,
      '1/s',
    ),
    'events a second, held': atLeast(
      Math.round(held.acknowledgedInTime / held.seconds),
      EVENTS_PER_SECOND,
      '1/s',
    ),
    'calls refused or broken': atMost(held.refused + held.broken, 0, '1'),
    'acknowledged events lost': atMost(lost, 0, '1'),
    'invariants broken': atMost(broken.length, 0, '1'),
    'dashboard p95 meanwhile': atMost(percentile(answers, 0.95), MAX_DASHBOARD_MS, 'ms'),
    'books up to date after the last event': atMost(drainedS, 5, 's'),
  };
  return writeResult('whole', 1, figures);
}

function tell(what: string, { seconds, ...report }: VisitorReport): void {
  console.log(
    `${what}: ${Math.round(report.decisions / seconds)} decisions and ${Math.round(report.acknowledgedInTime / seconds)} events a second, ` +
      `${(report.ads / report.decisions).toFixed(3)} filled, p99 ${report.decisionP99Ms.toFixed(1)} and ${report.eventP99Ms.toFixed(1)} ms, ` +
      `${report.refused} refused, ${report.broken} broken`,
  );
}

function percentile(sorted: readonly number[], share: number): number {
  return Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN) * 10) / 10;
}

/** @returns seconds until everything was settled and in the reports */
async function drain(databaseUrl: string): Promise<number> {
  const began = performance.now();
  while (!(await isDrained(databaseUrl))) {
    if (performance.now() - began > DRAIN_MS)
      throw new Error('the books are not up to date after two minutes');
    await sleep(100);
  }
  return Math.round((performance.now() - began) / 100) / 10;
}

/** Holds the books against what was acknowledged: the faults' eight invariants. */
async function hold(
  databaseUrl: string,
  reports: readonly VisitorReport[],
): Promise<{ readonly lost: number; readonly broken: readonly string[] }> {
  const sum = (figure: (report: VisitorReport) => number) =>
    reports.reduce((total, report) => total + figure(report), 0);
  const sent = nothingSent();
  sent.events = sum(({ events }) => events);
  sent.acknowledged = sum(({ acknowledged }) => acknowledged);
  sent.sentDecisions.i = sum(({ impressions }) => impressions);
  sent.sentDecisions.v = sum(({ viewables }) => viewables);
  const reconciliationId = await askForReconciliation(databaseUrl, Date.now());
  const deadlineMs = performance.now() + DRAIN_MS;
  while (!(await isReconciled(databaseUrl, reconciliationId))) {
    if (performance.now() > deadlineMs)
      throw new Error('the books were not held against each other in two minutes');
    await sleep(200);
  }
  const counted = nothingCounted();
  const broken = await brokenInvariants({
    url: databaseUrl,
    reconciliationId,
    sent,
    counted,
    closedBefore: new Set(),
  });
  const filtered = Object.values(counted.filtered).reduce((total, each) => total + each, 0);
  const settled = counted.impressions + counted.viewables + counted.clicks + filtered;
  console.log(
    `  ${sent.acknowledged} events acknowledged, ${settled} settled or filtered (${JSON.stringify(counted.filtered)})`,
  );
  return {
    lost: Math.max(0, sent.acknowledged - settled),
    broken: broken.map(({ invariant, detail }) => `${invariant}: ${detail}`),
  };
}
