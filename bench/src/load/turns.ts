import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BenchResult, type Figure, resultOf } from '../result.ts';
import { type Checkout, ensureBuilt, NOW } from './checkout.ts';
import { LARGEST_WAIT_SHARE } from './rounds.ts';

const TRIES_A_TURN = 3;
const TICK_MS = 10;

/** Processor time so far, in milliseconds: of all that this machine did, and of this program with what it started and saw ending. */
export type Spent = { readonly machineMs: number; readonly ownMs: number; readonly atMs: number };

/** One run of a bench by each checkout, one right after the other. */
export type Turn = {
  readonly now: BenchResult;
  readonly earlier: BenchResult;
  /** The larger of both runs': how much of the processors somebody else had meanwhile. */
  readonly othersShare: number;
};

type Order = {
  readonly name: string;
  readonly against: Checkout;
  /** As `npm run bench` takes them. @param checkout whose turn it is: stores of two commits are not the same */
  readonly options: (checkout: Checkout) => readonly string[];
  readonly turns: number;
};

/**
 * Measures this checkout and an earlier commit by the bench that each of them has, in turn. Which comes first changes with each
 * turn, as what a machine did before may help or hinder. A turn in which others had more than a twentieth of the
 * processors is taken again, at most three times as many in all; then the quietest count, and the result says how many were thrown away.
 */
export async function runInTurns({ name, against, options, turns }: Order): Promise<BenchResult> {
  for (const checkout of [NOW, against]) await ensureBuilt(checkout);
  const taken: Turn[] = [];
  const quiet = () => taken.filter(({ othersShare }) => othersShare <= LARGEST_WAIT_SHARE).length;
  while (quiet() < turns && taken.length < turns * TRIES_A_TURN) {
    const order = taken.length % 2 === 0 ? [NOW, against] : [against, NOW];
    const results = new Map<Checkout, BenchResult>();
    let othersShare = 0;
    for (const checkout of order) {
      console.log(`\n${name}, turn ${taken.length + 1}: ${checkout.name}`);
      const before = spentSoFar();
      results.set(checkout, await oneRun(checkout, name, options(checkout)));
      othersShare = Math.max(othersShare, shareOfOthers(before, spentSoFar()));
    }
    console.log(`  others had ${(othersShare * 100).toFixed(1)} % of the processors`);
    taken.push({
      now: results.get(NOW) as BenchResult,
      earlier: results.get(against) as BenchResult,
      othersShare,
    });
  }
  return inOne(name, against.name, taken, turns);
}

/** Keeps the quietest turns: of each figure the median, beside the median of the earlier commit's. */
export function inOne(name: string, against: string, taken: readonly Turn[], turns: number): BenchResult {
  const kept = taken.toSorted((a, b) => a.othersShare - b.othersShare).slice(0, turns);
  const figures: Record<string, Figure> = {};
  for (const key of Object.keys(kept[0]?.now.figures ?? {})) {
    const own = middle(kept.map(({ now }) => now.figures[key]));
    const earlier = middle(kept.map((turn) => turn.earlier.figures[key]));
    if (own !== undefined)
      figures[key] = { ...own, ...(earlier === undefined ? {} : { earlier: earlier.value }) };
  }
  return {
    ...resultOf(name, turns, figures, against),
    disturbed: taken.length - kept.length,
    othersShare: Math.max(...kept.map((turn) => turn.othersShare)),
  };
}

/** The figure with the median value, of an even number the lower one. @returns undefined where a turn has none */
function middle(figures: readonly (Figure | undefined)[]): Figure | undefined {
  const there = figures.filter((figure) => figure !== undefined);
  if (there.length < figures.length) return undefined;
  return there.toSorted((a, b) => a.value - b.value)[(there.length - 1) >> 1];
}

/** Of the processors' time between two moments, the share that neither this program's children had nor nobody. */
export function shareOfOthers(before: Spent, after: Spent, processors = processorCount()): number {
  const others = after.machineMs - before.machineMs - (after.ownMs - before.ownMs);
  return Math.max(0, others / ((after.atMs - before.atMs) * processors));
}

/** The machine's time counts what its hypervisor gave to others as well, as somebody else had it. */
function spentSoFar(): Spent {
  const lines = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = ticksOf(lines[0] ?? '');
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // Behind the command's name: utime, stime, and those of children that have ended.
  const own = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0);
  return {
    machineMs: (user + nice + system + irq + softirq + steal) * TICK_MS,
    ownMs: own * TICK_MS,
    atMs: performance.now(),
  };
}

function ticksOf(line: string): number[] {
  return line.trim().split(/\s+/).slice(1).map(Number);
}

function processorCount(): number {
  return readFileSync('/proc/stat', 'utf8').match(/^cpu\d/gm)?.length ?? 1;
}

async function oneRun(checkout: Checkout, name: string, options: readonly string[]): Promise<BenchResult> {
  const file = join(checkout.root, 'bench/results', `${name}.json`);
  const before = await readFile(file, 'utf8').catch(() => null);
  // So that what is there afterwards is of this run.
  await rm(file, { force: true });
  const code = await new Promise<number | null>((resolve, reject) => {
    const program = join(checkout.root, 'bench/src/main.ts');
    const child = spawn(process.execPath, [program, name, ...options], {
      cwd: checkout.root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', resolve);
  });
  const kept = await readFile(file, 'utf8').catch(() => null);
  if (before !== null) await writeFile(file, before);
  if (code === 0 && kept !== null) return JSON.parse(kept) as BenchResult;
  const fault = code === 0 ? 'keeps no result with these options' : `ended with code ${code}`;
  throw new Error(`bench ${name} of ${checkout.name} ${fault}`);
}
