import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type { Checkout } from './load/checkout.ts';

export type Figure = {
  readonly value: number;
  readonly unit: string;
  readonly target: number;
  /** What the same run measured of the thing it is compared with. */
  readonly yardstick?: number;
  /** What the same run measured of the commit that is compared with. */
  readonly earlier?: number;
  /** The share of the time for which what is measured was ready and had no processor, where that is known: of the rounds that count, the median. */
  readonly waitShare?: number;
  readonly met: boolean;
};

export type BenchOptions = {
  /** An earlier commit to measure in turn with this checkout. */
  readonly against?: Checkout;
  /** Sizes, in millions, that a bench over stored events measures one after the other. */
  readonly millions?: readonly number[];
  /** Where such a bench keeps its stores. */
  readonly facts?: string;
  /** How long a bench of a whole installation goes on. */
  readonly minutes?: number;
  /** Of the bench of fairness only what a bystander notices of a storm, which takes a few minutes; nothing is kept. */
  readonly storms?: boolean;
};

export type BenchResult = {
  readonly name: string;
  /** The commit that some of the figures compare with. */
  readonly against?: string;
  readonly machine: string;
  readonly rounds: number;
  /** Turns that were taken again, since others had the processors. */
  readonly disturbed?: number;
  /** The largest share of the processors that others had in a turn that counts. */
  readonly othersShare?: number;
  readonly figures: Readonly<Record<string, Figure>>;
};

/** A figure that may be at most its target. */
export function atMost(value: number, target: number, unit: string, yardstick?: number): Figure {
  return { value, unit, target, ...(yardstick === undefined ? {} : { yardstick }), met: value <= target };
}

/** A figure that is at least its target. */
export function atLeast(value: number, target: number, unit: string, yardstick?: number): Figure {
  return { value, unit, target, ...(yardstick === undefined ? {} : { yardstick }), met: value >= target };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** A result of this machine, not kept. */
export function resultOf(
  name: string,
  rounds: number,
  figures: BenchResult['figures'],
  against?: string,
): BenchResult {
  const [cpu] = cpus();
  const memoryGib = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memoryGib} GiB, Node ${process.version}`;
  return { name, ...(against === undefined ? {} : { against }), machine, rounds, figures };
}

/** Keeps the result in bench/results/NAME.json. */
export function writeResult(...result: Parameters<typeof resultOf>): Promise<BenchResult> {
  return keepResult(resultOf(...result));
}

export async function keepResult(kept: BenchResult): Promise<BenchResult> {
  const folder = new URL('../results/', import.meta.url);
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${kept.name}.json`, folder), `${JSON.stringify(kept, null, 2)}\n`);
  return kept;
}
