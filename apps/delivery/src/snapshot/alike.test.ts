import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Alike, Kept } from './alike.ts';

describe('what rows have alike', () => {
  test('is one list for equal lists, of the same items in their order, and another for others', () => {
    const alike = new Alike();
    const lists = fc.oneof(
      fc.array(fc.constantFrom('DE', 'AT', 'desktop', '1', '')),
      fc.array(fc.integer({ min: 0, max: 9 })),
    );
    fc.assert(
      fc.property(lists, lists, (one, other) => {
        const [first, second] = [alike.list<string | number>(one), alike.list<string | number>(other)];
        expect(first).toEqual(one);
        expect(second).toEqual(other);
        expect(alike.list<string | number>([...one])).toBe(first);
        if (one.length > 0 && first === second) expect(one).toEqual(other);
      }),
    );
  });

  test('tells a text from the number that is written so', () => {
    const alike = new Alike();
    expect([alike.list(['1', '2']), alike.list([1, 2])]).toEqual([
      ['1', '2'],
      [1, 2],
    ]);
  });

  test('is not the list that was given, which its maker may change', () => {
    const given = ['DE'];
    const kept = new Alike().list(given);
    given.push('AT');
    expect(kept).toEqual(['DE']);
  });

  test('is a text as it was, and nothing where there is none', () => {
    const alike = new Alike();
    expect([alike.text('UTC'), alike.text(null)]).toEqual(['UTC', null]);
  });

  test('is made once a key, of so many keys at most, and anew after that', () => {
    const kept = new Kept<{ readonly key: string }>();
    const of = (key: string) => kept.of(key, () => ({ key }));
    const first = of('0');
    for (let key = 1; key < 20_000; key += 1) of(String(key));
    expect(of('0')).toBe(first);
    of('20000');
    expect(of('0')).toEqual(first);
    expect(of('0')).not.toBe(first);
  });
});
