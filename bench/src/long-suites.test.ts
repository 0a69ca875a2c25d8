import { expect, it } from 'vitest';
import { smallerBy } from './config.ts';
import { closingLine, withEnd } from './long-suites.ts';

const end = { passed: 3, failed: 1, seconds: 40, machine: 'two cores' };

it('a long suite ends with its counts', () => {
  expect(closingLine('bench/src/a.long.test.ts', end)).toBe(
    'bench/src/a.long.test.ts: 3 passed, 1 failed, 40 s',
  );
});

it('what other suites came to is kept, and the last run of each', () => {
  const kept = withEnd({ b: end, c: end }, 'a', end);
  expect(Object.keys(kept)).toEqual(['a', 'b', 'c']);
  expect(withEnd(kept, 'b', { ...end, failed: 0 })).toEqual({ ...kept, b: { ...end, failed: 0 } });
});

it('a whole run stays kept where tests were left out or made smaller, and one in part where there was none', () => {
  const { leftOut, by } = { leftOut: { ...end, leftOut: 2 }, by: { ...end, by: ['PLACARD_FAULT_ROUNDS'] } };
  for (const part of [leftOut, by]) {
    expect(withEnd({ a: end }, 'a', part)).toEqual({ a: end });
    expect(withEnd({}, 'a', part)).toEqual({ a: part });
    expect(withEnd({ a: part }, 'a', end)).toEqual({ a: end });
  }
  expect(closingLine('a', leftOut)).toBe('a: 3 passed, 1 failed, 2 left out, 40 s');
  expect(closingLine('a', by)).toBe('a: 3 passed, 1 failed, by PLACARD_FAULT_ROUNDS, 40 s');
  // Another seed makes it no smaller.
  const named = {
    PLACARD_FAULT_SEED: '1',
    PLACARD_FAULT_ROUNDS: '1',
    PLACARD_UPGRADE_KILLS: '1',
    PLACARD_URL: 'x',
  };
  expect(smallerBy(named)).toEqual(['PLACARD_FAULT_ROUNDS', 'PLACARD_UPGRADE_KILLS']);
});
