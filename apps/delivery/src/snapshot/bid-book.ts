import { TOKEN_FLAG_CPC } from '@placard/contract/wire/decision-token';
import {
  cardAt,
  type DatedCard,
  MAX_COUNTRY_TIERS,
  type MinimumBidCard,
  NO_MINIMUM_BIDS,
  reachesMinimum,
} from '@placard/domain/decision/minimum-bids';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { letterPair } from '../decide/ad-index.ts';

const TIERS = MAX_COUNTRY_TIERS + 1;
/** Every number that `letterPair` gives. */
const PAIRS = 1_024;

/** A card as a decision asks it, all of it worked out: each type of widget in each tier is a place, a number below MAX_MINIMUMS. */
export class PlacedCard {
  private readonly tierOfCountry: Uint8Array;
  private readonly cpmMicros = new Float64Array(WIDGET_TYPES.length * TIERS);
  private readonly cpcMicros = new Float64Array(WIDGET_TYPES.length * TIERS);

  constructor({ tiers, minimums }: MinimumBidCard) {
    this.tierOfCountry = new Uint8Array(PAIRS).fill(tiers.length);
    for (const [tier, { countries }] of tiers.entries()) {
      for (const country of countries) this.tierOfCountry[letterPair(country)] = tier;
    }
    for (const { widgetType, tier, cpmMicros, cpcMicros } of minimums) {
      const place = WIDGET_TYPES.indexOf(widgetType) * TIERS + tier;
      this.cpmMicros[place] = cpmMicros ?? 0;
      this.cpcMicros[place] = cpcMicros ?? 0;
    }
  }

  /** @param country as `letterPair` gives it */
  placeOf(typeNumber: number, country: number): number {
    return typeNumber * TIERS + (this.tierOfCountry[country] ?? 0);
  }

  /** 0 = any bid. */
  cpmAt(place: number): number {
    return this.cpmMicros[place] ?? 0;
  }

  cpcAt(place: number): number {
    return this.cpcMicros[place] ?? 0;
  }

  /** A bit for each place that asks for more than the price. @param flags of the token: TOKEN_FLAG_CPC or 0 */
  placesAbove(priceMicros: number, flags: number): number {
    const minimums = (flags & TOKEN_FLAG_CPC) === 0 ? this.cpmMicros : this.cpcMicros;
    let places = 0;
    for (let place = 0; place < minimums.length; place += 1) {
      if (!reachesMinimum(priceMicros, minimums[place] ?? 0)) places |= 1 << place;
    }
    return places;
  }
}

export const NO_CARD = new PlacedCard(NO_MINIMUM_BIDS);

/** The network's cards of minimum bids. What holds is worked out when it changes, by a new card or by its date. */
export class BidBook {
  private cards: readonly DatedCard[] = [];
  private card = NO_CARD;
  private fromMs = Number.NEGATIVE_INFINITY;
  private untilMs = Number.POSITIVE_INFINITY;

  put(cards: readonly DatedCard[]): void {
    this.cards = cards;
    // Nothing lies in between: the next look works it out.
    this.untilMs = Number.NEGATIVE_INFINITY;
  }

  at(nowMs: number): PlacedCard {
    if (nowMs >= this.fromMs && nowMs < this.untilMs) return this.card;
    const held = cardAt(this.cards, nowMs);
    const starts = this.cards.map(({ fromMs }) => fromMs);
    this.card = held === null ? NO_CARD : new PlacedCard(held);
    this.fromMs = held?.fromMs ?? Number.NEGATIVE_INFINITY;
    this.untilMs = Math.min(Number.POSITIVE_INFINITY, ...starts.filter((startMs) => startMs > nowMs));
    return this.card;
  }
}
