import { expect, it } from 'vitest';
import { roundFrom } from './check-due-websites.ts';

it('websites are gone round from anywhere on, leaving none out and none twice', () => {
  expect(roundFrom(7)).toEqual([
    { from: 7, to: 2_147_483_647 },
    { from: 0, to: 6 },
  ]);
});
