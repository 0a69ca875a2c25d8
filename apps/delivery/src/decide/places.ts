import { grown } from './cells.ts';
import type { Positions } from './shelf.ts';

/**
 * Numbers for standings (one unit on one shelf): an ad set has its own in a row, so that all of them are found without a list.
 * What is given back is given out again to who needs as many.
 */
export class Places implements Positions {
  /** The shelf, by standing. */
  shelf = new Int32Array(64);
  /** The unit, by standing. */
  unit = new Int32Array(64);
  at = new Int32Array(64);
  private used = 0;
  /** First numbers of what was given back, by how many. */
  private readonly free = new Map<number, number[]>();

  /** Numbers that were ever given out: what the arrays hold. */
  get size(): number {
    return this.used;
  }

  /** @returns the first of `count` numbers in a row. */
  take(count: number): number {
    const again = this.free.get(count)?.pop();
    if (again !== undefined) return again;
    const first = this.used;
    this.used += count;
    if (this.used > this.at.length) this.grow();
    return first;
  }

  giveBack(first: number, count: number): void {
    const known = this.free.get(count);
    if (known === undefined) this.free.set(count, [first]);
    else known.push(first);
  }

  private grow(): void {
    const size = Math.max(2 * this.at.length, this.used);
    this.shelf = grown(this.shelf, new Int32Array(size));
    this.unit = grown(this.unit, new Int32Array(size));
    this.at = grown(this.at, new Int32Array(size));
  }
}
