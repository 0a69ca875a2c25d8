import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageOf, MAX_ANCESTORS, newAdsQuery, readAdsQuery } from './ads-query.ts';

const query = newAdsQuery();

function read(url: string) {
  const issue = readAdsQuery(url, query);
  if (issue !== null) return issue;
  const { count, keys, widths, far, language, cappedAdSetIds, ancestorOrigins } = query;
  return {
    widgets: keys.slice(0, count).map((key, at) => (far[at] ? [key, widths[at], 'far'] : [key, widths[at]])),
    language,
    capped: [...cappedAdSetIds],
    ...(ancestorOrigins.length > 0 && { around: [...ancestorOrigins] }),
  };
}

describe('the query for ads', () => {
  test('names widgets, language and capped ad sets, in any order, encoded or not', () => {
    const expected = {
      widgets: [
        ['abc_-1', 300],
        ['def', 0],
      ],
      language: 'en-GB',
      capped: [4, 17],
    };
    expect(read('/a?w=abc_-1.300,def.0&l=en-GB&x=4,17')).toEqual(expected);
    expect(read('/a?x=4%2C17&l=en-GB&utm=1&n=0.25&w=abc_-1.300%2Cdef.0')).toEqual(expected);
    expect(read('/a?w=a.1&x=')).toEqual({ widgets: [['a', 1]], language: '', capped: [] });
  });

  test('names the pages around the one that asks, a hidden one too, and forgets them with the next', () => {
    const asked = read('/a?w=a.1&o=https://news.example:8443,null');
    expect(asked).toMatchObject({ around: ['https://news.example:8443', 'null'] });
    expect(read('/a?w=a.1&o=')).toEqual({ widgets: [['a', 1]], language: '', capped: [] });
    const deepest = Array.from({ length: MAX_ANCESTORS }, () => 'https://a.example').join();
    expect(read(`/a?w=a.1&o=${deepest}`)).toHaveProperty('around.length', MAX_ANCESTORS);
  });

  test('says of each widget whether it is far below the window', () => {
    expect(read('/a?w=a.1~,b.2,c.0~')).toMatchObject({
      widgets: [
        ['a', 1, 'far'],
        ['b', 2],
        ['c', 0, 'far'],
      ],
    });
    expect(read('/a?w=a.1,b.2')).toMatchObject({
      widgets: [
        ['a', 1],
        ['b', 2],
      ],
    });
  });

  test.each([
    ...['.300', 'abc.', 'abc.-1', 'abc.1e3', 'abc.~', 'abc.1~~', 'abc.~1', 'foo.bar.300', 'x.100001'],
    `${'k'.repeat(65)}.1`,
  ])('answers %j as a widget that nobody has, and those around it as they are', (part) => {
    expect(read(`/a?w=a.1~,${part},b.2`)).toEqual({
      widgets: [
        ['a', 1, 'far'],
        ['', 0],
        ['b', 2],
      ],
      ...{ language: '', capped: [] },
    });
    const longest = 'k'.repeat(64);
    expect(read(`/a?w=${longest}.100000,${part}`)).toMatchObject({
      widgets: [
        [longest, 100_000],
        ['', 0],
      ],
    });
  });

  test.each(['abc', 'abc,def', ''])('answers %j at the end as a widget that nobody has', (part) => {
    expect(read(`/a?w=a.1,${part}`)).toMatchObject({
      widgets: [
        ['a', 1],
        ['', 0],
      ],
    });
  });

  test('takes a comma in a key for part of it, so that each widget behind it gets its own answer', () => {
    expect(read('/a?w=a.1,b,c.2,d.3')).toMatchObject({
      widgets: [
        ['a', 1],
        ['b,c', 2],
        ['d', 3],
      ],
    });
  });

  test('takes a hundred capped ad sets, and passes over more', () => {
    const ids = Array.from({ length: 101 }, (_, index) => index);
    expect(read(`/a?w=a.1&x=${ids.join()}`)).toHaveProperty('capped', ids.slice(0, 100));
  });

  test('takes twenty widgets, whatever is no widget among them', () => {
    expect(read(`/a?w=${'.,'.repeat(19)}a.1`)).toHaveProperty('widgets.length', 20);
  });

  test('comes back as it was put together', () => {
    const key = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    const widget = fc.tuple(key, fc.integer({ min: 0, max: 100_000 }));
    fc.assert(
      fc.property(
        fc.array(widget, { minLength: 1, maxLength: 20 }),
        fc.array(fc.nat(2 ** 31 - 1), { maxLength: 100 }),
        (widgets, capped) => {
          const text = widgets.map(([name, width]) => `${name}.${width}`).join();
          expect(read(`/a?w=${text}&l=de&x=${capped.join()}`)).toEqual({ widgets, language: 'de', capped });
        },
      ),
    );
  });

  test.each([
    ['/a', 'w'],
    ['/a?', 'w'],
    ['/a?w=', 'w'],
    [`/a?w=${Array.from({ length: 21 }, () => 'a.1').join()}`, 'w'],
    [`/a?w=${'.,'.repeat(20)}a.1`, 'w'],
    ['/a?w=abc.1%', 'w'],
    ['/a?w=abc.1&x=one', 'x'],
    ['/a?w=abc.1&x=1,,2', 'x'],
    ['/a?w=abc.1&x=12345678901', 'x'],
    ['/a?w=abc.1&x=1/', 'x'],
    ['/a?w=abc.1&x=1:', 'x'],
    [`/a?w=abc.1&o=${','.repeat(MAX_ANCESTORS)}`, 'o'],
  ])('is refused: %s', (url, path) => {
    expect(read(url)).toMatchObject({ path, message: expect.any(String) });
  });

  test('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        read(`/a?w=${text}`);
        read(`/a?${text}`);
      }),
    );
  });
});

describe('the language', () => {
  test.each<readonly [string, string, string]>([
    ['en', '', 'en'],
    ['EN-gb', '', 'en'],
    ['pt_BR', '', 'pt'],
    ['', 'de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['', 'fr;q=0.9', 'fr'],
    ['', 'fr, en', 'fr'],
    ['', 'fr , en', 'fr'],
    ['az', '', 'az'],
    ['ZA', '', 'za'],
    // What stands before and behind the letters.
    ...['@a', 'a@', '{a', 'a{', '[A', 'A['].map((text) => [text, 'de', ''] as const),
    ['de.', '', ''],
    ['', '', ''],
    ['', '*', ''],
    ['fil', '', ''],
    ['1n', '', ''],
    ['x', 'de', ''],
  ])('of %j and Accept-Language %j is %j', (given, header, expected) => {
    expect(languageOf(given, header)).toBe(expected);
  });
});
