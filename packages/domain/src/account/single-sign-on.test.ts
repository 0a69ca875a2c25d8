import { expect, it } from 'vitest';
import {
  isSingleSignOnOpen,
  mayLinkSignIn,
  provedAtProviderMs,
  SIGN_IN_LINKS_MOST,
  SINGLE_SIGN_ON_VALID_MS,
} from './single-sign-on.ts';

it('has ten minutes, by whichever clock', () => {
  expect(SINGLE_SIGN_ON_VALID_MS).toBe(600_000);
  for (const [after, open] of [
    [0, true],
    [599_999, true],
    [600_000, false],
    [-599_999, true],
    [-600_000, false],
  ] as const)
    expect(isSingleSignOnOpen(1_000_000, 1_000_000 + after)).toBe(open);
});

it('links ten at most', () => {
  expect([SIGN_IN_LINKS_MOST, mayLinkSignIn(9), mayLinkSignIn(10)]).toEqual([10, true, false]);
});

it.each([
  [null, null],
  [0, null],
  [-1, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [999, 999_000],
  [1_000, 1_000_000],
  [1_001, 1_000_000],
])('by an auth_time of %s one was proved at %s', (authTime, proved) => {
  expect(provedAtProviderMs(authTime, 1_000_000)).toBe(proved);
});
