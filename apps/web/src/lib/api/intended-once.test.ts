import { expect, test } from 'vitest';
import { ApiError } from '../faults/api-error.ts';
import { intendedOnce, keyAfter } from './intended-once.ts';
import { madeOnce } from './made-once.ts';

const failure = (status: number) => Promise.reject(new ApiError({ status, code: 'X', message: '' }));

test('a double click carries one key, the next press another', async () => {
  const path = '/publisher/widgets';
  const first = intendedOnce(path, { name: 'A' });
  const second = intendedOnce(path, { name: 'A' });
  expect(second.key).toBe(first.key);
  expect(intendedOnce(path, { name: 'B' }).key).not.toBe(first.key);
  await first.settle(Promise.resolve(1));
  expect(intendedOnce(path, { name: 'A' }).key).toBe(first.key);
  await second.settle(Promise.resolve(1));
});

test('a press after an answer is a new one', async () => {
  const once = intendedOnce('/a', null);
  await once.settle(Promise.resolve(1));
  const next = intendedOnce('/a', null);
  expect(next.key).not.toBe(once.key);
  await expect(next.settle(failure(409))).rejects.toThrow();
  expect(intendedOnce('/a', null).key).not.toBe(next.key);
});

test.each([401, 403, 408, 429])(
  'a refusal that read no key (%i) says nothing of a call that was lost',
  async (status) => {
    const once = intendedOnce(`/unread/${status}`, null);
    await expect(once.settle(failure(0))).rejects.toThrow();
    const refused = intendedOnce(`/unread/${status}`, null);
    await expect(refused.settle(failure(status))).rejects.toThrow();
    expect(intendedOnce(`/unread/${status}`, null).key).toBe(once.key);
  },
);

test('after a lost answer the same words are the same intent, changed words another', async () => {
  const sent: { readonly name: string; readonly requestKey: string }[] = [];
  const make = Object.assign(
    async (input: { readonly name: string; readonly requestKey: string }) => {
      sent.push(input);
      return await (sent.length === 1 ? failure(0) : Promise.resolve(input.name));
    },
    { key: ['campaigns', 'create'] },
  );
  await expect(madeOnce(make, { name: 'First' })).rejects.toThrow();
  expect(await madeOnce(make, { name: 'Second' })).toBe('Second');
  expect(await madeOnce(make, { name: 'First' })).toBe('First');
  expect(sent.map(({ name }) => name)).toEqual(['First', 'Second', 'First']);
  const [first, second, again] = sent.map(({ requestKey }) => requestKey);
  expect(second).not.toBe(first);
  expect(again).toBe(first);
});

test.each([0, 500, 503])('what was lost (%i) is asked for again by the same key', async (status) => {
  const once = intendedOnce(`/lost/${status}`, null);
  await expect(once.settle(failure(status))).rejects.toThrow();
  const again = intendedOnce(`/lost/${status}`, null);
  expect(again.key).toBe(once.key);
  await again.settle(Promise.resolve(1));
  expect(intendedOnce(`/lost/${status}`, null).key).not.toBe(once.key);
});

test('a dialog asks for something else by another key, and by the same where nobody knows', () => {
  const fault = (status: number) => new ApiError({ status, code: '', message: '' });
  expect(keyAfter('a', fault(409))).not.toBe('a');
  for (const status of [0, 429, 500]) expect(keyAfter('a', fault(status))).toBe('a');
});
