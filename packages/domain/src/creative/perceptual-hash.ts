/** Columns and rows of the picture that a hash is made of: each pixel is compared with its right neighbour. */
export const HASH_WIDTH_PX = 9;
export const HASH_HEIGHT_PX = 8;
const BITS = 64;

/**
 * Images that differ in no more bits than this look alike: scaled, recompressed and recoloured copies do, and of 7,021
 * pairs of different drawn banners none did (docs/adr/0051-findings-ahead.md).
 */
export const ALIKE_BITS = 6;

/** Of 256 levels of grey: what compressing leaves in a flat part is no edge. */
const NOISE_LEVELS = 2;

/**
 * So many edges one way are needed for a hash to tell anything: a flat image has none at all, a gradient only one kind,
 * and every other such image has the same.
 */
const LEAST_EDGES = 6;

/**
 * The difference hash of a picture of 9×8 grey pixels, row by row: a bit for each pixel that is brighter than its right
 * neighbour by more than noise. What moves all of them alike, such as brightness, changes nothing.
 * @returns null where the picture has too few edges to be told from others
 */
export function differenceHash(grey: Uint8Array): bigint | null {
  let hash = 0n;
  let edges = 0;
  for (let row = 0; row < HASH_HEIGHT_PX; row += 1) {
    for (let column = 0; column < HASH_WIDTH_PX - 1; column += 1) {
      const at = row * HASH_WIDTH_PX + column;
      const brighter = (grey[at] ?? 0) > (grey[at + 1] ?? 0) + NOISE_LEVELS;
      hash = (hash << 1n) | (brighter ? 1n : 0n);
      if (brighter) edges += 1;
    }
  }
  return edges < LEAST_EDGES || edges > BITS - LEAST_EDGES ? null : hash;
}

/** In how many of their 64 bits two hashes differ. */
export function hashDistance(a: bigint, b: bigint): number {
  let rest = BigInt.asUintN(BITS, a ^ b);
  let bits = 0;
  while (rest > 0n) {
    rest &= rest - 1n;
    bits += 1;
  }
  return bits;
}
