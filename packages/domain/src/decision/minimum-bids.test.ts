import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { WIDGET_TYPES } from '../widget/rules.ts';
import {
  cardAt,
  cardIssues,
  cardStartMs,
  isSameCard,
  MAX_COUNTRY_TIERS,
  MAX_MINIMUM_BID_DOLLARS,
  MAX_MINIMUMS,
  type MinimumBid,
  type MinimumBidCard,
  minimumBidMicros,
  minimumsMet,
  NO_MINIMUM_BIDS,
  plainCard,
  reachesMinimum,
  tierOf,
} from './minimum-bids.ts';

const row = (part: Partial<MinimumBid>): MinimumBid => ({
  ...{ widgetType: 'banner', tier: 0, cpmMicros: 1_000_000, cpcMicros: null },
  ...part,
});
const CARD: MinimumBidCard = {
  tiers: [
    { name: 'First', countries: ['DE', 'US'] },
    { name: 'Second', countries: ['FR'] },
  ],
  minimums: [
    row({ tier: 0, cpmMicros: 3_000_000, cpcMicros: 300_000 }),
    row({ tier: 2, cpmMicros: 1_000_000 }),
    row({ tier: 0, widgetType: 'video', cpmMicros: null, cpcMicros: 500_000 }),
  ],
};
const codes = (card: Partial<MinimumBidCard>) =>
  cardIssues({ ...CARD, ...card }).map(({ field, code }) => `${field} ${code}`);

describe('a minimum bid', () => {
  it.each([
    ['DE', 'banner', 'BRAND_AWARENESS', 3_000_000],
    ['US', 'banner', 'TRAFFIC', 300_000],
    ['FR', 'banner', 'BRAND_AWARENESS', 0],
    ['JP', 'banner', 'BRAND_AWARENESS', 1_000_000],
    ['', 'banner', 'BRAND_AWARENESS', 1_000_000],
    ['JP', 'banner', 'TRAFFIC', 0],
    ['DE', 'video', 'BRAND_AWARENESS', 0],
    ['DE', 'video', 'TRAFFIC', 500_000],
    ['DE', 'native', 'TRAFFIC', 0],
  ] as const)('of a view from %j in a %s for %s is %d', (country, widgetType, objective, micros) => {
    expect(minimumBidMicros(CARD, { widgetType, country, objective })).toBe(micros);
    expect(minimumBidMicros(NO_MINIMUM_BIDS, { widgetType, country, objective })).toBe(0);
  });

  it('is reached by as much, and not by a micro less', () => {
    expect(reachesMinimum(300_000, 300_000)).toBe(true);
    expect(reachesMinimum(299_999, 300_000)).toBe(false);
    expect(reachesMinimum(1, 0)).toBe(true);
  });

  test('whoever bids more reaches no fewer views, whatever the card', () => {
    const places = ['DE', 'US', 'FR', 'JP', ''];
    const amount = fc.option(fc.integer({ min: 1, max: 9 }), { nil: null });
    const card = fc
      .uniqueArray(
        fc.record({
          widgetType: fc.constantFrom(...WIDGET_TYPES),
          tier: fc.nat(2),
          cpmMicros: amount,
          cpcMicros: amount,
        }),
        { selector: ({ widgetType, tier }) => `${widgetType} ${tier}` },
      )
      .map((minimums) => ({ tiers: CARD.tiers, minimums }));
    fc.assert(
      fc.property(card, fc.integer({ min: 1, max: 9 }), fc.nat(3), (drawn, priceMicros, more) => {
        for (const widgetType of WIDGET_TYPES) {
          for (const country of places) {
            const minimum = minimumBidMicros(drawn, { widgetType, country, objective: 'TRAFFIC' });
            const asked = drawn.minimums.filter(
              (each) => each.widgetType === widgetType && each.tier === tierOf(drawn.tiers, country),
            );
            expect(minimum).toBe(asked[0]?.cpcMicros ?? 0);
            if (reachesMinimum(priceMicros, minimum)) {
              expect(reachesMinimum(priceMicros + more, minimum)).toBe(true);
            }
          }
        }
        expect(isSameCard(drawn, plainCard(drawn))).toBe(true);
      }),
    );
  });
});

