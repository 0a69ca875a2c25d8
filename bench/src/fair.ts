import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPool } from '@placard/db/database';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { runPlacard } from '@placard/tooling/running-placard';
import { startSilent } from './load/children.ts';
import { type FairWorld, openFairWorld, PASSWORD } from './load/fair-world.ts';
import { measureStalls } from './load/largest-stalls.ts';
import { openStalls, probedEnvironment, type Stalls } from './load/stalls.ts';
import {
  duringStorm,
  duringStormElsewhere,
  openBystander,
  quietly,
  type Served,
  stormsOf,
} from './load/storms.ts';
import {
  atMost,
  type BenchOptions,
  type BenchResult,
  type Figure,
  median,
  resultOf,
  writeResult,
} from './result.ts';

const ROUNDS = 5;
/** A p95 of the sixty first calls is three of them: more rounds than of turns. */
const STORM_ROUNDS = 9;
const IDLE_MS = 5_000;
const MAX_STALL_MS = 50;
const MAX_RATIO = 2;

/**
 * What one account can take from all others: the event loop, by any operation of the contract at the largest input it
 * allows; and the answers of a bystander, while 200 calls of that account come at once.
 */
export async function run({ storms = false }: BenchOptions = {}): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-bench-'));
  const placard = await runPlacard({
    environment: {
      ...probedEnvironment(folder, '/main-api.ts'),
      PLACARD_OPERATOR_EMAIL: 'operator@example.com',
      PLACARD_OPERATOR_PASSWORD: PASSWORD,
      PLACARD_CALLS_PER_MINUTE: '0',
    },
  });
  const pool = createPool({
    url: runningClusterUrl(join(placard.dataDir, 'postgres')),
    name: 'placard-bench',
    max: 2,
  });
  try {
    const world = await openFairWorld({ url: placard.url, dataDir: placard.dataDir, pool });
    if (storms) return resultOf('fair', ROUNDS, await stormFigures(world));
    const stalls = await openStalls(folder);
    const figures = { ...(await stallFigures(world, stalls)), ...(await stormFigures(world)) };
    stalls.close();
    return await writeResult('fair', ROUNDS, figures);
  } finally {
    await pool.end();
    await placard.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What nobody asked for comes first: the worker shares the API's process. */
async function stallFigures(world: FairWorld, stalls: Stalls): Promise<Record<string, Figure>> {
  const idle: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { ranMs } = await stalls.during(async () => await pause(IDLE_MS));
    idle.push(ranMs);
  }
  console.log(`  nothing: ${median(idle).toFixed(1)} ms`);
  const { longest, first } = await measureStalls(world, stalls, ROUNDS);
  const turns = [['nothing', median(idle)], ['first calls', first], ...longest] as const;
  return Object.fromEntries(
    turns.map(([name, ms]) => [`${name}: longest turn`, atMost(Number(ms.toFixed(1)), MAX_STALL_MS, 'ms')]),
  );
}

type StormRound = { readonly quiet: Served; readonly storm: Served; readonly elsewhereP95Ms: number };

/** Quiet and storm in turn within each round, and the same storm at a server that is not Placard's. */
async function stormFigures(world: FairWorld): Promise<Record<string, Figure>> {
  const bystander = await openBystander(world);
  const silent = await startSilent();
  const figures: Record<string, Figure> = {};
  try {
    await quietly(world, bystander);
    for (const [name, order] of Object.entries(await stormsOf(world))) {
      const rounds: StormRound[] = [];
      const statuses: Record<string, number> = {};
      for (let round = 0; round < STORM_ROUNDS; round += 1) {
        const quiet = await quietly(world, bystander);
        const elsewhereP95Ms = await duringStormElsewhere(world, bystander, order, silent.port);
        const { served, storm } = await duringStorm(world, bystander, order);
        rounds.push({ quiet, storm: served, elsewhereP95Ms });
        for (const [status, count] of Object.entries(storm.statuses)) {
          statuses[status] = (statuses[status] ?? 0) + count;
        }
      }
      Object.assign(figures, figuresOf(`200 ${name}`, rounds));
      console.log(`  200 ${name}: answered ${JSON.stringify(statuses)}`);
    }
  } finally {
    await silent.stop();
  }
  return figures;
}

function figuresOf(name: string, rounds: readonly StormRound[]): Record<string, Figure> {
  const middle = (of: (round: StormRound) => number) => median(rounds.map(of));
  const times = (of: (round: StormRound) => number) => Number(middle(of).toFixed(2));
  const ms = (of: (round: StormRound) => number) => Number(middle(of).toFixed(1));
  const refused = rounds.reduce((sum, { quiet, storm }) => sum + quiet.refused + storm.refused, 0);
  const [quietMs, arrivalMs] = [ms(({ quiet }) => quiet.p95Ms), ms(({ elsewhereP95Ms }) => elsewhereP95Ms)];
  return {
    [`${name}: bystander's p95`]: atMost(
      times(({ quiet, storm }) => storm.p95Ms / quiet.p95Ms),
      MAX_RATIO,
      '× quiet',
      quietMs,
    ),
    [`${name}: bystander's p95 at their arrival`]: atMost(
      times(({ quiet, storm }) => storm.arrivalP95Ms / quiet.arrivalP95Ms),
      MAX_RATIO,
      '× quiet',
      quietMs,
    ),
    [`${name}: bystander's p95 at their arrival, as of one elsewhere`]: atMost(
      times(({ storm, elsewhereP95Ms }) => storm.arrivalP95Ms / elsewhereP95Ms),
      MAX_RATIO,
      '× a storm elsewhere',
      arrivalMs,
    ),
    [`${name}: bystander's document`]: atMost(
      times(({ quiet, storm }) => storm.documentMs / quiet.documentMs),
      MAX_RATIO,
      '× quiet',
    ),
    [`${name}: bystander refused`]: atMost(refused, 0, 'calls'),
  };
}
