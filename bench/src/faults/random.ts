import { seededRandom } from '@placard/db/testing/seeded-random';

/** What a round draws: the same seed gives the same fault at the same moments. */
export class Draw {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  between(least: number, most: number): number {
    return Math.floor(least + this.#next() * (most - least + 1));
  }

  oneOf<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('there is nothing to choose from');
    return list[this.between(0, list.length - 1)] as T;
  }
}