describe('what an ad set meets', () => {
  const every = (tier: number, cpcMicros: number) =>
    WIDGET_TYPES.map((widgetType) => row({ widgetType, tier, cpmMicros: null, cpcMicros }));
  const met = (locations: readonly string[], minimums = [...every(0, 5), ...every(1, 3), ...every(2, 2)]) => {
    const asked = minimumsMet({ ...CARD, minimums }, { locations, objective: 'TRAFFIC' });
    return [asked.lowestMicros, asked.highestMicros];
  };

  it('is what the tiers of its countries ask for, of all where it names none', () => {
    expect(met(['DE'])).toEqual([5, 5]);
    expect(met(['US', 'FR'])).toEqual([3, 5]);
    expect(met(['JP', 'BR'])).toEqual([2, 2]);
    expect(met([])).toEqual([2, 5]);
  });

  it('is nothing where one type of widget asks for nothing, or only for the other price', () => {
    expect(met(['DE'], every(0, 5).slice(1))).toEqual([0, 5]);
    expect(met([], [row({ cpmMicros: 9, cpcMicros: null })])).toEqual([0, 0]);
  });
});

describe('a card', () => {
  it('has room for each type in each tier, and that of the rest', () => {
    expect(MAX_MINIMUMS).toBe((MAX_COUNTRY_TIERS + 1) * 4);
    expect(codes({})).toEqual([]);
    expect(cardIssues(NO_MINIMUM_BIDS)).toEqual([]);
  });

  it('names each country and each tier once', () => {
    const tiers = (second: object) => ({
      tiers: [CARD.tiers[0], { name: 'Second', countries: ['FR'], ...second }] as MinimumBidCard['tiers'],
    });
    expect(codes(tiers({ countries: ['FR', 'US'] }))).toEqual(['tiers.1.countries card_repeated']);
    expect(codes(tiers({ countries: ['FR', 'FR'] }))).toEqual(['tiers.1.countries card_repeated']);
    expect(codes(tiers({ countries: ['QQ'] }))).toEqual(['tiers.1.countries country_unknown']);
    expect(codes(tiers({ name: 'FIRST' }))).toEqual(['tiers.1.name card_repeated']);
  });

  it('asks each type and tier once, of tiers that it has', () => {
    expect(codes({ minimums: [row({ tier: 2 })] })).toEqual([]);
    expect(codes({ minimums: [row({ tier: 3 })] })).toEqual(['minimums.0.tier choice_unknown']);
    expect(codes({ minimums: [row({}), row({})] })).toEqual(['minimums.1.tier card_repeated']);
    expect(codes({ minimums: [row({}), row({ widgetType: 'native' })] })).toEqual([]);
  });

  it('asks for more than nothing and for no more than the most', () => {
    const most = MAX_MINIMUM_BID_DOLLARS * 1_000_000;
    const of = (cpmMicros: number, cpcMicros: number | null = null) =>
      codes({ minimums: [row({ cpmMicros, cpcMicros })] });
    expect(of(1, most)).toEqual([]);
    expect(of(0)).toEqual(['minimums.0.minCpm amount_too_small']);
    expect(of(1, most + 1)).toEqual(['minimums.0.minCpc minimum_too_high']);
  });

  it('is the same one however it is written, and another by a micro or a name', () => {
    const written = {
      tiers: CARD.tiers.map(({ name, countries }) => ({ name, countries: countries.toReversed() })),
      minimums: [
        row({ widgetType: 'native', cpmMicros: null, cpcMicros: null }),
        ...CARD.minimums.toReversed(),
      ],
    };
    expect(isSameCard(written, CARD)).toBe(true);
    const dearer = CARD.minimums.map((each) => ({ ...each, cpmMicros: (each.cpmMicros ?? 0) + 1 }));
    expect(isSameCard({ ...CARD, minimums: dearer }, CARD)).toBe(false);
    expect(isSameCard({ ...CARD, tiers: CARD.tiers.toReversed() }, CARD)).toBe(false);
  });
});

describe('a card by date', () => {
  const cards = [{ fromMs: 200 }, { fromMs: 100 }, { fromMs: 300 }];

  it('holds from its instant until the next begins', () => {
    expect([99, 100, 199, 200, 300].map((atMs) => cardAt(cards, atMs)?.fromMs ?? null)).toEqual([
      null,
      100,
      100,
      200,
      300,
    ]);
  });

  it('begins at once, or with a day of UTC that has not begun', () => {
    const midnight = Date.UTC(2026, 10, 24);
    expect(cardStartMs(null, 123)).toBe(123);
    expect(cardStartMs('2026-11-24', midnight - 1)).toBe(midnight);
    expect(cardStartMs('2026-11-24', midnight)).toBeNull();
    expect(cardStartMs('2026-11-23', midnight - 1)).toBeNull();
  });
});
