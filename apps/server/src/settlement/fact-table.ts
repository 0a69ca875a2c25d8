import { FACT_COUNT_KEYS, type FactCount } from '@placard/domain/analytics/facts';

/**
 * Counts of one settlement, grouped by what reports can ask for. Open addressing over typed arrays: an event
 * finds its row without an object being made. A row is seven 32-bit words of key and a sum of each count. The sums of one count
 * lie together: most are 0 throughout, and are packed that way.
 */
export const KEY = {
  adSetId: 0,
  creativeId: 1,
  widgetId: 2,
  /** Country × 65,536 + language. */
  countryLanguage: 3,
  /** Width × 65,536 + height. */
  size: 4,
  /** Quarter hour: epoch ms / 900,000. */
  quarter: 5,
  /** Device | row kind << 8 | code << 16, where code is the filter reason or the request's outcome. */
  deviceKindCode: 6,
} as const;
export const KEY_WORDS = 7;

/** Places of the sums in a row. Micros are exact integers below 2^53. */
export const SUM = Object.fromEntries(FACT_COUNT_KEYS.map((count, place) => [count, place])) as Readonly<
  Record<FactCount, number>
>;

const FIRST_CAPACITY = 1024;
/** Rows for which a table that is used again keeps its room; 32 MiB. */
const KEPT_CAPACITY = 262_144;

export class FactTable {
  keys = new Uint32Array(FIRST_CAPACITY * KEY_WORDS);
  #sums = emptySums(FIRST_CAPACITY);
  size = 0;
  // Twice as many slots as rows at most: row number + 1, 0 = free.
  #slots = new Int32Array(FIRST_CAPACITY * 2);
  #mask = FIRST_CAPACITY * 2 - 1;

  /** The row of a key, made with zero sums when new. @returns its number; sums start at number × SUMS. */
  row(
    adSetId: number,
    creativeId: number,
    widgetId: number,
    countryLanguage: number,
    size: number,
    quarter: number,
    deviceKindCode: number,
  ): number {
    let slot =
      mix(adSetId, creativeId, widgetId, countryLanguage, size, quarter, deviceKindCode) & this.#mask;
    for (;;) {
      const row = (this.#slots[slot] ?? 0) - 1;
      if (row < 0) break;
      const at = row * KEY_WORDS;
      const keys = this.keys;
      if (
        keys[at] === adSetId &&
        keys[at + 1] === creativeId &&
        keys[at + 2] === widgetId &&
        keys[at + 3] === countryLanguage &&
        keys[at + 4] === size &&
        keys[at + 5] === quarter &&
        keys[at + 6] === deviceKindCode
      ) {
        return row;
      }
      slot = (slot + 1) & this.#mask;
    }
    const row = this.size;
    if ((row + 1) * KEY_WORDS > this.keys.length) {
      this.#grow();
      return this.row(adSetId, creativeId, widgetId, countryLanguage, size, quarter, deviceKindCode);
    }
    this.#slots[slot] = row + 1;
    this.size += 1;
    const at = row * KEY_WORDS;
    this.keys[at] = adSetId;
    this.keys[at + 1] = creativeId;
    this.keys[at + 2] = widgetId;
    this.keys[at + 3] = countryLanguage;
    this.keys[at + 4] = size;
    this.keys[at + 5] = quarter;
    this.keys[at + 6] = deviceKindCode;
    return row;
  }

  /** Empty again, with the room it has: making it anew for each transaction costs as much as filling it. */
  clear(): void {
    if (this.keys.length > KEPT_CAPACITY * KEY_WORDS) {
      this.keys = new Uint32Array(FIRST_CAPACITY * KEY_WORDS);
      this.#sums = emptySums(FIRST_CAPACITY);
      this.#slots = new Int32Array(FIRST_CAPACITY * 2);
      this.#mask = FIRST_CAPACITY * 2 - 1;
    } else {
      for (const sum of this.#sums) sum.fill(0, 0, this.size);
      this.#slots.fill(0);
    }
    this.size = 0;
  }

  keyAt(row: number, word: number): number {
    return this.keys[row * KEY_WORDS + word] ?? 0;
  }

  sumAt(row: number, sum: number): number {
    return this.#sums[sum]?.[row] ?? 0;
  }

  add(row: number, sum: number, amount: number): void {
    const column = this.sumsOf(sum);
    column[row] = (column[row] ?? 0) + amount;
  }

  /** One sum of all rows; beyond `size` it means nothing. */
  sumsOf(sum: number): Float64Array {
    const column = this.#sums[sum];
    if (column === undefined) throw new RangeError(`facts have no sum ${sum}`);
    return column;
  }

  #grow(): void {
    const capacity = (this.keys.length / KEY_WORDS) * 2;
    const keys = new Uint32Array(capacity * KEY_WORDS);
    keys.set(this.keys);
    const sums = emptySums(capacity);
    for (const [sum, column] of sums.entries()) column.set(this.sumsOf(sum));
    this.keys = keys;
    this.#sums = sums;
    this.#slots = new Int32Array(capacity * 2);
    this.#mask = capacity * 2 - 1;
    for (let row = 0; row < this.size; row += 1) {
      const at = row * KEY_WORDS;
      const word = (index: number) => keys[at + index] ?? 0;
      let slot = mix(word(0), word(1), word(2), word(3), word(4), word(5), word(6)) & this.#mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask;
      this.#slots[slot] = row + 1;
    }
  }
}

function emptySums(capacity: number): Float64Array[] {
  return FACT_COUNT_KEYS.map(() => new Float64Array(capacity));
}

/** Murmur-like mixing of the seven words. */
function mix(a: number, b: number, c: number, d: number, e: number, f: number, g: number): number {
  let hash = step(0x9747b28c, a);
  hash = step(hash, b);
  hash = step(hash, c);
  hash = step(hash, d);
  hash = step(hash, e);
  hash = step(hash, f);
  hash = step(hash, g);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return hash ^ (hash >>> 13);
}

function step(hash: number, word: number): number {
  const mixed = Math.imul(word, 0xcc9e2d51);
  const turned = hash ^ Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
  return (Math.imul((turned << 13) | (turned >>> 19), 5) + 0xe6546b64) | 0;
}
