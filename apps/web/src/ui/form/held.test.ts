import { expect, it } from 'vitest';
import { type Held, heldAfter } from './held.ts';

const NOTHING: Held<string> = { key: 'a', value: null };

it('holds the first value through whatever is fetched later', () => {
  const first = heldAfter(NOTHING, 'a', 'version 1');
  expect(first.value).toBe('version 1');
  expect(heldAfter(first, 'a', 'version 2')).toBe(first);
  expect(heldAfter(first, 'a', null)).toBe(first);
});

it('lets go with another key, and of nothing there is nothing to hold', () => {
  const first = heldAfter(NOTHING, 'a', 'version 1');
  expect(heldAfter(first, 'b', 'other').value).toBe('other');
  expect(heldAfter(first, 'b', null).value).toBeNull();
  expect(heldAfter(NOTHING, 'a', null)).toBe(NOTHING);
});
