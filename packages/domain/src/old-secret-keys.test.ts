import { expect, it } from 'vitest';
import { mayAddOldKey, OLD_SECRET_KEY_DAYS, OLD_SECRET_KEYS_MOST, oldKeyGoesMs } from './old-secret-keys.ts';

it('keeps a replaced key for as long as the longest session, and three at most', () => {
  expect([OLD_SECRET_KEY_DAYS, OLD_SECRET_KEYS_MOST]).toEqual([90, 3]);
  const sealedAnew = Date.UTC(2026, 0, 1, 12);
  expect(new Date(oldKeyGoesMs(sealedAnew)).toISOString()).toBe('2026-04-01T12:00:00.000Z');
  expect([mayAddOldKey(OLD_SECRET_KEYS_MOST - 1), mayAddOldKey(OLD_SECRET_KEYS_MOST)]).toEqual([true, false]);
});
