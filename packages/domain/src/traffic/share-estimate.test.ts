import { describe, expect, it } from 'vitest';
import { estimateShare } from './share-estimate.ts';

const drawn = (hits: number, others: number, weight = 1) => [
  ...Array.from({ length: hits }, () => ({ amount: 1, weight, isHit: true })),
  ...Array.from({ length: others }, () => ({ amount: 1, weight, isHit: false })),
];

describe('a share by a sample', () => {
  it('is that of the sample, with what chance makes of it', () => {
    expect(estimateShare(drawn(25, 75))).toEqual({
      share: 0.25,
      margin: expect.closeTo(0.0849, 4),
      drawn: 100,
    });
    // Four times as many, half as far off; what each stands for does not matter where it is the same.
    expect(estimateShare(drawn(100, 300, 7))?.margin).toBeCloseTo(0.0424, 4);
  });

  it('says that nothing found is not nothing there, and the same of all', () => {
    expect(estimateShare(drawn(0, 100))).toEqual({ share: 0, margin: 0.03, drawn: 100 });
    expect(estimateShare(drawn(100, 0))).toEqual({ share: 1, margin: 0.03, drawn: 100 });
    expect(estimateShare(drawn(0, 2))?.margin).toBe(1);
  });

  it('counts what stands for many as many, and is less sure then', () => {
    const sample = [{ amount: 1, weight: 90, isHit: true }, ...drawn(0, 10)];
    expect(estimateShare(sample)).toMatchObject({ share: 0.9, drawn: 11 });
    expect(estimateShare(sample)?.margin).toBeGreaterThan(0.5);
  });

  it('is none of nothing', () => {
    expect(estimateShare([])).toBeNull();
    expect(estimateShare([{ amount: 0, weight: 3, isHit: true }])).toBeNull();
    expect(estimateShare([{ amount: 1, weight: 0, isHit: true }])).toBeNull();
  });
});
