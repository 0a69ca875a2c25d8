const BUCKET_MS = 0.02;
const BUCKETS = 50_000;

/** How long answers took, to 0.02 ms; what took longer than a second counts as one. */
export class Histogram {
  readonly #buckets = new Uint32Array(BUCKETS);
  #many = 0;

  get many(): number {
    return this.#many;
  }

  add(ms: number): void {
    const bucket = Math.min(Math.floor(ms / BUCKET_MS), BUCKETS - 1);
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#many += 1;
  }

  /** @returns milliseconds that this share of answers took at most */
  percentile(share: number): number {
    let left = this.#many * share;
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      left -= this.#buckets[bucket] ?? 0;
      if (left <= 0) return (bucket + 1) * BUCKET_MS;
    }
    return BUCKETS * BUCKET_MS;
  }
}
