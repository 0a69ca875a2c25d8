import { searchText as searchTextSchema } from '@placard/contract/scalars';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayParameter, listSearch, nextSort, oneOf, readListInput } from './list-search.ts';
import { idParameter, parseSearchText, searchText } from './search-text.ts';

const search = listSearch({
  sorts: ['name', 'createdAt'],
  defaultSort: '-createdAt',
  filters: {
    status: oneOf(['active', 'paused']),
    createdFrom: dayParameter,
    createdTo: dayParameter,
    adSetId: idParameter,
  },
});

describe('readListInput', () => {
  it('has an input for an empty URL', () => {
    expect(readListInput(search, {})).toEqual({ page: 1, pageSize: 25, sort: '-createdAt' });
  });

  it('reads everything it knows', () => {
    const raw = parseSearchText(
      '?page=3&pageSize=50&search=%20spring%20&sort=name&status=active&createdFrom=2026-02-28&adSetId=7',
    );
    expect(readListInput(search, raw)).toEqual({
      page: 3,
      pageSize: 50,
      search: 'spring',
      sort: 'name',
      status: 'active',
      createdFrom: '2026-02-28',
      adSetId: 7,
    });
  });

  it('ignores what makes no sense', () => {
    const raw = parseSearchText(
      '?page=-1&pageSize=7&search=%20&sort=password&status=ruined&createdFrom=2026-02-30&adSetId=1e3&x=1&__proto__=1',
    );
    expect(readListInput(search, raw)).toEqual({ page: 1, pageSize: 25, sort: '-createdAt' });
  });

  it('goes by both days of an address or by none', () => {
    const days = (text: string) => {
      const { createdFrom, createdTo } = readListInput(search, parseSearchText(text));
      return [createdFrom, createdTo];
    };
    const [first, last] = ['2026-02-27', '2026-02-28'];
    expect(days(`?createdFrom=${first}&createdTo=${last}`)).toEqual([first, last]);
    expect(days(`?createdFrom=${last}&createdTo=${last}`)).toEqual([last, last]);
    expect(days(`?createdTo=${last}`)).toEqual([undefined, last]);
    expect(days(`?createdFrom=${last}&createdTo=${first}`)).toEqual([undefined, undefined]);
    expect(days(`?createdFrom=${first}&createdTo=2026-02-30`)).toEqual([undefined, undefined]);
    expect(days(`?createdFrom=yesterday&createdTo=${last}`)).toEqual([undefined, undefined]);
  });
});

describe('search text', () => {
  it('survives the way there and back, and drops empty values', () => {
    const text = searchText({ redirect: '/a?b=c&d=%20#e', page: 2, status: undefined, search: '' });
    expect(parseSearchText(text)).toEqual({ redirect: '/a?b=c&d=%20#e', page: '2' });
    expect(searchText({})).toBe('');
    // Where one was before signing in, with a page's filters.
    const redirect = `/advertiser/statistics?filter=${'a'.repeat(3_900)}`;
    expect(parseSearchText(searchText({ redirect }))).toEqual({ redirect });
    expect(parseSearchText(searchText({ redirect: 'a'.repeat(4_000), other: 'a'.repeat(4_001) }))).toEqual({
      redirect: 'a'.repeat(4_000),
    });
  });
});

describe('nextSort', () => {
  it('goes up, down, and back to the default', () => {
    expect(nextSort(undefined, 'name')).toBe('name');
    expect(nextSort('name', 'name')).toBe('-name');
    expect(nextSort('-name', 'name')).toBeUndefined();
    expect(nextSort('-createdAt', 'name')).toBe('name');
  });
});

it('takes the sizes of a page that can be chosen, and no other, and pages up to 100,000', () => {
  const taken = (sizes: readonly string[]) =>
    sizes.filter((pageSize) => String(readListInput(search, { pageSize }).pageSize) === pageSize);
  expect(taken(Array.from({ length: 201 }, (_, index) => String(index)))).toEqual(['10', '25', '50', '100']);
  const pageOf = (page: string) => readListInput(search, { page }).page;
  expect(['1', '99999', '100000', '100001', '0', '1.5'].map(pageOf)).toEqual([1, 99_999, 100_000, 1, 1, 1]);
});

it('asks for nothing that the server refuses, whatever is looked for', () => {
  const letters = fc.constantFrom('\u0958', '\u{1d15e}', '😀', 'e\u0301', 'a', ' ', '\t');
  const long = fc.array(letters, { minLength: 60, maxLength: 240 }).map((all) => all.join(''));
  fc.assert(
    fc.property(fc.oneof(long, fc.string({ unit: 'binary', maxLength: 260 })), (text) => {
      const { search: asked } = readListInput(search, { search: text });
      const whole = text.normalize('NFC').trim();
      expect(asked === undefined).toBe(whole === '');
      if (asked === undefined) return;
      expect(searchTextSchema.parse(asked)).toBe(asked);
      // Of a letter of two units not the half.
      const beginning = whole.slice(0, 200).replace(/[\ud800-\udbff]$/, '');
      expect(asked).toBe(beginning.trimEnd());
    }),
  );
});
