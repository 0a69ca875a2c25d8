import { FACT_COUNT_KEYS, FACT_SUMS, type FactCount, sumsOfRows } from '@placard/domain/analytics/facts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DERIVED_SUMS, STORED_SUMS } from './stored-sums.ts';

it('what is not kept follows in every row from what is, whatever kind of row it is', () => {
  expect([...STORED_SUMS, ...Object.keys(DERIVED_SUMS)].toSorted()).toEqual([...FACT_SUMS].toSorted());
  const count = fc.integer({ min: 0, max: 2 ** 48 });
  const row = fc.record({
    kind: fc.integer({ min: 0, max: 3 }),
    counts: fc.array(count, { minLength: 12, maxLength: 12 }),
  });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const kinds = Uint32Array.from(rows, ({ kind }) => kind);
      const counts = Object.fromEntries(
        FACT_COUNT_KEYS.map((key, place) => [
          key,
          Float64Array.from(rows, (each) => each.counts[place] ?? 0),
        ]),
      ) as Record<FactCount, Float64Array>;
      for (const [sum, { of, without }] of Object.entries(DERIVED_SUMS)) {
        const [all, less] = [sumsOfRows(of, kinds, counts), sumsOfRows(without, kinds, counts)];
        const kept = all.map((value, place) => value - (less[place] ?? 0));
        expect(sumsOfRows(sum as keyof typeof DERIVED_SUMS, kinds, counts)).toEqual(kept);
      }
    }),
  );
});
