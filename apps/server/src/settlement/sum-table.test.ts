import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteaArray, int4Array, int8Array, intArray, plainTextArray } from './sql-arrays.ts';
import { SumTable } from './sum-table.ts';

describe('sums by three words', () => {
  it('are those of a map, also once it has grown', () => {
    const word = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
    const added = fc.tuple(word, word, word, fc.nat(), fc.nat());
    fc.assert(
      fc.property(fc.array(added, { maxLength: 3_000, size: 'max' }), (all) => {
        const table = new SumTable();
        const naive = new Map<string, number[]>();
        for (const [a, b, c, first, second] of all) {
          table.add(a, b, c, first, second);
          const [one = 0, two = 0] = naive.get(`${a} ${b} ${c}`) ?? [];
          naive.set(`${a} ${b} ${c}`, [one + first, two + second]);
        }
        const sums = Array.from({ length: table.size }, (_, row) => [
          `${table.keyAt(row, 0)} ${table.keyAt(row, 1)} ${table.keyAt(row, 2)}`,
          [table.sumAt(row, 0), table.sumAt(row, 1)],
        ]);
        expect(sums).toEqual([...naive]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('arrays as PostgreSQL sends them', () => {
  it('have a header, and a length before each value', () => {
    const header = (oid: string, length: string) =>
      `00000001${'00000000'}000000${oid}000000${length}00000001`;
    expect(int4Array(2, (at) => [1, 0x7fffffff][at] ?? 0).toString('hex')).toBe(
      `${header('17', '02')}0000000400000001000000047fffffff`,
    );
    expect(int8Array(1, () => 2 ** 52 + 5).toString('hex')).toBe(
      `${header('14', '01')}000000080010000000000005`,
    );
    expect(int8Array(0, () => 0).toString('hex')).toBe(header('14', '00'));
  });

  it('as texts have what needs no quotes, and nothing else', () => {
    expect([intArray([]), intArray([1, -2n, 2 ** 52])]).toEqual(['{}', '{1,-2,4503599627370496}']);
    expect(plainTextArray(['2026-11-01', 'ff'])).toBe('{2026-11-01,ff}');
    for (const value of ['', '2026-11-01,', 'a"b', 'x', '{}', '1\n'])
      expect(() => plainTextArray(['1', value])).toThrow(RangeError);
    expect(byteaArray([Buffer.from([1, 255]), new Uint8Array(1)])).toBe('{"\\\\x01ff","\\\\x00"}');
  });
});
