import { describe, expect, test } from 'vitest';
import { ImpressionLimits } from './impression-limits.ts';
import { MOST_KEPT } from './kept-counts.ts';

const NOW_MS = Date.UTC(2026, 10, 22);

function viewer(id: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(id, 4);
  return bytes;
}

describe('limits of impressions', () => {
  test('hold for each viewer', () => {
    const limits = new ImpressionLimits();
    for (let index = 0; index < 120; index += 1) expect(limits.take(viewer(1), NOW_MS)).toBe(true);
    expect(limits.take(viewer(1), NOW_MS)).toBe(false);
    expect(limits.take(viewer(2), NOW_MS)).toBe(true);
  });

  test('tell viewers apart by every part of the hash that they are known by', () => {
    const limits = new ImpressionLimits();
    // The least of all numbers, and the greatest: of a number beyond 53 bits the last ones would be lost.
    for (const fill of [0, 0xff]) {
      const known = Buffer.alloc(8, fill);
      for (let index = 0; index < 121; index += 1) limits.take(known, NOW_MS);
      expect(limits.take(known, NOW_MS)).toBe(false);
      for (const [at, bit] of [0, 1, 2, 4, 5, 6, 7].flatMap((byte) =>
        [1, 8].map((mask) => [byte, mask] as const),
      )) {
        const other = Buffer.from(known);
        other[at] = fill ^ bit;
        expect(limits.take(other, NOW_MS)).toBe(true);
      }
    }
  });

  test('are kept for so many viewers, the longest known forgotten first', () => {
    const limits = new ImpressionLimits();
    for (let index = 0; index < 120; index += 1) limits.take(viewer(0), NOW_MS);
    for (let id = 1; id < MOST_KEPT; id += 1) limits.take(viewer(id), NOW_MS);
    expect(limits.take(viewer(0), NOW_MS)).toBe(false);
    limits.take(viewer(MOST_KEPT), NOW_MS);
    expect(limits.take(viewer(0), NOW_MS)).toBe(true);
  });
});
