import { expect, test } from 'vitest';
import { randomKey } from './random-key.ts';

test('keys are four numbers of 32 bits, and none comes twice', () => {
  const keys = Array.from({ length: 1_000 }, randomKey);
  expect(keys.filter((key) => !/^\d{1,10}(?:-\d{1,10}){3}$/.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(1_000);
});
