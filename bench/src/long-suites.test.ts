import { expect, it } from 'vitest';
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
