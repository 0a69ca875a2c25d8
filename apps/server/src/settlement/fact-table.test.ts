import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { FACT_COUNT_KEYS } from '@placard/domain/analytics/facts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnsOfRows, joinColumns, rowsOfColumns } from './fact-columns.ts';
import { FactTable, KEY, KEY_WORDS, SUM } from './fact-table.ts';
import { decodeFactColumns, decodeFacts, encodeFacts } from './facts.ts';
import { bookOf } from './testing/books.ts';

type Key = [number, number, number, number, number, number, number];

const AD_SETS = new Map(
  [1, 2, 3].map((adSetId) => [
    adSetId,
    bookOf({ adSetId, campaignId: 10 * adSetId, advertiserId: 100 * adSetId }),
  ]),
);
const WIDGETS = new Map(
  [4, 5].map((widgetId) => [widgetId, { widgetId, websiteId: 10 * widgetId, publisherId: 100 * widgetId }]),
);

describe('counts by seven words', () => {
  it('are those of a map, also once the table has grown and was cleared', () => {
    const word = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
    const added = fc.tuple(
      fc.tuple(word, word, word, word, word, word, word),
      fc.nat(FACT_COUNT_KEYS.length - 1),
      fc.nat(),
    );
    const table = new FactTable();
    fc.assert(
      fc.property(fc.array(added, { maxLength: 3_000, size: 'max' }), (all) => {
        table.clear();
        const naive = new Map<string, number[]>();
        for (const [key, sum, amount] of all) {
          table.add(table.row(...key), sum, amount);
          const sums = naive.get(key.join()) ?? FACT_COUNT_KEYS.map(() => 0);
          sums[sum] = (sums[sum] ?? 0) + amount;
          naive.set(key.join(), sums);
        }
        const rows = Array.from({ length: table.size }, (_, row) => [
          Object.values(KEY)
            .map((at) => table.keyAt(row, at))
            .join(),
          FACT_COUNT_KEYS.map((count) => table.sumAt(row, SUM[count])),
        ]);
        expect(rows).toEqual([...naive]);
      }),
      { numRuns: 12 },
    );
  });

  it('are found again after the table has grown, twice over', () => {
    const table = new FactTable();
    const keys = Array.from(
      { length: 5_000 },
      (_, n): Key => [n, n % 7, n % 11, n % 13, n % 17, n % 19, n % 23],
    );
    expect(keys.every((key, n) => table.row(...key) === n)).toBe(true);
    expect(keys.every((key, n) => table.row(...key) === n)).toBe(true);
    expect(table.size).toBe(keys.length);
  });

  it('tell keys apart that differ in one word, whichever it is', () => {
    const table = new FactTable();
    const keys = Array.from({ length: KEY_WORDS }, (_, word): Key => {
      const key: Key = [0, 0, 0, 0, 0, 0, 0];
      key[word] = 1;
      return key;
    });
    expect(keys.map((key) => table.row(...key))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(keys.map((key) => table.row(...key))).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(() => table.add(0, FACT_COUNT_KEYS.length, 1)).toThrow(RangeError);
  });
});

describe('columns', () => {
  const batchOf = (rows: readonly [adSetId: number, widgetId: number, amount: number][]) => {
    const table = new FactTable();
    for (const [adSetId, widgetId, amount] of rows) {
      const at = table.row(
        adSetId,
        8,
        widgetId,
        0x44456465,
        300 * 65_536 + 250,
        96 * 3 + adSetId,
        1 | (2 << 8) | (9 << 16),
      );
      for (const count of FACT_COUNT_KEYS) table.add(at, SUM[count], amount + SUM[count]);
    }
    return encodeFacts(table, AD_SETS, WIDGETS);
  };
  const rows: [number, number, number][] = [
    [1, 4, 2 ** 32 - 12],
    [2, 5, 2 ** 32],
    [3, 4, 2 ** 52],
    [1, 5, 3],
    [9, 9, 1],
  ];

  it('name whose each row is, in whatever order they come', () => {
    expect(decodeFacts(batchOf(rows.map(([adSetId, widgetId]) => [adSetId, widgetId, 1])), 3)).toMatchObject(
      rows.map(([adSetId, widgetId]) => {
        const known = adSetId !== 9;
        return {
          ...{
            adSetId: known ? adSetId : 0,
            campaignId: known ? 10 * adSetId : 0,
            advertiserId: known ? 100 * adSetId : 0,
          },
          ...{
            creativeId: known ? 8 : 0,
            widgetId: known ? widgetId : 0,
            websiteId: known ? 10 * widgetId : 0,
          },
          ...{ publisherId: known ? 100 * widgetId : 0, quarter: 96 * 3 + adSetId, dayNumber: 3 },
          ...{ country: 'DE', language: 'de', widthPx: 300, heightPx: 250, device: 1, kind: 2, code: 9 },
        };
      }),
    );
  });

  it('keep what needs more than 32 bits, and what needs just so many', () => {
    const large = FACT_COUNT_KEYS.filter((count) => count.endsWith('Micros'));
    expect(large).toHaveLength(4);
    for (const top of [2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 52]) {
      const { counts } = decodeFactColumns(
        batchOf([
          [1, 4, top - SUM.chargedMicros],
          [2, 4, 1],
        ]),
        3,
      );
      expect([...counts.chargedMicros]).toEqual([top, 1 + SUM.chargedMicros]);
    }
    const columns = decodeFactColumns(batchOf(rows), 3).counts;
    for (const count of large)
      expect([...columns[count]]).toEqual(rows.map(([, , amount]) => amount + SUM[count]));
    // The upper half of a large count takes a column only where there is one.
    const bytesOf = (top: number) => {
      const table = new FactTable();
      table.add(table.row(0, 0, 0, 0, 0, 96, 0), SUM.chargedMicros, top);
      return zstdDecompressSync(encodeFacts(table, AD_SETS, WIDGETS)).byteLength;
    };
    expect([bytesOf(2 ** 32 - 1), bytesOf(2 ** 32 + 1)]).toEqual([4 * (4 + 3), 4 * (4 + 4)]);
  });

  it('are joined one behind the other, and a single one is itself', () => {
    const parts = [rows.slice(0, 2), rows.slice(2, 3), rows.slice(3)].map((part) =>
      decodeFactColumns(batchOf(part), 3),
    );
    expect(rowsOfColumns(joinColumns(parts))).toEqual(rowsOfColumns(decodeFactColumns(batchOf(rows), 3)));
    expect(joinColumns(parts.slice(0, 1))).toBe(parts[0]);
    expect(joinColumns([]).rows).toBe(0);
  });

  it('come from rows and go back to them, with letters where they are known', () => {
    const facts = rowsOfColumns(decodeFactColumns(batchOf(rows), 3));
    const other = facts.map((fact, row) => ({ ...fact, country: row === 0 ? '' : 'FR', language: 'fr' }));
    expect(rowsOfColumns(columnsOfRows(other))).toEqual(other);
    expect(rowsOfColumns(columnsOfRows(other.map((fact) => ({ ...fact, country: 'X' }))))[1]?.country).toBe(
      '',
    );
  });

  it('of a batch that is cut off, or whose rows nobody could have written, are refused', () => {
    const words = zstdDecompressSync(batchOf(rows));
    for (const cut of [
      words.subarray(0, 12),
      words.subarray(0, -1),
      words.subarray(0, -4),
      Buffer.concat([words, Buffer.alloc(4)]),
    ]) {
      expect(() => decodeFacts(zstdCompressSync(cut), 3)).toThrow(/no whole number of columns/);
    }
    expect(decodeFactColumns(zstdCompressSync(Buffer.alloc(16)), 3).rows).toBe(0);
    expect(() => decodeFacts(zstdCompressSync(words), 0)).toThrow(/layout 0 is of a newer release/);
  });
});
