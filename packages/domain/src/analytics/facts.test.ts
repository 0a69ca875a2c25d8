import { describe, expect, it } from 'vitest';
import * as facts from './facts.ts';

describe('counts of facts', () => {
  it('come to the columns of their kind alone, and what the publisher has is not the network’s', () => {
    const counts = Object.fromEntries(
      facts.FACT_COUNT_KEYS.map((count, at) => [
        count,
        new Float64Array([1, 2, 3, 4].map((row) => row * 10 ** at)),
      ]),
    ) as facts.CountColumns;
    const kinds = new Uint32Array([
      facts.ROW_COUNTED,
      facts.ROW_FILTERED,
      facts.ROW_REQUESTED,
      facts.ROW_TRACKED,
    ]);
    const sums = (column: facts.FactSum) => [...facts.sumsOfRows(column, kinds, counts)];
    expect(sums('requests')).toEqual([1, 2, 3, 4]);
    expect(sums('impressions')).toEqual([100, 0, 0, 0]);
    expect(sums('filtered_impressions')).toEqual([0, 200, 0, 0]);
    expect(sums('tracking_clicks')).toEqual([0, 0, 0, 40_000]);
    expect(sums('network_micros')).toEqual([1, 2, 3, 4].map((row) => row * (10 ** 6 - 10 ** 7)));
  });

  it('are known to be empty, and what is made of empty ones alone', () => {
    const counts = Object.fromEntries(
      facts.FACT_COUNT_KEYS.map((count) => [
        count,
        new Float64Array([0, count === 'publisherMicros' ? 1 : 0]),
      ]),
    ) as facts.CountColumns;
    const empty = facts.emptyCounts(counts);
    expect([...empty]).toEqual(facts.FACT_COUNT_KEYS.filter((count) => count !== 'publisherMicros'));
    const made = facts.FACT_SUMS.filter((sum) => !facts.isSumOf(sum, empty));
    expect(made).toEqual(['network_micros', 'publisher_micros']);
    expect(facts.isSumOf('charged_micros', empty)).toBe(true);
  });
});
