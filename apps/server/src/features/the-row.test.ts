import { expect, it } from 'vitest';
import { theRow } from './the-row.ts';

it('the row is that which is there, and none at all is a fault of ours', () => {
  expect(theRow({ rows: [0] })).toBe(0);
  expect(() => theRow({ rows: [] })).toThrow(/gave none/);
});
