import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceHash, HASH_HEIGHT_PX, HASH_WIDTH_PX, hashDistance } from './perceptual-hash.ts';

const PIXELS = HASH_WIDTH_PX * HASH_HEIGHT_PX;
const picture = fc.uint8Array({ minLength: PIXELS, maxLength: PIXELS });
const hash = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });

/** A picture with exactly so many pixels brighter than their right neighbour, the first ones of each row. */
function withEdges(edges: number): Uint8Array {
  const grey = new Uint8Array(PIXELS);
  for (let row = 0; row < HASH_HEIGHT_PX; row += 1) {
    let value = 100;
    for (let column = 0; column < HASH_WIDTH_PX; column += 1) {
      grey[row * HASH_WIDTH_PX + column] = value;
      const index = row * (HASH_WIDTH_PX - 1) + column;
      value += index < edges ? -5 : 5;
    }
  }
  return grey;
}

describe('the hash of a picture', () => {
  it('stays while all of it grows brighter alike', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: PIXELS, maxLength: PIXELS, max: 200 }), (grey) => {
        expect(differenceHash(grey.map((value) => value + 55))).toBe(differenceHash(grey));
      }),
    );
  });

  it('has 64 bits', () => {
    fc.assert(
      fc.property(picture, (grey) => {
        const found = differenceHash(grey);
        if (found !== null) expect(found >= 0n && found < 1n << 64n).toBe(true);
      }),
    );
  });

  it('tells nothing of a flat picture or a gradient: it needs 6 edges of each kind', () => {
    expect(differenceHash(new Uint8Array(PIXELS).fill(80))).toBeNull();
    expect([5, 6, 58, 59].map((edges) => differenceHash(withEdges(edges)) !== null)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('knows a mirrored picture as another one', () => {
    const grey = Uint8Array.from({ length: PIXELS }, (_, index) => (index * 37) % 251);
    const mirrored = Uint8Array.from(
      { length: PIXELS },
      (_, index) =>
        grey[
          Math.floor(index / HASH_WIDTH_PX) * HASH_WIDTH_PX + (HASH_WIDTH_PX - 1 - (index % HASH_WIDTH_PX))
        ] ?? 0,
    );
    expect(hashDistance(differenceHash(grey) ?? 0n, differenceHash(mirrored) ?? 0n)).toBeGreaterThan(20);
  });
});

describe('the distance of two hashes', () => {
  it('is how many bits differ, the first and the last among them', () => {
    const all = (1n << 64n) - 1n;
    expect([hashDistance(0n, 1n), hashDistance(0n, 1n << 63n), hashDistance(0n, all)]).toEqual([1, 1, 64]);
  });

  it('is 0 for one and the same only, the same both ways, and never longer by way of a third', () => {
    fc.assert(
      fc.property(hash, hash, hash, (a, b, c) => {
        expect(hashDistance(a, a)).toBe(0);
        expect(hashDistance(a, b) === 0).toBe(a === b);
        expect(hashDistance(a, b)).toBe(hashDistance(b, a));
        expect(hashDistance(a, c)).toBeLessThanOrEqual(hashDistance(a, b) + hashDistance(b, c));
      }),
    );
  });

  it('counts bits, of the signed numbers that a database keeps as well', () => {
    expect(hashDistance(0n, (1n << 64n) - 1n)).toBe(64);
    expect(hashDistance(0b1010n, 0b0110n)).toBe(2);
    fc.assert(
      fc.property(hash, hash, (a, b) => {
        expect(hashDistance(BigInt.asIntN(64, a), BigInt.asIntN(64, b))).toBe(hashDistance(a, b));
      }),
    );
  });
});

it('a pixel is brighter by more than two of 256 levels, and its bit is where it stands', () => {
  const differing = (levels: number) => {
    const grey = withEdges(6);
    // The last pair of the last row, which has no edge there.
    grey[PIXELS - 1] = (grey[PIXELS - 2] ?? 0) - levels;
    return differenceHash(grey);
  };
  expect([differing(2), differing(3)]).toEqual([0b111111n << 58n, (0b111111n << 58n) | 1n]);
});
