/** What one part of `npm test` came to. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const NOTHING: Outcome = { passed: 0, failed: 0, skipped: 0 };

/** The parts of vitest's JSON report that matter here. */
export interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly ok: boolean;
    readonly tests: readonly {
      readonly results: readonly {
        /** The first is the fault; where a test ran out of time, the second tells where it stood. */
        readonly errors: readonly { readonly message?: string }[];
      }[];
    }[];
  }[];
}

/** The parts of Playwright's JSON report that matter here. */
export interface PlaywrightReport {
  readonly suites?: readonly PlaywrightSuite[];
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly { readonly message?: string }[];
}

/**
 * A file that could not be loaded has no tests that could fail; it counts as one failure. So does a run that failed
 * although no test did (an unhandled rejection), and one without any report.
 */
export function vitestOutcome(report: VitestReport | undefined, exitCode: number): Outcome {
  if (report === undefined) return { ...NOTHING, failed: 1 };
  const unloadable = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloadable.length;
  const elsewhere = failed === 0 && (exitCode !== 0 || !report.success) ? 1 : 0;
  return {
    passed: report.numPassedTests,
    failed: failed + elsewhere,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function playwrightOutcome(report: PlaywrightReport | undefined, exitCode: number): Outcome {
  if (report === undefined) return { ...NOTHING, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky + report.errors.length;
  return { passed: expected, failed: failed + (failed === 0 && exitCode !== 0 ? 1 : 0), skipped };
}

/** What of a failure is told again at the end: enough to see which rule broke, in whatever is left of a long output. */
const MESSAGE_LENGTH = 1_200;

// Colours are for the terminal that the message was first written to.
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

function failure(file: string, name: string, messages: readonly (string | undefined)[]): string {
  const told = messages
    .filter((message) => message !== undefined && message !== '')
    .join('\n')
    .replace(COLOUR, '');
  const text = told.length > MESSAGE_LENGTH ? `${told.slice(0, MESSAGE_LENGTH)} …` : told;
  return `${file} › ${name}\n${text.replace(/^/gm, '    ')}`;
}

/** One text for each test that failed: its file, its name and what it said. */
export function vitestFailures(report: VitestReport | undefined): string[] {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failure(file.name, fullName, failureMessages ?? []));
    return failed.length === 0 && file.status === 'failed'
      ? [failure(file.name, '(the file itself)', [file.message])]
      : failed;
  });
}

/** As {@link vitestFailures}, for the browser's tests. */
export function playwrightFailures(report: PlaywrightReport | undefined): string[] {
  const ofSuite = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) =>
        failure(
          file,
          title,
          tests.flatMap(({ results }) =>
            results.flatMap(({ errors }) => errors.map(({ message }) => message)),
          ),
        ),
      ),
    ...suites.flatMap(ofSuite),
  ];
  const elsewhere = (report?.errors ?? []).map(({ message }) =>
    failure('', '(outside of a test)', [message]),
  );
  return [...(report?.suites ?? []).flatMap(ofSuite), ...elsewhere];
}

/** How much of a program's last words is kept for {@link elsewhere}, in characters. */
export const TAIL_LENGTH = 4_000;

/**
 * A part that failed though none of its tests did (a rejection that nobody handled, a set-up that could not be ended, the
 * compiler) told it only in what it printed, of which the end of a long output keeps nothing.
 * @param told the failures of its tests
 * @returns its last words, or nothing where its tests have told it
 */
export function elsewhere(part: string, outcome: Outcome, told: readonly string[], tail: string): string[] {
  if (outcome.failed === 0 || told.length > 0) return [];
  const words = tail.replace(COLOUR, '').trim();
  return [`${part} › (outside of a test)\n${words.slice(-TAIL_LENGTH).replace(/^/gm, '    ')}`];
}

/** A check without tests of its own, such as the compiler, counts as one. */
export function checkOutcome(exitCode: number): Outcome {
  return exitCode === 0 ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

/** Tests that find nothing to test are a fault, not a success. */
export function refuseEmpty(outcome: Outcome): Outcome {
  return outcome.passed + outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

export function total(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce(
    (sum, each) => ({
      passed: sum.passed + each.passed,
      failed: sum.failed + each.failed,
      skipped: sum.skipped + each.skipped,
    }),
    NOTHING,
  );
}

/** The last line of `npm test`. */
export function lastLine({ passed, failed }: Outcome): string {
  return `${passed} passed, ${failed} failed`;
}
