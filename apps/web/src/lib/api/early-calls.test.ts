import { afterEach, expect, it } from 'vitest';
import { takeEarlyCall } from './early-calls.ts';

const answer = Promise.resolve(new Response('{}'));
const page = globalThis as { window?: unknown };
afterEach(() => {
  delete page.window;
});

it('hands out what the page asked for, once', () => {
  page.window = { placardEarly: { token: 'a', calls: { '/auth/profile': answer } } };
  expect(takeEarlyCall('/auth/balance', 'a')).toBeUndefined();
  expect(takeEarlyCall('/auth/profile', 'a')).toBe(answer);
  expect(takeEarlyCall('/auth/profile', 'a')).toBeUndefined();
});

it('forgets an answer that was asked for with another token, or none', () => {
  for (const token of ['b', null]) {
    page.window = { placardEarly: { token: 'a', calls: { '/auth/profile': answer } } };
    expect(takeEarlyCall('/auth/profile', token)).toBeUndefined();
    expect(takeEarlyCall('/auth/profile', 'a')).toBeUndefined();
  }
  page.window = {};
  expect(takeEarlyCall('/auth/profile', 'a')).toBeUndefined();
});
