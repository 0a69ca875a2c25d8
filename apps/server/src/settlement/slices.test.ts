import { describe, expect, it } from 'vitest';
import { sliceOf } from './slices.ts';

describe('which settler has an advertiser', () => {
  it('is always the same one, and one there is', () => {
    for (const settlers of [2, 3, 16]) {
      for (const id of [1, 2, 0x7fff_ffff]) {
        expect(sliceOf(id, settlers)).toBe(sliceOf(id, settlers));
        expect(sliceOf(id, settlers)).toBeGreaterThanOrEqual(0);
        expect(sliceOf(id, settlers)).toBeLessThan(settlers);
      }
    }
  });

  it('spreads ids that lie next to each other or a step apart evenly', () => {
    for (const step of [1, 2, 16]) {
      for (const settlers of [2, 3, 16]) {
        const many = Array.from({ length: settlers }, () => 0);
        for (let index = 1; index <= 16_000; index += 1) {
          const slice = sliceOf(index * step, settlers);
          many[slice] = (many[slice] ?? 0) + 1;
        }
        for (const each of many) expect(Math.abs(each * settlers - 16_000)).toBeLessThan(16_000 * 0.1);
      }
    }
  });
});
