import { describe, expect, test } from 'vitest';
import { traffic } from './websites.ts';

const faults = (input: unknown) =>
  traffic.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('traffic of a website', () => {
  test('is a range or a whole number, both sides of each limit', () => {
    for (const input of [{ range: 'under_1000' }, { custom: 1 }, { custom: 100_000_000 }]) {
      expect(faults(input)).toEqual([]);
    }
    for (const custom of [0, 100_000_001, 1.5, -1]) {
      expect([...new Set(faults({ custom }))]).toEqual(['custom: traffic_out_of_range']);
    }
    for (const input of [undefined, null, {}, 5, { range: 'some' }]) {
      expect(faults(input)).toEqual([': traffic_required']);
    }
  });

  test('is not both: one of them would be lost', () => {
    for (const range of ['under_1000', 'some']) {
      expect(faults({ range, custom: 5 })).toEqual([': traffic_both']);
    }
    expect(traffic.parse({ range: null, custom: 5 })).toEqual({ custom: 5 });
    expect(traffic.parse({ range: 'under_1000', custom: null })).toEqual({ range: 'under_1000' });
  });
});
