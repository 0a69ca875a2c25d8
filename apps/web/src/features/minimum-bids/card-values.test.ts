import { newBidCard } from '@placard/contract/minimum-bids';
import { describe, expect, test } from 'vitest';
import { fieldOf, inputOf, valuesOf } from './card-values.ts';

const CARD = {
  tiers: [
    { name: 'First', countries: ['DE', 'US'] },
    { name: 'Second', countries: ['FR'] },
  ],
  minimums: [
    { widgetType: 'native' as const, tier: 0, minCpm: 3, minCpc: null },
    { widgetType: 'video' as const, tier: 2, minCpm: null, minCpc: 0.5 },
  ],
};
const values = () => ({ ...valuesOf(CARD, '2026-12-01'), reason: 'Dearer places' });

describe('the form of a card', () => {
  test('asks for what the card asks for, and sends the same', () => {
    const { tiers, rest } = values();
    expect([tiers[0]?.asked.native.minCpm, tiers[1]?.asked.native.minCpm, rest.video.minCpc]).toEqual([
      3,
      '',
      0.5,
    ]);
    const input = newBidCard.parse(inputOf(values(), 7));
    expect(input).toMatchObject({ tiers: CARD.tiers, fromUtcDay: null, lastCardId: 7 });
    expect(input.minimums.filter(({ minCpm, minCpc }) => minCpm !== null || minCpc !== null)).toEqual(
      CARD.minimums.toReversed(),
    );
  });

  test('begins with the day, where one is chosen', () => {
    const input = inputOf({ ...values(), begins: 'day' }, null);
    expect(input.fromUtcDay).toBe('2026-12-01');
  });

  test('finds the field of every fault', () => {
    const form = values();
    const broken = {
      ...form,
      tiers: form.tiers.map((tier) => ({
        ...tier,
        countries: ['FR', 'QQ'],
        asked: { ...tier.asked, native: { minCpm: 0, minCpc: 2_000 } },
      })),
      rest: { ...form.rest, floating_sticky_ad: { minCpm: 1_001, minCpc: '' as const } },
    };
    const { error } = newBidCard.safeParse(inputOf(broken, null));
    const fields = (error?.issues ?? []).map(({ path }) => fieldOf(path.join('.')));
    expect(new Set(fields)).toEqual(
      new Set([
        'tiers.0.countries',
        'tiers.1.countries',
        'tiers.0.asked.native.minCpm',
        'tiers.0.asked.native.minCpc',
        'tiers.1.asked.native.minCpm',
        'tiers.1.asked.native.minCpc',
        'rest.floating_sticky_ad.minCpm',
      ]),
    );
    expect(fieldOf('reason')).toBe('reason');
    expect(fieldOf('tiers')).toBe('tiers');
  });
});
