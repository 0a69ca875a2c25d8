import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stretchOf } from './list-page.ts';

const part = fc.record({ value: fc.constantFrom('active', 'paused', 'pending'), count: fc.nat(40) });
const parts = fc
  .uniqueArray(part, { selector: ({ value }) => value })
  .map((list) => list.toSorted((a, b) => (a.value < b.value ? -1 : 1)));
const page = fc.record({ limit: fc.integer({ min: 1, max: 30 }), offset: fc.nat(150) });
const direction = fc.constantFrom('asc' as const, 'desc' as const);

/** As SQL does it: from the bound on, in the order of reading. */
function read(rows: readonly string[], stretch: ReturnType<typeof stretchOf>): string[] {
  const { bound, descending, limit, offset, reversed } = stretch;
  const ordered = descending ? rows.toReversed() : rows;
  const from = ordered.filter(
    (row) => bound === null || (descending ? (row.split(' ')[0] ?? '') <= bound : row >= bound),
  );
  const taken = from.slice(offset, offset + limit);
  return reversed ? taken.toReversed() : taken;
}

it('reads every page of a list, from whichever end, as the list has it', () => {
  fc.assert(
    fc.property(parts, page, direction, fc.boolean(), (counts, asked, way, known) => {
      const rows = counts.flatMap(({ value, count }) =>
        Array.from({ length: count }, (_, index) => `${value} ${String(index).padStart(3, '0')}`),
      );
      const total = { total: rows.length, more: false };
      const whole = way === 'desc' ? rows.toReversed() : rows;
      const stretch = stretchOf(asked, way, total, known ? counts : []);
      expect(read(rows, stretch)).toEqual(whole.slice(asked.offset, asked.offset + asked.limit));
    }),
  );
});

it('passes over no more than half of the list; within one value no more than half of its rows', () => {
  fc.assert(
    fc.property(parts, page, direction, (counts, asked, way) => {
      const total = counts.reduce((sum, { count }) => sum + count, 0);
      expect(stretchOf(asked, way, { total, more: false }).offset).toBeLessThanOrEqual(total / 2);
      const { offset } = stretchOf(asked, way, { total, more: false }, counts);
      expect(offset).toBeLessThanOrEqual(total / 2);
      const end = Math.min(asked.offset + asked.limit, total);
      let from = 0;
      for (const { count } of way === 'desc' ? counts.toReversed() : counts) {
        if (from <= asked.offset && end <= from + count && asked.offset < end) {
          expect(offset).toBeLessThanOrEqual(count / 2);
        }
        from += count;
      }
    }),
    { numRuns: 1_000 },
  );
});

it('reads from the beginning where nobody knows the end', () => {
  expect(stretchOf({ limit: 25, offset: 1_990 }, 'desc', { total: 2_000, more: true })).toEqual({
    limit: 25,
    offset: 1_990,
    descending: true,
    reversed: false,
    bound: null,
  });
});
