import { TOKEN_FLAG_CPC } from '@placard/contract/wire/decision-token';
import { MAX_MINIMUMS, type MinimumBidCard, minimumBidMicros } from '@placard/domain/decision/minimum-bids';
import { COUNTRY_CODES } from '@placard/domain/targeting/places';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { letterPair } from '../decide/ad-index.ts';
import { BidBook, NO_CARD, PlacedCard } from './bid-book.ts';

const amount = fc.option(fc.integer({ min: 1, max: 1_000_000_000 }), { nil: null });
const card: fc.Arbitrary<MinimumBidCard> = fc
  .uniqueArray(fc.constantFrom(...COUNTRY_CODES), { minLength: 5, maxLength: 30 })
  .chain((countries) =>
    fc.record({
      tiers: fc.constant(
        [0, 1, 2, 3, 4].map((tier) => ({
          name: String(tier),
          countries: countries.filter((_country, at) => at % 5 === tier),
        })),
      ),
      minimums: fc.uniqueArray(
        fc.record({
          ...{ widgetType: fc.constantFrom(...WIDGET_TYPES), tier: fc.nat(5) },
          ...{ cpmMicros: amount, cpcMicros: amount },
        }),
        { selector: ({ widgetType, tier }) => `${widgetType} ${tier}`, maxLength: MAX_MINIMUMS },
      ),
    }),
  );

describe('a placed card', () => {
  test('asks what the card asks, at every place of it', () => {
    fc.assert(
      fc.property(card, fc.integer({ min: 1, max: 1_000_000_001 }), (drawn, priceMicros) => {
        const placed = new PlacedCard(drawn);
        const [above, aboveClick] = [0, TOKEN_FLAG_CPC].map((flags) =>
          placed.placesAbove(priceMicros, flags),
        );
        for (const [typeNumber, widgetType] of WIDGET_TYPES.entries()) {
          for (const country of ['', 'DE', 'BR', ...drawn.tiers.flatMap(({ countries }) => countries)]) {
            const place = placed.placeOf(typeNumber, letterPair(country));
            const cpm = minimumBidMicros(drawn, { widgetType, country, objective: 'BRAND_AWARENESS' });
            const cpc = minimumBidMicros(drawn, { widgetType, country, objective: 'TRAFFIC' });
            expect([placed.cpmAt(place), placed.cpcAt(place)]).toEqual([cpm, cpc]);
            expect((((above ?? 0) >>> place) & 1) === 1).toBe(priceMicros < cpm);
            expect((((aboveClick ?? 0) >>> place) & 1) === 1).toBe(priceMicros < cpc);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the cards of a network', () => {
  const asking = (fromMs: number, cpmMicros: number) => ({
    ...{ fromMs, tiers: [] },
    minimums: [{ widgetType: 'banner' as const, tier: 0, cpmMicros, cpcMicros: null }],
  });
  const cpmAt = (book: BidBook, nowMs: number) => book.at(nowMs).cpmAt(book.at(nowMs).placeOf(0, 0));

  test('hold from their instant until the next, also where the clock is set back', () => {
    const book = new BidBook();
    expect(book.at(5)).toBe(NO_CARD);
    book.put([asking(200, 2), asking(100, 1)]);
    expect([99, 100, 199, 200, 199, 99].map((nowMs) => cpmAt(book, nowMs))).toEqual([0, 1, 1, 2, 1, 0]);
    expect(book.at(150)).toBe(book.at(199));
  });

  test('are others at once when they are put', () => {
    const book = new BidBook();
    book.put([asking(100, 1)]);
    expect(cpmAt(book, 150)).toBe(1);
    book.put([asking(100, 1), asking(150, 7)]);
    expect(cpmAt(book, 150)).toBe(7);
    book.put([]);
    expect(cpmAt(book, 150)).toBe(0);
  });
});
