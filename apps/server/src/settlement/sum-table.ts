const KEY_WORDS = 3;
const SUMS = 2;
const FIRST_CAPACITY = 1024;

/** Two sums for each key of three 32-bit words: open addressing over typed arrays, so that adding makes no object. */
export class SumTable {
  size = 0;
  #keys = new Uint32Array(FIRST_CAPACITY * KEY_WORDS);
  #sums = new Float64Array(FIRST_CAPACITY * SUMS);
  // Twice as many slots as rows at most: row number + 1, 0 = free.
  #slots = new Int32Array(FIRST_CAPACITY * 2);

  /** Amounts are exact integers; so are their sums below 2^53. */
  add(a: number, b: number, c: number, first: number, second: number): void {
    const mask = this.#slots.length - 1;
    let slot = mix(a, b, c) & mask;
    for (;;) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row < 0) break;
      const at = row * KEY_WORDS;
      if (this.#keys[at] === a && this.#keys[at + 1] === b && this.#keys[at + 2] === c) {
        this.#sums[row * SUMS] = (this.#sums[row * SUMS] ?? 0) + first;
        this.#sums[row * SUMS + 1] = (this.#sums[row * SUMS + 1] ?? 0) + second;
        return;
      }
      slot = (slot + 1) & mask;
    }
    const row = this.size;
    if ((row + 1) * KEY_WORDS > this.#keys.length) {
      this.#grow();
      this.add(a, b, c, first, second);
      return;
    }
    this.#slots[slot] = row + 1;
    this.size += 1;
    const at = row * KEY_WORDS;
    this.#keys[at] = a;
    this.#keys[at + 1] = b;
    this.#keys[at + 2] = c;
    this.#sums[row * SUMS] = first;
    this.#sums[row * SUMS + 1] = second;
  }

  keyAt(row: number, word: 0 | 1 | 2): number {
    return this.#keys[row * KEY_WORDS + word] ?? 0;
  }

  sumAt(row: number, sum: 0 | 1): number {
    return this.#sums[row * SUMS + sum] ?? 0;
  }

  #grow(): void {
    const keys = new Uint32Array(this.#keys.length * 2);
    keys.set(this.#keys);
    const sums = new Float64Array(this.#sums.length * 2);
    sums.set(this.#sums);
    this.#keys = keys;
    this.#sums = sums;
    this.#slots = new Int32Array(this.#slots.length * 2);
    const mask = this.#slots.length - 1;
    for (let row = 0; row < this.size; row += 1) {
      let slot = mix(this.keyAt(row, 0), this.keyAt(row, 1), this.keyAt(row, 2)) & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = row + 1;
    }
  }
}

function mix(a: number, b: number, c: number): number {
  let hash = Math.imul(a ^ 0x9747b28c, 0xcc9e2d51);
  hash = Math.imul(hash ^ (hash >>> 15) ^ b, 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 13) ^ c, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}
