import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TAX_BP, netLines, taxOf, taxWithin } from './tax.ts';

const cents = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n });
const rate = fc.integer({ min: 0, max: MAX_TAX_BP });

describe('the tax within a total', () => {
  it.each([
    [11_900n, 1_900, 1_900n],
    [100n, 1_900, 16n],
    // 0.5 cents of tax: away from zero.
    [3n, 2_000, 1n],
    [-3n, 2_000, -1n],
    // 0.49…: not yet.
    [2n, 1_900, 0n],
    [1n, MAX_TAX_BP, 0n],
    [2n, MAX_TAX_BP, 1n],
    [0n, 1_900, 0n],
    [99_999n, 0, 0n],
  ])('of %s cents at %s basis points is %s', (total, bp, tax) => {
    expect(taxWithin(total, bp)).toBe(tax);
  });

  it('is the exact one within half a cent, and what is taken back has the same', () => {
    fc.assert(
      fc.property(cents, rate, (total, bp) => {
        const whole = BigInt(10_000 + bp);
        const off = 2n * (taxWithin(total, bp) * whole - total * BigInt(bp));
        expect(off <= whole && off >= -whole).toBe(true);
        expect(taxWithin(-total, bp)).toBe(-taxWithin(total, bp));
      }),
    );
  });

  it('leaves lines that add up to the net total, none a cent off its own', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), { maxLength: 20 }), rate, (lines, bp) => {
        const total = lines.reduce((sum, line) => sum + line, 0n);
        const net = netLines(lines, bp);
        expect(net.reduce((sum, line) => sum + line, 0n)).toBe(total - taxWithin(total, bp));
        for (const [index, line] of lines.entries()) {
          const whole = BigInt(10_000 + bp);
          const off = (net[index] ?? 0n) * whole - line * 10_000n;
          expect(off <= whole && off >= -whole).toBe(true);
          expect((net[index] ?? 0n) >= 0n).toBe(true);
        }
      }),
    );
  });
});

describe('which tax a buyer is charged', () => {
  const berlin = { country: 'DE', vatNumber: 'DE136695976' };
  const rates = [
    { country: 'DE', rateBp: 1_900 },
    { country: 'FR', rateBp: 2_000 },
  ];
  const taxed = (rateBp: number) => ({ treatment: 'taxed', rateBp });
  const without = (treatment: string) => ({ treatment, rateBp: 0 });

  it.each([
    ['a business at home', berlin, { country: 'DE', vatNumber: 'DE129273398' }, taxed(1_900)],
    ['somebody of whom nothing is known', berlin, { country: '', vatNumber: null }, taxed(1_900)],
    [
      'a business elsewhere in the EU',
      berlin,
      { country: 'FR', vatNumber: 'FR40303265045' },
      without('reverse_charge'),
    ],
    [
      'whoever has no number there, by that country',
      berlin,
      { country: 'FR', vatNumber: null },
      taxed(2_000),
    ],
    ['and by the seller’s where that has no rate', berlin, { country: 'AT', vatNumber: null }, taxed(1_900)],
    [
      'a business outside the EU',
      berlin,
      { country: 'CH', vatNumber: 'CHE-116.281.710' },
      without('outside'),
    ],
    [
      'nobody knows where, of a seller without a country',
      { country: '', vatNumber: null },
      berlin,
      without('untaxed'),
    ],
    [
      'a business in the EU, of a seller without a number',
      { country: 'DE', vatNumber: null },
      { country: 'FR', vatNumber: 'FR40303265045' },
      taxed(2_000),
    ],
    [
      'a business in the EU, of a seller outside',
      { country: 'US', vatNumber: null },
      { country: 'FR', vatNumber: 'FR40303265045' },
      taxed(2_000),
    ],
    [
      'and where that has no rate',
      { country: 'US', vatNumber: null },
      { country: 'AT', vatNumber: 'ATU13585627' },
      without('untaxed'),
    ],
  ] as const)('%s', (_, seller, buyer, tax) => {
    expect(taxOf(seller, buyer, rates)).toEqual(tax);
  });

  it('nothing is said of tax while no rate is set', () => {
    const nobody = { country: 'DE', vatNumber: null };
    for (const country of ['', 'DE', 'FR', 'US']) {
      expect(taxOf(nobody, { country, vatNumber: null }, [])).toEqual(without('untaxed'));
    }
  });
});
