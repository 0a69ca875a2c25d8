import { expect, it } from 'vitest';
import { amongAsked } from './test-runner.ts';

it('a test file that noticed an earlier break says nothing of this one', () => {
  const files = ['/a.test.ts', '/b.test.ts', '/c.test.ts'].map((moduleId) => ({ moduleId }));
  expect(amongAsked(files, ['/b.test.ts'])).toEqual([{ moduleId: '/b.test.ts' }]);
  expect(amongAsked(files, [])).toEqual([]);
});
