import { expect, it } from 'vitest';
import { chosenOf } from './use-zoom.ts';

it('is a stretch of two points at least, whichever way it was drawn', () => {
  expect(chosenOf(null)).toBeNull();
  expect(chosenOf({ from: 3, to: 3 })).toBeNull();
  expect(chosenOf({ from: 3, to: 4 })).toEqual([3, 4]);
  expect(chosenOf({ from: 4, to: 1 })).toEqual([1, 4]);
});
