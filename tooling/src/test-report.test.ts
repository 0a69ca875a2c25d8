import { expect, it } from 'vitest';
import {
  checkOutcome,
  elsewhere,
  lastLine,
  type PlaywrightReport,
  playwrightFailures,
  playwrightOutcome,
  refuseEmpty,
  total,
  type VitestReport,
  vitestFailures,
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
  const unloadable = [
    { name: 'a.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
  ];
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

it('tells at the end which tests failed, and why', () => {
  const assertion = (status: string, fullName: string) => ({
    status,
    fullName,
    failureMessages: status === 'failed' ? ['\u001b[31mexpected 1\u001b[39m\nto be 2'] : null,
  });
  const testResults = [
    {
      name: 'a.test.ts',
      status: 'failed',
      assertionResults: [assertion('passed', 'holds'), assertion('failed', 'breaks')],
    },
    { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', assertionResults: [assertion('passed', 'holds')] },
  ];
  expect(vitestFailures(vitest({ success: false, testResults }))).toEqual([
    'a.test.ts › breaks\n    expected 1\n    to be 2',
    'b.test.ts › (the file itself)\n    no such module',
  ]);
  expect(vitestFailures(undefined)).toEqual([]);

  const spec = (title: string, ok: boolean) => ({
    title,
    file: 'd.spec.ts',
    ok,
    tests: [{ results: [{ errors: ok ? [] : [{ message: 'x'.repeat(5_000) }] }] }],
  });
  const report: PlaywrightReport = {
    stats,
    errors: [{ message: 'the port was taken' }],
    suites: [{ specs: [spec('holds', true)], suites: [{ specs: [spec('breaks', false)] }] }],
  };
  const [first, second, ...others] = playwrightFailures(report);
  expect(first?.startsWith('d.spec.ts › breaks\n    xxx')).toBe(true);
  expect(first?.length).toBeLessThan(1_300);
  expect(second).toBe(' › (outside of a test)\n    the port was taken');
  expect(others).toEqual([]);
});

it('tells the last words of a part that failed though none of its tests did', () => {
  const rejected = vitestOutcome(vitest(), 1);
  const words = '\u001b[31mUnhandled Rejection\u001b[39m\nError: nobody asked\n';
  expect(elsewhere('units', rejected, [], words)).toEqual([
    'units › (outside of a test)\n    Unhandled Rejection\n    Error: nobody asked',
  ]);
  expect(elsewhere('units', rejected, ['a.test.ts › breaks'], words)).toEqual([]);
  expect(elsewhere('units', vitestOutcome(vitest(), 0), [], words)).toEqual([]);
});

it('tells where a test stood that ran out of time', () => {
  const errors = [{ message: 'Test timeout exceeded.' }, { message: 'page.evaluate: at pages.ts:85' }];
  const suites = [
    { specs: [{ title: 'hangs', file: 'e.spec.ts', ok: false, tests: [{ results: [{ errors }] }] }] },
  ];
  expect(playwrightFailures({ stats, errors: [], suites })).toEqual([
    'e.spec.ts › hangs\n    Test timeout exceeded.\n    page.evaluate: at pages.ts:85',
  ]);
});
