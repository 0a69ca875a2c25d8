import { expect, test } from 'vitest';
import { randomKey } from './random-key.ts';

test('keys have 32 digits, also those whose bytes are small, and none comes twice', () => {
  const keys = Array.from({ length: 1_000 }, randomKey);
  expect(keys.filter((key) => !/^[0-9a-f]{32}$/.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(1_000);
});
