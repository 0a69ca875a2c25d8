import { expect, test } from 'vitest';
import { Remembered } from './remembered.ts';

function counted(limits: { most: number; longest: number }) {
  const workedOut: string[] = [];
  const remembered = new Remembered((text) => {
    workedOut.push(text);
    return text === '' ? null : text.toUpperCase();
  }, limits);
  return { remembered, workedOut };
}

test('works a text out once, whatever comes of it', () => {
  const { remembered, workedOut } = counted({ most: 9, longest: 9 });
  for (const text of ['a', '', 'b', 'a', '', 'b'])
    expect(remembered.of(text)).toBe(text === '' ? null : text.toUpperCase());
  expect(workedOut).toEqual(['a', '', 'b']);
});

test('remembers none that is longer than it may be', () => {
  const { remembered, workedOut } = counted({ most: 9, longest: 2 });
  for (const text of ['ab', 'ab', 'abc', 'abc']) expect(remembered.of(text)).toBe(text.toUpperCase());
  expect(workedOut).toEqual(['ab', 'abc', 'abc']);
});

test('remembers so many at most, and then begins anew', () => {
  const { remembered, workedOut } = counted({ most: 2, longest: 9 });
  for (const text of ['a', 'b', 'a', 'b', 'c', 'c', 'a']) remembered.of(text);
  expect(workedOut).toEqual(['a', 'b', 'c', 'a']);
});
