import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Analytics, openAnalytics } from '../../apps/server/src/analytics/open-analytics.ts';
import { runReport } from '../../apps/server/src/analytics/run-report.ts';
import { openMade } from './load/made-store.ts';
import {
  type LoaderSample,
  loadSample,
  MIN_LOADED_PER_CORE_SECOND,
  sampleQuestions,
} from './load/report-loader.ts';
import { type AskedQuestion, askedQuestions } from './load/report-questions.ts';
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
const CALLS = 2;
/** Facts that took longer are not asked in the later rounds: seconds are told apart by fewer. */
const PATIENCE_MS = 500;
const PATIENT_ROUNDS = 1;
const MAX_P95_MS = 100;
const MAX_GROWTH = 1.5;
const MAX_MEGABYTES_PER_MILLION = 25;
const DEFAULT_MILLIONS = [1, 10];

/**
 * Every question of the report screens over facts made inside ClickHouse: 1 and 10 million events, or those of
 * `--millions`. Kept are the p95 of each question at the largest number beside its median over the facts, how many times
 * the number before it takes (of medians), bytes of a million events and what the loader loads. The makers' way into the tables is held against the
 * loader's with a sample that settlement wrote: every question has the same answer after both.
 *
 * With `--facts FOLDER` stores stay there, and one that is there is asked as it is: a hundred million are made on a busy machine, and asked on a quiet one.
 */
export async function run({ millions = DEFAULT_MILLIONS, facts }: BenchOptions = {}): Promise<BenchResult> {
  const temporary = await mkdtemp(join(tmpdir(), 'placard-bench-reports-'));
  try {
    const figures: Record<string, Figure> = {};
    const eventsPerCoreSecond = await proveMakers(join(temporary, 'sample'));
    figures['events loaded per second of a core'] = atLeast(
      Math.round(eventsPerCoreSecond),
      MIN_LOADED_PER_CORE_SECOND,
      'events/s',
    );
    let before: ReadonlyMap<string, Times> | null = null;
    for (const [index, million] of millions.entries()) {
      const folder = join(facts ?? temporary, String(million));
      const { analytics, events, bytes } = await openMade(folder, million);
      try {
        const megabytes = Object.values(bytes).reduce((sum, one) => sum + one, 0) / events;
        console.log(`  ${million} million: ${events} events, ${megabytes.toFixed(1)} MB a million`, bytes);
        figures[`disk of a million events, ${million} million`] = atMost(
          rounded(megabytes),
          MAX_MEGABYTES_PER_MILLION,
          'MB',
        );
        const times = await measureAll(analytics);
        tell(times);
        if (index === millions.length - 1) keep(figures, times, before);
        before = times;
      } finally {
        await analytics.close();
      }
    }
    return await writeResult('reports', ROUNDS, figures);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** @returns events that the loader loads per second of a core. @throws where made facts answer otherwise than loaded ones. */
async function proveMakers(folder: string): Promise<number> {
  const analytics = await openAnalytics({ dataDir: folder });
  try {
    const sample = await loadSample(analytics);
    await proveSample(analytics, sample);
    return sample.eventsPerCoreSecond;
  } finally {
    await analytics.close();
  }
}

async function proveSample(analytics: Analytics, sample: LoaderSample): Promise<void> {
  const questions = sampleQuestions(sample);
  const ask = async () => {
    const answers: unknown[] = [];
    for (const { scope, query } of questions) answers.push(await runReport({ analytics }, scope, query));
    return answers;
  };
  const loaded = await ask();
  await sample.insertAsMade();
  const made = await ask();
  const different = questions.filter((_, index) => !isDeepStrictEqual(loaded[index], made[index]));
  if (different.length > 0) {
    throw new Error(`made facts answer otherwise: ${different.map(({ name }) => name).join(', ')}`);
  }
  console.log(`  ${questions.length} answers of a sample are the loader's`);
}

type Times = {
  readonly p95: number;
  readonly middle: number;
  /** Of the same question over the facts. */
  readonly factsMiddle: number;
  /** Medians of what all threads spent. */
  readonly cpuMs: number;
  readonly factsCpuMs: number;
};
type Took = { readonly ms: number; readonly cpuMs: number };

/** Each question in turn with itself over the facts. */
async function measureAll(analytics: Analytics): Promise<Map<string, Times>> {
  const all = new Map(askedQuestions().map((one) => [one, { own: [] as Took[], facts: [] as Took[] }]));
  const timed = async ({ scope, query }: AskedQuestion, onlyFacts: boolean) => {
    const begin = performance.now();
    const before = process.cpuUsage();
    await runReport({ analytics }, scope, { ...query, onlyFacts });
    const { user, system } = process.cpuUsage(before);
    return { ms: performance.now() - begin, cpuMs: (user + system) / 1_000 };
  };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [question, { own, facts }] of all) {
      const slow = Math.max(0, ...facts.map(({ ms }) => ms)) > PATIENCE_MS && round > PATIENT_ROUNDS;
      if (round === 0) await timed(question, false);
      else for (let call = 0; call < CALLS; call += 1) own.push(await timed(question, false));
      if (round > 0 && !slow) facts.push(await timed(question, true));
    }
  }
  return new Map([...all].map(([{ of, name }, { own, facts }]) => [`${of}: ${name}`, timesOf(own, facts)]));
}

function timesOf(own: readonly Took[], facts: readonly Took[]): Times {
  const sorted = own.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN,
    middle: median(sorted),
    factsMiddle: median(facts.map(({ ms }) => ms)),
    cpuMs: median(own.map(({ cpuMs }) => cpuMs)),
    factsCpuMs: median(facts.map(({ cpuMs }) => cpuMs)),
  };
}

function tell(times: ReadonlyMap<string, Times>): void {
  for (const [name, { p95, middle, factsMiddle, cpuMs, factsCpuMs }] of times) {
    const ms = (value: number) => value.toFixed(1);
    console.log(
      `    ${name}: median ${ms(middle)}, p95 ${ms(p95)} ms, over facts ${ms(factsMiddle)} ms; processor ${ms(cpuMs)}, over facts ${ms(factsCpuMs)} ms`,
    );
  }
}

function keep(
  figures: Record<string, Figure>,
  times: ReadonlyMap<string, Times>,
  before: ReadonlyMap<string, Times> | null,
): void {
  for (const [name, { p95, middle, factsMiddle, cpuMs, factsCpuMs }] of times) {
    figures[name] = atMost(rounded(p95), MAX_P95_MS, 'ms p95', rounded(factsMiddle));
    // Where facts are few, their rollups shall cost no more than they do.
    figures[`${name}: processor time`] = atMost(
      rounded(cpuMs),
      rounded(factsCpuMs),
      'ms, over the facts at most',
    );
    const smaller = before?.get(name)?.middle;
    if (smaller !== undefined) {
      figures[`${name}: growth`] = atMost(rounded(middle / smaller), MAX_GROWTH, '× (medians)');
    }
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
