import { domainToASCII, domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { domainIssue, normalizeDomain } from './rules.ts';
import { decodePunycode, shownDomain } from './unicode-domain.ts';

describe('a domain as people write it', () => {
  test.each([
    ['xn--bcher-kva.example', 'bücher.example'],
    ['xn--fa-hia.de', 'faß.de'],
    ['shop.xn--e1afmkfd.xn--p1ai', 'shop.пример.рф'],
    ['xn--fsqu00a.xn--0zwm56d', '例子.测试'],
    ['xn--n3h.net', '☃.net'],
    ['plain.example', 'plain.example'],
    ['ab--cd.example', 'ab--cd.example'],
  ])('%s is shown as %s and typed so', (stored, shown) => {
    expect(shownDomain(stored)).toBe(shown);
    expect(normalizeDomain(shown)).toBe(stored);
    expect(normalizeDomain(shown.toUpperCase().replace('SS', 'ß'))).toBe(stored);
    expect(normalizeDomain(`${shown}.`)).toBe(stored);
    expect(normalizeDomain(stored.toUpperCase())).toBe(stored);
  });

  const letters = fc.constantFrom(...'abcxyz019äöüßéñçøłžабвгдежпривет例子测试日本語αβγδ😀☃');
  /** From all over what is written, so that what stands between two letters is of every size. */
  const anywhere = fc
    .oneof(
      ...(
        [
          [0x0430, 0x044f],
          [0x05d0, 0x05ea],
          [0x0905, 0x0939],
          [0x3041, 0x3096],
          [0x4e00, 0x9fa5],
        ] as const
      ).map(([min, max]) => fc.integer({ min, max })),
      ...(
        [
          [0xac00, 0xd7a3],
          [0x1f600, 0x1f64f],
          [0x20000, 0x2a6d6],
        ] as const
      ).map(([min, max]) => fc.integer({ min, max })),
    )
    .map((point) => String.fromCodePoint(point));
  const label = fc
    .array(fc.oneof(letters, anywhere), { minLength: 1, maxLength: 30 })
    .map((list) => list.join(''));

  test('round trip: shown and stored lead to each other, as the platform says', () => {
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
        // What the platform takes, Placard takes: a name that was not read would be refused.
        const stored = domainToASCII(`${labels.join('.')}.example`);
        fc.pre(stored !== '' && stored.split('.').every(({ length }) => length <= 63));
        const shown = domainToUnicode(stored);
        expect([normalizeDomain(stored), shownDomain(stored), normalizeDomain(shown)]).toEqual([
          ...[stored, shown, stored],
        ]);
        expect(/^[\x21-\x7e]+$/.test(stored)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ['dn32g', '\u{10ffff}'],
    // One beyond the last there is.
    ['en32g', null],
  ])('the number of a letter has an end: %s', (code, letter) => {
    expect(decodePunycode(code)).toBe(letter);
  });

  test('whatever follows xn--: kept only where it leads back, and nothing throws', () => {
    const sign = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-');
    fc.assert(
      fc.property(fc.array(sign, { minLength: 0, maxLength: 20 }), (signs) => {
        const typed = `xn--${signs.join('')}.example`;
        const stored = normalizeDomain(typed);
        decodePunycode(signs.join(''));
        if (stored === null) expect(domainIssue(typed)).not.toBeNull();
        else expect([stored, normalizeDomain(shownDomain(stored))]).toEqual([typed, typed]);
        expect(shownDomain(typed) === typed).toBe(stored === null);
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  'xn--a.com',
  'xn--.com',
  'xn--a-.com',
  'XN--ABC-.com',
  'shop.xn--99999999.com',
  'bücher.xn--a.com',
])('%s stands for no name and is refused', (typed) => {
  expect(normalizeDomain(typed)).toBeNull();
  expect(domainIssue(typed)).toBe('domain_punycode_invalid');
});

describe('how long a domain may be', () => {
  const a = (count: number) => 'a'.repeat(count);

  test('a label: 63, in ASCII', () => {
    expect(normalizeDomain(`${a(63)}.example`)).not.toBeNull();
    expect(domainIssue(`${a(64)}.example`)).toBe('domain_invalid');
    // The stored form is longer than what is typed.
    const longest = Array.from({ length: 63 }, (_, count) => `ü${a(count)}`).findLast(
      (one) => normalizeDomain(`${one}.example`) !== null,
    );
    expect(normalizeDomain(`${longest}.example`)?.split('.')[0]).toHaveLength(63);
    expect(domainIssue(`${longest}a.example`)).toBe('domain_invalid');
  });

  test('the whole name: 253, without the trailing dot', () => {
    const name = (last: number) => `${a(63)}.${a(63)}.${a(63)}.${a(last - 4)}.com`;
    expect(name(61)).toHaveLength(253);
    expect(normalizeDomain(`${name(61)}.`)).toBe(name(61));
    expect(domainIssue(name(62))).toBe('domain_invalid');
  });
});
