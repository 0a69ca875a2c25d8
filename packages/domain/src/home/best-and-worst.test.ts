import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestAndWorst, LEAST_JUDGED_IMPRESSIONS } from './best-and-worst.ts';

const of = (id: number, impressions: number, clicks: number) => ({ id, impressions, clicks });
const ids = (...campaigns: ReturnType<typeof of>[]) => {
  const { best, worst } = bestAndWorst(campaigns);
  return [best?.id ?? null, worst?.id ?? null];
};

describe('best and worst campaign', () => {
  it('go by the click rate, whatever was shown more', () => {
    expect(ids(of(1, 50_000, 100), of(2, 2_000, 40), of(3, 4_000, 20))).toEqual([2, 1]);
  });

  it('are of those alone that were shown a thousand times', () => {
    expect(ids(of(1, LEAST_JUDGED_IMPRESSIONS - 1, 900), of(2, 5_000, 5))).toEqual([2, null]);
    expect(ids(of(1, LEAST_JUDGED_IMPRESSIONS, 900), of(2, 5_000, 5))).toEqual([1, 2]);
    expect(ids()).toEqual([null, null]);
  });

  it('are not two where all do the same: the one shown more is named', () => {
    expect(ids(of(1, 2_000, 2), of(2, 4_000, 4))).toEqual([2, null]);
  });

  it('do not depend on the order, and nothing lies beyond them', () => {
    const campaign = fc.record({
      id: fc.nat(),
      impressions: fc.nat(10_000_000),
      clicks: fc.nat(1_000),
    });
    fc.assert(
      fc.property(fc.uniqueArray(campaign, { selector: ({ id }) => id }), (campaigns) => {
        const { best, worst } = bestAndWorst(campaigns);
        expect(bestAndWorst(campaigns.toReversed())).toEqual({ best, worst });
        const judged = campaigns.filter(({ impressions }) => impressions >= LEAST_JUDGED_IMPRESSIONS);
        expect(best === null).toBe(judged.length === 0);
        for (const { clicks, impressions } of judged) {
          if (best !== null) expect(clicks * best.impressions <= best.clicks * impressions).toBe(true);
          if (worst !== null) expect(clicks * worst.impressions >= worst.clicks * impressions).toBe(true);
        }
      }),
    );
  });
});
