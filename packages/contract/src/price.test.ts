import { MAX_MINIMUM_BID_DOLLARS } from '@placard/domain/decision/minimum-bids';
import { MAX_PRICE_MICROS } from '@placard/domain/decision/price';
import { dollarsFromMicros } from '@placard/domain/micros';
import { expect, it } from 'vitest';
import { newBidCard } from './minimum-bids.ts';
import { price } from './scalars.ts';

const LARGEST = dollarsFromMicros(BigInt(MAX_PRICE_MICROS));

it.each([0.000_001, 2.5, LARGEST])('%f is a price', (value) => {
  expect(price.safeParse(value).success).toBe(true);
});

it.each([
  [0, 'amount_too_small'],
  [-1, 'amount_too_small'],
  [0.000_000_1, 'amount_decimals'],
  // A decision's record would carry less than was bid.
  [dollarsFromMicros(BigInt(MAX_PRICE_MICROS) + 1n), 'amount_too_large'],
  [999_999_999.999_999, 'amount_too_large'],
])('%f is none', (value, code) => {
  expect(price.safeParse(value).error?.issues.map(({ message }) => message)).toContain(code);
});

it('of a card of minimum bids each fault stands at its place, with the most that there may be', () => {
  const europe = { name: 'Europe', countries: ['DE'] };
  const of = (tier: number, minCpm: number | null, minCpc: number | null = null) => ({
    ...{ widgetType: 'banner', tier, minCpm, minCpc },
  });
  const faults = (tiers: readonly object[], minimums: readonly object[]) =>
    newBidCard
      .safeParse({ tiers, minimums, fromUtcDay: null, reason: 'As agreed', lastCardId: null })
      .error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(faults([europe], [of(0, 1.25, 0.5), of(1, null, 0.1)])).toBeUndefined();
  expect(faults([europe], [of(0, MAX_MINIMUM_BID_DOLLARS + 1)])).toEqual([
    ['minimums.0.minCpm', `number_at_most:${MAX_MINIMUM_BID_DOLLARS}`],
  ]);
  expect(faults([europe, { ...europe, countries: ['FR'] }], [of(3, 1)])).toEqual([
    ['tiers.1.name', 'card_repeated'],
    ['minimums.0.tier', 'choice_unknown'],
  ]);
});
