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
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** The parts of Playwright's JSON report that matter here. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
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
