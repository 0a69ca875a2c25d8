import { expect, it } from 'vitest';
import { lastPageInstead, pageWindow } from './page-window.ts';

it('offers first, last and the pages around', () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pageWindow(1, 20)).toEqual([1, 2, 3, 4, 5, null, 20]);
  expect(pageWindow(3, 8)).toEqual([1, 2, 3, 4, 5, null, 8]);
  expect(pageWindow(4, 9)).toEqual([1, null, 3, 4, 5, null, 9]);
  expect(pageWindow(10, 20)).toEqual([1, null, 9, 10, 11, null, 20]);
  expect(pageWindow(20, 20)).toEqual([1, null, 16, 17, 18, 19, 20]);
});

it('leads from a page beyond the end to the last one, and nowhere else', () => {
  const instead = (page: number, rows: number, total: number) =>
    lastPageInstead({ page, pageSize: 10 }, { items: Array.from({ length: rows }), total });
  expect(instead(2, 0, 1)).toBe(1);
  expect([instead(99, 0, 9), instead(99, 0, 10), instead(99, 0, 11)]).toEqual([1, 1, 2]);
  // Nothing at all, a page with rows, and one whose rows went while it was fetched.
  expect([instead(99, 0, 0), instead(2, 1, 11), instead(2, 0, 11), instead(1, 0, 11)]).toEqual([
    ...[null, null, null, null],
  ]);
});
