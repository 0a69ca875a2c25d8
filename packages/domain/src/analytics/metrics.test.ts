import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACT_SUMS } from './facts.ts';
import { DIMENSIONS, METRIC_KEYS, METRICS, metricsOf, metricValue, metricValues, sumsOf } from './metrics.ts';

const sums = fc.record(
  Object.fromEntries(FACT_SUMS.map((column) => [column, fc.bigInt({ min: 0n, max: 10n ** 12n })])),
);

describe('metrics', () => {
  it('of sums add up: the metric of two rows together is the sum of both', () => {
    fc.assert(
      fc.property(sums, sums, (a, b) => {
        const both = Object.fromEntries(
          FACT_SUMS.map((column) => [column, (a[column] ?? 0n) + (b[column] ?? 0n)]),
        );
        for (const key of METRIC_KEYS.filter((each) => METRICS[each].formula.kind === 'sum')) {
          const [first, second] = [metricValue(key, a), metricValue(key, b)];
          expect(BigInt(metricValue(key, both) ?? -1)).toBe(BigInt(first ?? -1) + BigInt(second ?? -1));
        }
      }),
    );
  });

  it('keep money exact and ratios of nothing unknown', () => {
    expect(metricValue('spend', { charged_micros: 2n ** 60n + 1n })).toBe(2n ** 60n + 1n);
    expect(metricValues(['ctr', 'averageCpc', 'rpm'], {})).toEqual({
      ctr: null,
      averageCpc: null,
      rpm: null,
    });
    expect(metricValue('averageCpm', { charged_micros: 2_000n, impressions: 3n })).toBe(666_666n);
    expect(metricValue('viewableRate', { viewables: 1n, impressions: 4n })).toBe(0.25);
  });

  it('need only the sums of their formulas', () => {
    expect(sumsOf(['ctr', 'clicks', 'spend'])).toEqual(['impressions', 'clicks', 'charged_micros']);
  });

  it('show nobody the other side’s money', () => {
    expect(metricsOf('advertiser')).not.toContain('earnings');
    expect(metricsOf('advertiser')).not.toContain('networkRevenue');
    expect(metricsOf('publisher')).not.toContain('spend');
    expect(metricsOf('operator')).toEqual(METRIC_KEYS);
    expect(DIMENSIONS.campaign.roles).not.toContain('publisher');
    expect(DIMENSIONS.publisher.roles).not.toContain('advertiser');
    for (const { roles } of Object.values(DIMENSIONS)) expect(roles).toContain('operator');
  });
});
