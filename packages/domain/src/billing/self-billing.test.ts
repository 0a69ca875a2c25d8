import { describe, expect, it } from 'vitest';
import { selfBillingTax, suppliedIn } from './self-billing.ts';

const RATES = [{ country: 'DE', rateBp: 1_900 }];
const network = (country: string, vatNumber: string | null = 'X1') => ({ country, vatNumber });
const supplier = (country: string, vatNumber: string | null, isBusiness: boolean | null = null) => ({
  ...{ country, vatNumber, isBusiness },
});

describe('the tax in what a publisher is paid', () => {
  it.each([
    ['at home with a VAT number', supplier('DE', 'DE1'), network('DE'), 'taxed', 1_900],
    [
      'at home with a number, the network without',
      supplier('DE', 'DE1'),
      network('DE', null),
      'taxed',
      1_900,
    ],
    ['at home without one', supplier('DE', null, true), network('DE'), 'untaxed', 0],
    ['at home where no rate is set', supplier('AT', 'ATU1'), network('AT'), 'untaxed', 0],
    ['elsewhere in the EU with a number', supplier('AT', 'ATU1'), network('DE'), 'reverse_charge', 0],
    ['a business outside of the EU', supplier('US', null, true), network('DE'), 'reverse_charge', 0],
    ['a number alone says business', supplier('CH', 'CHE1'), network('DE'), 'reverse_charge', 0],
    ['a person abroad', supplier('US', null, false), network('DE'), 'untaxed', 0],
    ['somebody abroad who has not said', supplier('US', null), network('DE'), 'untaxed', 0],
    ['abroad, of a network without a number', supplier('US', null, true), network('DE', null), 'untaxed', 0],
    ['of a network outside of the EU', supplier('DE', 'DE1'), network('US'), 'outside', 0],
    ['of no known country', supplier('', 'DE1', true), network('DE'), 'untaxed', 0],
    ['of a network of no known country', supplier('DE', 'DE1'), network('', null), 'untaxed', 0],
  ] as const)('%s', (_what, from, to, treatment, rateBp) => {
    expect(selfBillingTax(from, to, RATES)).toEqual({ treatment, rateBp });
  });
});

describe('the months that a payout pays', () => {
  const months = [
    { month: '2026-01-01', micros: 100n },
    { month: '2026-02-01', micros: 0n },
    { month: '2026-03-01', micros: 50n },
  ];

  it.each([
    [0n, 1n, '2026-01-01', '2026-01-31'],
    [0n, 100n, '2026-01-01', '2026-01-31'],
    [0n, 101n, '2026-01-01', '2026-03-31'],
    [99n, 1n, '2026-01-01', '2026-01-31'],
    [99n, 2n, '2026-01-01', '2026-03-31'],
    // January is paid wholly; February had nothing.
    [100n, 50n, '2026-03-01', '2026-03-31'],
    // Beyond what was earned: a credit of the network's.
    [100n, 500n, '2026-03-01', '2026-03-31'],
    [150n, 10n, '2026-03-01', '2026-03-31'],
  ])('after %s of %s are from %s to %s', (paid, amount, from, to) => {
    expect(suppliedIn(months, paid, amount)).toEqual({ from, to });
  });

  it('are none while none was closed', () => {
    expect(suppliedIn([], 0n, 10n)).toBeNull();
  });
});
