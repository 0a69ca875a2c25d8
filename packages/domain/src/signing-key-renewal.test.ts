import { expect, it } from 'vitest';
import {
  isRenewalDue,
  renewsFromMs,
  SIGNING_KEY_RENEWALS,
  SIGNING_KEYS_MOST,
} from './signing-key-renewal.ts';

const DAY_MS = 86_400_000;
const BEGAN = Date.UTC(2026, 2, 11);

it.each([
  ['never', null],
  ['month', '2026-04-10T00:00:00.000Z'],
  ['quarter', '2026-06-10T00:00:00.000Z'],
  ['year', '2027-03-11T00:00:00.000Z'],
] as const)('by the %s the next key begins with %s', (renewal, day) => {
  const fromMs = renewsFromMs(renewal, BEGAN);
  expect(fromMs === null ? null : new Date(fromMs).toISOString()).toBe(day);
});

it('begins with a whole day also after a key that was made within one', () => {
  expect(renewsFromMs('month', BEGAN + 1)).toBe(BEGAN + 31 * DAY_MS);
  expect(renewsFromMs('month', BEGAN)).toBe(BEGAN + 30 * DAY_MS);
});

it('is due for the day itself, and not for the one before', () => {
  for (const renewal of SIGNING_KEY_RENEWALS) {
    const fromMs = renewsFromMs(renewal, BEGAN);
    const due = fromMs === null ? [false, false] : [false, true];
    const days = fromMs === null ? [0, 1e15] : [fromMs - DAY_MS, fromMs];
    expect(days.map((day) => isRenewalDue(renewal, BEGAN, day))).toEqual(due);
  }
  expect(SIGNING_KEYS_MOST).toBe(255);
});
