import { describe, expect, it } from 'vitest';
import {
  columnsOfScope,
  partOf,
  ROLLUP_SCOPES,
  ROLLUP_SETS,
  smallestRollup,
  wholeStretches,
} from './rollup-sets.ts';

describe('smallestRollup', () => {
  it('takes the first set that tells everything apart that is needed', () => {
    expect(smallestRollup('advertiser', new Set())?.name).toBe('advertiser:device');
    expect(smallestRollup('advertiser', new Set(['campaign_id']))?.name).toBe('advertiser:campaign_id');
    expect(smallestRollup('advertiser', new Set(['campaign_id', 'creative_id']))?.name).toBe(
      'advertiser:campaign_id+ad_set_id+creative_id+width+height',
    );
    expect(smallestRollup('publisher', new Set(['website_id', 'kind', 'code']))?.name).toBe(
      'publisher:website_id+widget_id+kind+code',
    );
  });

  it('has none where only the facts tell two columns apart', () => {
    expect(smallestRollup('advertiser', new Set(['country', 'language']))).toBeNull();
    expect(smallestRollup('network', new Set(['campaign_id', 'publisher_id']))).toBeNull();
    expect(smallestRollup('network', new Set(['language', 'publisher_id']))).toBeNull();
    expect(smallestRollup('publisher', new Set(['local_hour', 'website_id']))).toBeNull();
  });
});

describe('wholeStretches', () => {
  it('are those of which a period has every day', () => {
    expect(wholeStretches(1_600, 1_615)).toEqual({ from: 1_600, to: 1_616 });
    expect(wholeStretches(1_585, 1_646)).toEqual({ from: 1_600, to: 1_632 });
    expect(wholeStretches(1_584, 1_647)).toEqual({ from: 1_584, to: 1_648 });
    for (const [from, to] of [
      [1_600, 1_614],
      [1_601, 1_616],
      [1_601, 1_630],
      [1_600, 1_600],
    ] as const) {
      expect(wholeStretches(from, to)).toBeNull();
    }
  });
});

describe('partOf', () => {
  it('is another number for each set of a scope, as grouping() counts', () => {
    for (const scope of ROLLUP_SCOPES) {
      const parts = ROLLUP_SETS[scope].map((set) => partOf(scope, set));
      expect(new Set(parts).size).toBe(parts.length);
    }
    const columns = columnsOfScope('advertiser');
    expect(partOf('advertiser', columns)).toBe(0);
    expect(partOf('advertiser', columns.slice(0, -1))).toBe(1);
    expect(partOf('advertiser', [])).toBe(2 ** columns.length - 1);
  });
});
