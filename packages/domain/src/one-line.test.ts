import { expect, test } from 'vitest';
import { isOneLine, isPlainText, MARKS_ON_A_LETTER, typedAddress } from './one-line.ts';

test.each(['a\nb', 'a\rb', 'a\tb', '\u001b[31m', 'a\u0000', '\u007f', '\u0085', '\u2028', '\u2029'])(
  'a control character or break in %j is found',
  (text) => expect(isOneLine(text)).toBe(false),
);
test.each([
  '\u202efdp',
  '\u200eA',
  '\u200fA',
  '\u2066A\u2069',
  '\u061cA',
  'pay\u200bpal',
  '\ufeffA',
  'a\u{e0041}',
  'pay\u00adpal',
  'pay\u034fpal',
  'pay\u180epal',
  '\u3164\u3164\u3164',
  '\u115f\u1160\uffa0',
  'pay\u17b4\u17b5pal',
  '\ud800',
])('a mark that is not seen in %j is found', (text) => expect(isOneLine(text)).toBe(false));
test.each(['Spring sale 50 %', 'Zoë & Ünal', 'שלום', 'مرحبا', 'می‌خواهم', '東京', '👩‍💻 desk', 'a\u00a0b'])(
  '%s is a name',
  (text) => expect(isOneLine(text)).toBe(true),
);

test.each(['a\nb', 'a\r\nb', '- one\n\t- two', 'שלום\nmonde', 'Donau\u00addampf\nschiff'])(
  '%j is a text of several lines',
  (text) => expect(isPlainText(text)).toBe(true),
);
test.each(['a\u0000', 'a\rb', 'a\n\u001b[31m', '\u202efdp\n', 'a\u2028b'])('%j hides something', (text) =>
  expect(isPlainText(text)).toBe(false),
);

test.each(['\u0301', '\u20dd', '\u0301\u200d', '\ufe0f'])(
  '%j is borne by a letter as often as it may be',
  (mark) => {
    const marks = (count: number) => mark.repeat(count).slice(0, count);
    const named = (count: number) => `Cafe${marks(count)} au lait`;
    expect([named(MARKS_ON_A_LETTER), named(MARKS_ON_A_LETTER + 1)].map(isOneLine)).toEqual([true, false]);
    expect(isPlainText(`one\n${named(MARKS_ON_A_LETTER + 1)}`)).toBe(false);
    // As many in all, and few on each.
    expect(isOneLine(`e${marks(MARKS_ON_A_LETTER)}`.repeat(40))).toBe(true);
  },
);
test.each(['བསྐྱེད་བསྒྲུབས', 'วันที่นี้', 'בְּרֵאשִׁ֖ית', 'Việt Nam', '👨‍👩‍👧‍👦🏳️‍🌈 family'])(
  '%s is written with marks',
  (text) => expect(isOneLine(text)).toBe(true),
);

test('an address that was copied is the one that is seen', () => {
  for (const [copied, address] of [
    ['\u200bada@example.com\u200b\n', 'ada@example.com'],
    ['\u202ahttps://shop.exam\u00adple/a\u2060/\u202c', 'https://shop.example/a/'],
    ['\u00a0203.0.113.0/24\ufeff', '203.0.113.0/24'],
    // Joiners are part of what is written in several scripts, and a break is none of what nobody sees.
    ['https://shop.example/می\u200cخواهم', 'https://shop.example/می\u200cخواهم'],
    ['a\nb', 'a\nb'],
  ] as const)
    expect(typedAddress(copied)).toBe(address);
});
