import { expect, test } from 'vitest';
import { worthAsking } from './worth-asking.ts';

test.each<[string, readonly unknown[], boolean]>([
  ['nothing', [], false],
  ['one amount', [500], false],
  ['a code', ['123456'], false],
  ['a switch', [true], false],
  ['a day that was emptied', [null], false],
  ['20 characters', ['a'.repeat(20)], false],
  ['21 characters', ['a'.repeat(21)], true],
  ['a list', [['one']], true],
  ['an object', [{ width: 300 }], true],
  ['two fields', [500, 'PayPal'], true],
])('of %s', (_, changed, asked) => {
  expect(worthAsking(changed)).toBe(asked);
});
