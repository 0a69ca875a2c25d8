import { expect, it } from 'vitest';
import { amongAsked, tookTooLong } from './test-runner.ts';

it('a test file that noticed an earlier break says nothing of this one', () => {
  const files = ['/a.test.ts', '/b.test.ts', '/c.test.ts'].map((moduleId) => ({ moduleId }));
  expect(amongAsked(files, ['/b.test.ts'])).toEqual([{ moduleId: '/b.test.ts' }]);
  expect(amongAsked(files, [])).toEqual([]);
});

it('a test that took too long is another matter than one that failed', () => {
  expect(tookTooLong('books: counts: Test timed out in 20000ms.\nIf this is a long-running test')).toBe(true);
  expect(tookTooLong('Hook timed out in 60000ms.')).toBe(true);
  expect(tookTooLong('expected 1 to be 2')).toBe(false);
  expect(tookTooLong(undefined)).toBe(false);
});
