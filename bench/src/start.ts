import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runPlacard } from '@placard/tooling/running-placard';
import { startBare } from './load/children.ts';
import { processesOf } from './load/processes.ts';
import { atMost, type BenchResult, median, writeResult } from './result.ts';

const ROUNDS = 5;
const MAX_FIRST_START_S = 4;
const MAX_LATER_START_S = 1.5;
const MAX_IDLE_MB = 400;
const IDLE_MS = 10_000;

type Round = {
  readonly firstStartS: number;
  readonly laterStartS: number;
  readonly bareStartS: number;
  readonly idleMb: number;
  readonly bareIdleMb: number;
};

/**
 * From the command to everything taking requests: with an empty folder (the cluster is created, the schema applied)
 * and with the folder of an earlier start; in turn with a bare `node:http` server as a process of its own. Memory is
 * the proportional set of the whole process tree, so that what PostgreSQL's processes share counts once.
 */
export async function run(): Promise<BenchResult> {
  // Builds what is missing: that belongs to installing.
  await (await runPlacard()).stop();
  const rounds: Round[] = [];
  for (let number = 1; number <= ROUNDS; number += 1) {
    const round = await measure();
    const words = Object.entries(round).map(([name, value]) => `${name} ${value.toFixed(2)}`);
    console.log(`  round ${number}: ${words.join(', ')}`);
    rounds.push(round);
  }
  const middle = (pick: (round: Round) => number) => Number(median(rounds.map(pick)).toFixed(3));
  const bareStartS = middle((round) => round.bareStartS);
  const idleMb = middle((round) => round.idleMb);
  const bareIdleMb = middle((round) => round.bareIdleMb);
  return writeResult('start', ROUNDS, {
    firstStart: atMost(
      middle((round) => round.firstStartS),
      MAX_FIRST_START_S,
      's',
      bareStartS,
    ),
    laterStart: atMost(
      middle((round) => round.laterStartS),
      MAX_LATER_START_S,
      's',
      bareStartS,
    ),
    idleMemory: atMost(idleMb, MAX_IDLE_MB, 'MB', bareIdleMb),
  });
}

async function measure(): Promise<Round> {
  const dataDir = await mkdtemp(join(tmpdir(), 'placard-bench-start-'));
  try {
    const first = await runPlacard({ dataDir });
    await first.stop();
    const begin = performance.now();
    const bare = await startBare();
    const bareStartedInMs = performance.now() - begin;
    const later = await runPlacard({ dataDir });
    await pause(IDLE_MS);
    const idleMb = await proportionalMb(await processesOf(later));
    const bareIdleMb = await proportionalMb([bare.process.pid ?? 0]);
    await bare.stop();
    await later.stop();
    return {
      firstStartS: first.startedInMs / 1_000,
      laterStartS: later.startedInMs / 1_000,
      bareStartS: bareStartedInMs / 1_000,
      idleMb,
      bareIdleMb,
    };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function proportionalMb(pids: readonly number[]): Promise<number> {
  let kibibytes = 0;
  for (const pid of pids) {
    // A process may have ended since it was listed.
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    kibibytes += Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
  }
  return (kibibytes * 1_024) / 1_000_000;
}
