import { grown } from './cells.ts';

/** One slot a millisecond; later times come round again. */
const SLOTS = 8_192;
const MASK = SLOTS - 1;
const NOBODY = -1;

/** Numbers of ad sets that rest, by the time at which they wake: a wheel, with one entry an ad set. */
export class Rests {
  private readonly first = new Int32Array(SLOTS).fill(NOBODY);
  private next = new Int32Array(16);
  private before = new Int32Array(16);
  private slot = new Int32Array(16).fill(NOBODY);
  private wakeMs = new Float64Array(16);
  /** The last millisecond whose slot was looked at; NaN before the first. */
  private looked = Number.NaN;
  private count = 0;

  get size(): number {
    return this.count;
  }

  has(number: number): boolean {
    return (this.slot[number] ?? NOBODY) !== NOBODY;
  }

  /** @param number small: cells are kept up to the largest */
  add(number: number, wakeMs: number): void {
    if (number >= this.slot.length) this.grow(number);
    const later = Number.isNaN(this.looked)
      ? Math.ceil(wakeMs)
      : Math.max(Math.ceil(wakeMs), this.looked + 1);
    const slot = later & MASK;
    const first = this.first[slot] as number;
    this.slot[number] = slot;
    this.wakeMs[number] = wakeMs;
    this.next[number] = first;
    this.before[number] = NOBODY;
    if (first !== NOBODY) this.before[first] = number;
    this.first[slot] = number;
    this.count += 1;
  }

  remove(number: number): void {
    const slot = this.slot[number] ?? NOBODY;
    if (slot === NOBODY) return;
    const next = this.next[number] as number;
    const before = this.before[number] as number;
    if (before === NOBODY) this.first[slot] = next;
    else this.next[before] = next;
    if (next !== NOBODY) this.before[next] = before;
    this.slot[number] = NOBODY;
    this.count -= 1;
  }

  /**
   * Takes out those whose time has come and tells `wake` of each.
   * @param most where a whole network wakes at midnight, the rest is for the next call
   * @returns whether none is left that should wake
   */
  due(nowMs: number, most: number, wake: (number: number) => void): boolean {
    const now = Math.floor(nowMs);
    // The first call looks everywhere; a clock that went back goes over its slots again.
    if (Number.isNaN(this.looked) || now - this.looked > SLOTS) this.looked = now - SLOTS;
    else if (now < this.looked) this.looked = now;
    if (this.count === 0) this.looked = now;
    let left = most;
    while (this.looked < now) {
      let number = this.first[(this.looked + 1) & MASK] as number;
      while (number !== NOBODY) {
        const next = this.next[number] as number;
        if ((this.wakeMs[number] as number) <= nowMs) {
          if (left === 0) return false;
          left -= 1;
          this.remove(number);
          wake(number);
        }
        number = next;
      }
      this.looked += 1;
    }
    return true;
  }

  private grow(number: number): void {
    const size = Math.max(2 * this.slot.length, number + 1);
    this.next = grown(this.next, new Int32Array(size));
    this.before = grown(this.before, new Int32Array(size));
    this.slot = grown(this.slot, new Int32Array(size).fill(NOBODY));
    this.wakeMs = grown(this.wakeMs, new Float64Array(size));
  }
}
