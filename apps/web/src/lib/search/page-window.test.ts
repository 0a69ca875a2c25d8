import { expect, it } from 'vitest';
import { pageWindow } from './page-window.ts';

it('offers first, last and the pages around', () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5, null, 20]);
  expect(pageWindow(10, 20)).toEqual([1, null, 9, 10, 11, null, 20]);
  expect(pageWindow(20, 20)).toEqual([1, null, 16, 17, 18, 19, 20]);
});
