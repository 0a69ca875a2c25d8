/** Repeatable randomness: the demo looks the same each time it is filled. */
export type Random = {
  /** 0 ≤ x < 1 */
  next(): number;
  /** 0 … below-1 */
  below(limit: number): number;
  chance(probability: number): boolean;
  /** A whole number around the mean, as often as independent visitors come. */
  around(mean: number): number;
};

/** @param seed any whole number; the same seed gives the same numbers (xorshift32 behind a mixing step) */
export function createRandom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return (Math.imul(state, 0x2c1b3c6d) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    chance: (probability) => next() < probability,
    around: (mean) => {
      // A normal curve is close enough to Poisson's and costs the same for every mean.
      const bell = next() + next() + next() + next() - 2;
      return Math.max(0, Math.round(mean + bell * 1.73 * Math.sqrt(mean)));
    },
  };
}

export type Weighted<Value> = readonly (readonly [Value, number])[];

/** One of the values, each as often as its weight says. */
export function pick<Value>(random: Random, choices: Weighted<Value>): Value | undefined {
  let total = 0;
  for (const [, weight] of choices) total += weight;
  let at = random.next() * total;
  for (const [value, weight] of choices) {
    at -= weight;
    if (at < 0) return value;
  }
  return choices.at(-1)?.[0];
}
