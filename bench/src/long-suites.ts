import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TestModule } from 'vitest/node';
import { resultOf } from './result.ts';

/** How a long suite ended. */
export type SuiteEnd = {
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  readonly machine: string;
};
type Ends = Readonly<Record<string, SuiteEnd>>;

const FOLDER = new URL('../results/', import.meta.url);
const FILE = fileURLToPath(new URL('long-suites.json', FOLDER));

export function closingLine(suite: string, { passed, failed, seconds }: SuiteEnd): string {
  return `${suite}: ${passed} passed, ${failed} failed, ${seconds} s`;
}

/** What was kept of other suites stays; a suite that ran again takes the place of its last run. */
export function withEnd(kept: Ends, suite: string, end: SuiteEnd): Ends {
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
    const end = {
      passed: count('passed'),
      failed: count('failed') + around,
      seconds: Math.round(module.diagnostic().duration / 1_000),
      machine: resultOf('', 0, {}).machine,
    };
    process.stdout.write(`\n${closingLine(module.relativeModuleId, end)}\n`);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(FILE, `${JSON.stringify(withEnd(readKept(), module.relativeModuleId, end), null, 2)}\n`);
  }
}
