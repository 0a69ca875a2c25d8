import { expect, it } from 'vitest';
import { keptFor } from './kept.ts';

it('asks once for all who come within the time, also while the answer is under way, and then anew', async () => {
  let now = 1_000;
  let asked = 0;
  const ask = keptFor(
    100,
    () => now,
    async () => {
      asked += 1;
      return asked;
    },
  );
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  now = 1_099;
  expect(await ask()).toBe(1);
  now = 1_100;
  expect(await ask()).toBe(2);
  // A clock that was set back keeps nothing for a day.
  now = 500;
  expect(await ask()).toBe(3);
});

it('keeps a failure for as long', async () => {
  let asked = 0;
  const ask = keptFor(
    100,
    () => 0,
    async () => {
      asked += 1;
      throw new Error('away');
    },
  );
  await expect(ask()).rejects.toThrow('away');
  await expect(ask()).rejects.toThrow('away');
  expect(asked).toBe(1);
});
