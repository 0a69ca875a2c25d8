import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callOrEnd, endAsWrongCall, unknownName } from '@placard/db/process/command-call';
import { findMutants, type Mutant } from './find-mutants.ts';
import { NEVER_BROKEN, PLACES, type Place } from './places.ts';
import { readReasons, reasonsFor } from './reasons.ts';
import {
  type FileResult,
  hashOf,
  isCaught,
  type Left,
  leftOf,
  type PlaceResult,
  readResult,
  stillTrue,
  type Verdict,
  writeResult,
} from './results.ts';
import { EndlessError, RunnerClient } from './runner-client.ts';
import type { Coverage } from './test-runner.ts';

/**
 * `npm run mutate -- PLACE [--file PART] [--kind PART] [--sample N] [--seed TEXT] [--runners N] [--fresh]`: breaks each rule of a place by itself and
 * sees whether a test notices. What still holds from the last run is not done again; what nobody notices is said at once.
 */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const PROMISED_SHARE = 0.85;
/** Of the longest a break's tests took when nothing was broken. */
const TIMES_AS_LONG = 5;
const AT_LEAST_MS = 40_000;

type Job = { readonly file: string; readonly index: number; readonly mutant: Mutant };

function sourcesOf(place: Place): string[] {
  const never = [
    ...NEVER_BROKEN,
    ...place.sources.flatMap((glob) => (glob.startsWith('!') ? [glob.slice(1)] : [])),
  ];
  return globSync(
    place.sources.filter((glob) => !glob.startsWith('!')),
    { cwd: ROOT },
  )
    .filter((file) => !never.some((glob) => matchesGlob(file, glob)))
    .filter(
      (file) => place.testedBeside !== true || existsSync(join(ROOT, file.replace(/\.tsx?$/, '.test$&'))),
    )
    .sort();
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Test files that run the break, the quickest first. */
function testsFor(coverage: Coverage, { file, mutant }: Job): Coverage {
  return coverage
    .filter((entry) => entry.noted.includes(`${file}:${mutant.within}`))
    .sort((a, b) => a.ms - b.ms);
}

/** A break that is none. */
const NOTHING: Mutant = { kind: 'nothing', line: 1, start: 0, end: 0, was: '', becomes: '', within: -1 };

async function verdictOf(runner: RunnerClient, job: Job, coverage: Coverage): Promise<Verdict | string> {
  const running = testsFor(coverage, job);
  if (running.length === 0) return 'unrun';
  const limitMs = Math.max(AT_LEAST_MS, TIMES_AS_LONG * running.reduce((sum, { ms }) => sum + ms, 0));
  const tests = running.map(({ test }) => test);
  try {
    return await askOf(runner, { file: job.file, mutant: job.mutant, tests }, limitMs);
  } catch (cause) {
    if (!(cause instanceof EndlessError)) throw cause;
  }
  // Endless only where the same tests end in that time while nothing is broken.
  try {
    const unbroken = await askOf(runner, { file: job.file, mutant: NOTHING, tests }, limitMs);
    return unbroken === 'unnoticed' ? 'endless' : 'untried';
  } catch (cause) {
    if (cause instanceof EndlessError) return 'untried';
    throw cause;
  }
}

async function askOf(
  runner: RunnerClient,
  asked: { readonly file: string; readonly mutant: Mutant; readonly tests: readonly string[] },
  limitMs: number,
): Promise<Verdict | string> {
  const answer = await runner.ask({ kind: 'mutant', ...asked }, limitMs);
  if (answer.kind === 'too busy') return 'untried';
  if (answer.kind !== 'mutant') throw new Error(`the runner answered ${answer.kind}`);
  return answer.caughtBy ?? 'unnoticed';
}

/** Which of the untried are tried now: all, or a sample that is the same each time for the same breaks and seed. */
function chosen(jobs: Job[], sample: number | undefined, seed: string): Job[] {
  if (sample === undefined) return jobs;
  const rank = (job: Job) => hashOf(`${seed}${job.file}:${job.mutant.line}:${job.mutant.kind}:${job.index}`);
  return jobs
    .map((job) => ({ job, rank: rank(job) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, sample)
    .map(({ job }) => job)
    .sort((a, b) => (a.file === b.file ? a.index - b.index : a.file < b.file ? -1 : 1));
}

async function coverageOf(name: string, sources: readonly string[]): Promise<Coverage> {
  const runner = new RunnerClient(name, 'notes');
  try {
    const answer = await runner.ask({ kind: 'coverage', sources }, 900_000);
    if (answer.kind !== 'coverage') throw new Error(`the runner answered ${answer.kind}`);
    return answer.coverage;
  } finally {
    await runner.end();
  }
}

/**
 * A test that fails by itself where it runs beside others would seem to catch everything, and so would one that goes on
 * failing after a break is mended. @throws Error that names it
 */
async function seeThatNothingFailsUnbroken(
  name: string,
  sources: readonly string[],
  coverage: Coverage,
): Promise<void> {
  const broken = sources.find((file) => coverage.some(({ noted }) => noted.includes(`${file}:-1`)));
  if (broken === undefined) throw new Error(`no test loads any file of ${name}`);
  const runner = new RunnerClient(name, 'mutants');
  try {
    const caughtBy = async (of: Mutant, tests: readonly string[]) => {
      const answer = await runner.ask({ kind: 'mutant', file: broken, mutant: of, tests }, 900_000);
      if (answer.kind === 'too busy') throw new Error(`the machine is too busy: ${answer.message}`);
      if (answer.kind !== 'mutant') throw new Error(`the runner answered ${answer.kind}`);
      return answer.caughtBy;
    };
    const loading = testsFor(coverage, { file: broken, index: 0, mutant: NOTHING }).map(({ test }) => test);
    const thrown = await caughtBy({ ...NOTHING, becomes: 'throw new Error("broken");' }, loading.slice(0, 1));
    if (thrown === null) throw new Error(`${loading[0]} does not notice that ${broken} cannot be loaded`);
    const failing = await caughtBy(
      NOTHING,
      coverage.map(({ test }) => test),
    );
    if (failing !== null) throw new Error(`${failing} fails though nothing is broken`);
  } finally {
    await runner.end();
  }
}

type Options = {
  readonly part?: string;
  readonly kind?: string;
  readonly sample?: number;
  readonly seed: string;
  readonly runners: number;
  readonly fresh: boolean;
};

async function breakAll(name: string, place: Place, options: Options): Promise<PlaceResult> {
  const path = join(ROOT, 'tooling/mutants', `${name}.json`);
  const before = options.fresh ? undefined : readResult(path);
  const sources = sourcesOf(place);
  const coverage = await coverageOf(name, sources);
  const testTexts = new Map(coverage.map(({ test }) => [test, hashOf(textOf(test))]));
  const reasons = readReasons();
  const files = sources.map((file) => {
    const text = textOf(file);
    const { mutants } = findMutants(file, text);
    return {
      file,
      mutants,
      text: hashOf(text),
      reasons: reasonsFor(reasons, file, text, mutants),
      verdicts: stillTrue(before, file, hashOf(text), mutants.length, testTexts),
    };
  });
  const untried = files.flatMap(({ file, mutants, verdicts }) =>
    options.part !== undefined && !file.includes(options.part)
      ? []
      : mutants.flatMap((mutant, index) =>
          verdicts[index] === 'untried' && mutant.kind.includes(options.kind ?? '')
            ? [{ file, index, mutant }]
            : [],
        ),
  );
  const queue = chosen(untried, options.sample, options.seed);
  const verdictsOf = new Map(files.map(({ file, verdicts }) => [file, verdicts]));
  const catchers = [...testTexts]
    .map(([test, text]) => ({ test, text }))
    .sort((a, b) => (a.test < b.test ? -1 : 1));
  const indexOf = new Map(catchers.map(({ test }, index) => [test, index]));
  const result = (): PlaceResult => {
    const done: Record<string, FileResult> = {};
    for (const { file, mutants, text, verdicts, reasons } of files) {
      if (mutants.length === 0) continue;
      const numbered = verdicts.map(
        (verdict): Verdict =>
          typeof verdict === 'string' ? (indexOf.get(verdict) ?? (verdict as Verdict)) : verdict,
      );
      done[file] = { text, verdicts: numbered, left: leftOf(mutants, numbered, reasons) };
    }
    const all = Object.values(done).flatMap(({ verdicts }) =>
      verdicts.filter((verdict) => verdict !== 'untried'),
    );
    return { place: name, tried: all.length, caught: all.filter(isCaught).length, catchers, files: done };
  };
  await seeThatNothingFailsUnbroken(name, sources, coverage);
  console.log(`${name}: ${queue.length} of ${untried.length} breaks to try`);
  let doneCount = 0;
  const work = async () => {
    const runner = new RunnerClient(name, 'mutants');
    try {
      for (let job = queue.shift(); job !== undefined; job = queue.shift()) {
        const verdict = await verdictOf(runner, job, coverage);
        const verdicts = verdictsOf.get(job.file);
        if (verdicts !== undefined) verdicts[job.index] = verdict;
        doneCount += 1;
        if (verdict === 'unnoticed' || verdict === 'unrun')
          console.log(`${doneCount}. ${saidOf(job, verdict)}`);
        if (doneCount % 20 === 0) writeResult(path, result());
      }
    } finally {
      await runner.end();
    }
  };
  await Promise.all(Array.from({ length: options.runners }, work));
  const whole = result();
  writeResult(path, whole);
  return whole;
}

function saidOf(
  { file, mutant }: Pick<Job, 'file'> & { mutant: Omit<Left, 'reason'> },
  verdict: string,
): string {
  return `${file}:${mutant.line} ${verdict}: ${mutant.kind}: ${mutant.was} => ${mutant.becomes}`;
}

/** Names what nobody noticed and has no reason. @returns how many have one */
function listLeft(files: PlaceResult['files']): number {
  let reasoned = 0;
  for (const [file, { left }] of Object.entries(files)) {
    for (const mutant of left) {
      if (mutant.reason !== undefined) reasoned += 1;
      else console.log(saidOf({ file, mutant }, mutant.unrun ? 'unrun' : 'unnoticed'));
    }
  }
  return reasoned;
}

const HELP = `npm run mutate -- PLACE… [--file PART] [--kind PART] [--sample N] [--seed TEXT] [--runners N] [--fresh]

  PLACE      ${Object.keys(PLACES).join(', ')}
  --file     only files whose path has this in it
  --kind     only breaks of this kind
  --sample   so many of those that were not tried yet, drawn by --seed
  --runners  how many are tried at once (2)
  --fresh    tries anew what was tried before
`;

/** @throws never: ends the program where it is no number that can be */
function wholeFromOne(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) endAsWrongCall(`${option} is a whole number from 1 on.`, HELP);
  return number;
}

const { values, words: names } = callOrEnd({
  help: HELP,
  words: Number.POSITIVE_INFINITY,
  options: {
    file: { type: 'string' },
    kind: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '' },
    runners: { type: 'string', default: '2' },
    fresh: { type: 'boolean', default: false },
  },
});
if (names.length === 0) endAsWrongCall('Which place?', HELP);
for (const name of names) {
  if (!Object.hasOwn(PLACES, name))
    endAsWrongCall(unknownName(`There is no place called ${name}`, name, Object.keys(PLACES)), HELP);
}
const runners = wholeFromOne('--runners', values.runners);
const sample = values.sample === undefined ? {} : { sample: wholeFromOne('--sample', values.sample) };
for (const name of names) {
  const place = PLACES[name];
  if (place === undefined) continue;
  const { tried, caught, files } = await breakAll(name, place, {
    ...(values.file === undefined ? {} : { part: values.file }),
    ...(values.kind === undefined ? {} : { kind: values.kind }),
    ...sample,
    seed: values.seed,
    runners,
    fresh: values.fresh,
  });
  const share = tried === 0 ? 1 : caught / tried;
  const reasoned = listLeft(files);
  console.log(
    `${name}: ${caught} of ${tried} caught, ${(share * 100).toFixed(1)} %; ${reasoned} of the others have a reason`,
  );
  if (share < PROMISED_SHARE) process.exitCode = 1;
}
