import { expect, it } from 'vitest';
import {
  checkOutcome,
  lastLine,
  playwrightOutcome,
  refuseEmpty,
  total,
  type VitestReport,
  vitestOutcome,
} from './test-report.ts';

const vitest = (changes: Partial<VitestReport> = {}): VitestReport => ({
  success: true,
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [],
  ...changes,
});
const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 2 };

it('counts the tests of both runners', () => {
  expect(vitestOutcome(vitest(), 0)).toEqual({ passed: 5, failed: 0, skipped: 1 });
  expect(playwrightOutcome({ stats, errors: [] }, 0)).toEqual({ passed: 3, failed: 0, skipped: 2 });
});

it('counts what fails outside of a test', () => {
  const unloadable = [{ status: 'failed', assertionResults: [] }];
  expect(vitestOutcome(vitest({ success: false, testResults: unloadable }), 1).failed).toBe(1);
  expect(vitestOutcome(vitest({ success: false }), 1).failed).toBe(1);
  expect(vitestOutcome(undefined, 1).failed).toBe(1);
  expect(playwrightOutcome({ stats, errors: [{}] }, 1).failed).toBe(1);
  expect(playwrightOutcome({ stats, errors: [] }, 1).failed).toBe(1);
  expect(playwrightOutcome(undefined, 1).failed).toBe(1);
  expect(checkOutcome(2)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it('counts a test that passes only now and then as failed', () => {
  expect(playwrightOutcome({ stats: { ...stats, flaky: 1 }, errors: [] }, 0).failed).toBe(1);
});

it('does not take finding no tests for a success', () => {
  expect(refuseEmpty(vitestOutcome(vitest({ numPassedTests: 0 }), 0)).failed).toBe(1);
});

it('sums up in one line', () => {
  expect(
    lastLine(total([checkOutcome(0), vitestOutcome(vitest({ numFailedTests: 2, success: false }), 1)])),
  ).toBe('6 passed, 2 failed');
});
