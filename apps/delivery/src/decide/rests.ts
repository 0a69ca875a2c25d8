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
    const first = this.first[slot] ?? NOBODY;
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
    const next = this.next[number] ?? NOBODY;
    const before = this.before[number] ?? NOBODY;
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
      let number = this.first[(this.looked + 1) & MASK] ?? NOBODY;
      while (number !== NOBODY) {
        const next = this.next[number] ?? NOBODY;
        if ((this.wakeMs[number] ?? 0) <= nowMs) {
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
    const [next, before] = [new Int32Array(size), new Int32Array(size)];
    const slot = new Int32Array(size).fill(NOBODY);
    const wakeMs = new Float64Array(size);
    next.set(this.next);
    before.set(this.before);
    slot.set(this.slot);
    wakeMs.set(this.wakeMs);
    this.next = next;
    this.before = before;
    this.slot = slot;
    this.wakeMs = wakeMs;
  }
}
