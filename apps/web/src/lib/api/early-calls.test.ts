import { afterEach, expect, it } from 'vitest';
import { takeEarlyCall } from './early-calls.ts';

const answer = Promise.resolve(new Response('{}'));
const page = globalThis as { window?: unknown };
const early = (account: string | null) => {
  page.window = { placardEarly: { token: 'a', account, calls: { '/auth/profile': answer } } };
};
afterEach(() => {
  delete page.window;
});

it('hands out what the page asked for, once', () => {
  for (const account of ['7', null]) {
    early(account);
    expect(takeEarlyCall('/auth/balance', 'a', account)).toBeUndefined();
    expect(takeEarlyCall('/auth/profile', 'a', account)).toBe(answer);
    expect(takeEarlyCall('/auth/profile', 'a', account)).toBeUndefined();
  }
});

it('forgets an answer that was asked for with another token or for another account, or none', () => {
  for (const [token, account] of [
    ['b', '7'],
    [null, '7'],
    ['a', '8'],
    ['a', null],
  ] as const) {
    early('7');
    expect(takeEarlyCall('/auth/profile', token, account)).toBeUndefined();
    expect(takeEarlyCall('/auth/profile', 'a', '7')).toBeUndefined();
  }
  early(null);
  expect(takeEarlyCall('/auth/profile', 'a', '7')).toBeUndefined();
  page.window = {};
  expect(takeEarlyCall('/auth/profile', 'a', null)).toBeUndefined();
});
