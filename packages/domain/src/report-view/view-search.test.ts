import { expect, it } from 'vitest';
import { isSameView, viewSearchOf } from './view-search.ts';

it('keeps what makes a view and nothing else', () => {
  const address = { range: 'last7', by: 'country', page: '3', view: '7', search: '', other: 'x' };
  expect(viewSearchOf(address)).toEqual({ range: 'last7', by: 'country' });
  expect(isSameView(address, { by: 'country', range: 'last7', page: '1' })).toBe(true);
  expect(isSameView(address, { range: 'last7' })).toBe(false);
});
