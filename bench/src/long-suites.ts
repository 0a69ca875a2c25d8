import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestModule } from 'vitest/node';
import { smallerBy } from './config.ts';
import { resultOf } from './result.ts';

/** How a long suite ended. */
export type SuiteEnd = {
  readonly passed: number;
  readonly failed: number;
  /** Tests that were not run; only where there are any. */
  readonly leftOut?: number;
  /** What made it a smaller run than it is by itself. */
  readonly by?: readonly string[];
  readonly seconds: number;
  readonly machine: string;
};
type Ends = Readonly<Record<string, SuiteEnd>>;

const FOLDER = new URL('../results/', import.meta.url);
const FILE = fileURLToPath(new URL('long-suites.json', FOLDER));

export function isWhole({ leftOut = 0, by = [] }: SuiteEnd): boolean {
  return leftOut === 0 && by.length === 0;
}

export function closingLine(
  suite: string,
  { passed, failed, leftOut = 0, by = [], seconds }: SuiteEnd,
): string {
  const less = [...(leftOut > 0 ? [`${leftOut} left out`] : []), ...by.map((name) => `by ${name}`)];
  return `${[`${suite}: ${passed} passed`, `${failed} failed`, ...less].join(', ')}, ${seconds} s`;
}

/** What was kept of other suites stays, and so does a whole run of this one where it ran in part; else this one takes its place. */
export function withEnd(kept: Ends, suite: string, end: SuiteEnd): Ends {
  const before = kept[suite];
  if (before !== undefined && isWhole(before) && !isWhole(end)) return kept;
  return Object.fromEntries(
    Object.entries({ ...kept, [suite]: end }).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function readKept(): Ends {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Ends;
  } catch {
    return {};
  }
}

/** Vitest's reporter of `npm run test:long`: each suite prints a closing line with its counts, and bench/results/long-suites.json keeps them. */
export default class LongSuites {
  onTestModuleEnd(module: TestModule): void {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    const count = (state: string) => states.filter((each) => each === state).length;
    // What fails around the tests, such as a hook or an import, is a failure of the suite.
    const around = module.state() === 'failed' && count('failed') === 0 ? 1 : 0;
    const [leftOut, by] = [count('skipped'), smallerBy()];
    const end = {
      passed: count('passed'),
      failed: count('failed') + around,
      ...(leftOut > 0 ? { leftOut } : {}),
      ...(by.length > 0 ? { by } : {}),
      seconds: Math.round(module.diagnostic().duration / 1_000),
      machine: resultOf('', 0, {}).machine,
    };
    const kept = readKept();
    const now = withEnd(kept, module.relativeModuleId, end);
    const stays = now === kept ? ' (its last whole run stays kept)' : '';
    process.stdout.write(`\n${closingLine(module.relativeModuleId, end)}${stays}\n`);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
  }
}
