import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_WITHHOLDING_BP, mayBegin, withheldMicros, withholdingAt } from './withholding.ts';

const CENT = 10_000n;
const UNIT = 1_000_000n;
const cents = (count: number) => BigInt(count) * CENT;

describe('what is withheld', () => {
  it.each([
    // amount, rate, withheld, all but the rate in cents
    [10_000, 0, 0],
    [10_000, 1_500, 1_500],
    [10_000, 1_583, 1_583],
    // 0.495, 0.5, 1.5 and 2.5 cents: half a cent goes up, less goes down
    [33, 150, 0],
    [10, 500, 1],
    [30, 500, 2],
    [50, 500, 3],
    [333, 1_500, 50],
    [330, 1_500, 50],
    [1, 4_999, 0],
    [1, 1, 0],
    [99_999_999_999, 3_000, 30_000_000_000],
  ])('of %i cents at %i hundredths of a percent is %i cents', (amount, rateBp, withheld) => {
    expect(withheldMicros(cents(amount), rateBp, CENT)).toBe(cents(withheld));
  });

  it('is never all of it', () => {
    expect(withheldMicros(cents(1), MAX_WITHHOLDING_BP, CENT)).toBe(0n);
    expect(withheldMicros(cents(2), MAX_WITHHOLDING_BP, CENT)).toBe(cents(1));
  });

  it('is of whole units of a currency without cents', () => {
    const ofUnits = (units: bigint, rateBp: number) => withheldMicros(units * UNIT, rateBp, UNIT) / UNIT;
    expect([ofUnits(5_003n, 1_500), ofUnits(10n, 500), ofUnits(1n, MAX_WITHHOLDING_BP)]).toEqual([
      750n,
      1n,
      0n,
    ]);
    expect(() => withheldMicros(cents(150), 100, UNIT)).toThrow(RangeError);
  });

  it('is within half a cent of the exact part, and in whole cents', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 10 ** 12 }),
        fc.integer({ min: 0, max: MAX_WITHHOLDING_BP }),
        (amount, rateBp) => {
          const withheld = withheldMicros(cents(amount), rateBp, CENT);
          const off = withheld * 10_000n - cents(amount) * BigInt(rateBp);
          expect(withheld % 10_000n).toBe(0n);
          expect(off <= 50_000_000n && off > -50_000_000n).toBe(true);
          expect(withheld < cents(amount)).toBe(true);
        },
      ),
    );
  });

  it('of what is no payout, or at what is no rate, is an error', () => {
    for (const amount of [0n, -10_000n, 10_001n])
      expect(() => withheldMicros(amount, 100, CENT)).toThrow(RangeError);
    for (const rate of [-1, MAX_WITHHOLDING_BP + 1, 0.5]) {
      expect(() => withheldMicros(cents(100), rate, CENT)).toThrow(RangeError);
    }
  });
});

describe('the rate at an instant', () => {
  const rate = (rateBp: number, fromMs: number, untilMs: number | null = null) => ({
    rateBp,
    fromMs,
    untilMs,
  });
  const none = { publisher: [], country: [], network: [] };

  it('is none where none was set', () => {
    expect(withholdingAt(none, 0)).toEqual({ rateBp: 0, level: 'none' });
  });

  it('is the nearest that holds, also where it is 0', () => {
    const rates = {
      publisher: [rate(0, 30, 40)],
      country: [rate(1_500, 20)],
      network: [rate(500, 10)],
    };
    const at = (ms: number) => withholdingAt(rates, ms);
    expect(at(9)).toEqual({ rateBp: 0, level: 'none' });
    expect(at(10)).toEqual({ rateBp: 500, level: 'network' });
    expect(at(20)).toEqual({ rateBp: 1_500, level: 'country' });
    expect(at(30)).toEqual({ rateBp: 0, level: 'publisher' });
    expect(at(39)).toEqual({ rateBp: 0, level: 'publisher' });
    expect(at(40)).toEqual({ rateBp: 1_500, level: 'country' });
  });

  it('of several of a level is the one that began last, as long as it holds', () => {
    const country = [rate(1_000, 0), rate(2_000, 10, 20), rate(1_500, 5)];
    const at = (ms: number) => withholdingAt({ ...none, country }, ms).rateBp;
    expect([at(4), at(5), at(10), at(19), at(20)]).toEqual([1_000, 1_500, 2_000, 2_000, 1_500]);
  });

  it('begins later only', () => {
    expect([mayBegin(10, 9), mayBegin(10, 10), mayBegin(10, 11)]).toEqual([true, false, false]);
  });
});
