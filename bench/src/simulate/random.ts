import { seededRandom } from '@placard/db/testing/seeded-random';

/** Draws that a simulation needs; the same seed gives the same run. */
export class Draws {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seededRandom(seed);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  /** How many come in a stretch in which `mean` do on average (Knuth for few, the normal curve for many). */
  arrivals(mean: number): number {
    if (mean > 60) return Math.max(0, Math.round(mean + this.normal() * Math.sqrt(mean)));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count += 1;
    return count;
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
}
