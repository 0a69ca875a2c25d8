import { describe, expect, test } from 'vitest';
import { setApart } from './set-apart.ts';

const [FIRST_STRONG, TO_THE_RIGHT, TO_THE_LEFT, TOGETHER] = ['\u2068', '\u2066', '\u2067', '\u2069'];

test.each(['חנות (2026)', 'Sale حملة', '𐤀𐤁', '𞤀𞤣', 'paid\u200f!', 'a\u061cb'])('%j is set apart', (name) => {
  expect(setApart(name)).toBe(`${FIRST_STRONG}${name}${TOGETHER}`);
});

test.each(['Summer (2026)', 'Été', '東京', '👩‍👩‍👧', '☀️', '1 234', 7])('%j stays as it is', (name) => {
  expect(setApart(name)).toBe(name);
});

describe('a value that holds marks of direction', () => {
  test.each([
    // Overrides and embeddings draw letters in another order than they are: "gpj.exe" as "exe.jpg".
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['\u202aA\u202c \u202bB\u202c \u202dC\u202c', 'A B C'],
    // The end of what is set apart would come too early …
    [`A${TOGETHER} (1)`, 'A (1)'],
    // … or never.
    [`A ${FIRST_STRONG}`, 'A '],
    [`${TO_THE_LEFT}A ${TO_THE_RIGHT}(1)`, 'A (1)'],
  ])('%j turns round nothing beyond it', (value, left) => {
    expect(setApart(value)).toBe(`${FIRST_STRONG}${left}${TOGETHER}`);
  });

  test('keeps what is set apart in it, as a sentence with a name has', () => {
    const sentence = `for ${setApart('חנות (2026)')} and ${setApart('אור')}!`;
    expect(setApart(sentence)).toBe(`${FIRST_STRONG}${sentence}${TOGETHER}`);
    const lying = `for ${FIRST_STRONG}a\u202eb${TOGETHER}`;
    expect(setApart(lying)).toBe(`${FIRST_STRONG}for ab${TOGETHER}`);
  });
});
