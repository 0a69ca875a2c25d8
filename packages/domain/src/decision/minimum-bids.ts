import type { Issue } from '../issue.ts';
import { isCountryCode } from '../targeting/places.ts';
import { numberOfDay } from '../time-zone.ts';
import { WIDGET_TYPES, type WidgetType } from '../widget/rules.ts';
import type { PricedObjective } from './price.ts';

/** Tiers that name their countries; all other countries, and views of an unknown one, are one more: the last. */
export const MAX_COUNTRY_TIERS = 5;
export const TIER_NAME_LENGTH = 40;
/** Each of the tiers with that of the rest, for each type of widget. */
export const MAX_MINIMUMS = (MAX_COUNTRY_TIERS + 1) * WIDGET_TYPES.length;
/** A minimum beyond it is a typing mistake that would stop a network. */
export const MAX_MINIMUM_BID_DOLLARS = 1_000;
/** Cards that are over are kept and count. */
export const MAX_BID_CARDS = 500;

const MICROS_PER_DOLLAR = 1_000_000;
const DAY_MS = 86_400_000;

export type CountryTier = {
  readonly name: string;
  /** Upper-case codes; each stands in one tier at most. */
  readonly countries: readonly string[];
};

/** The least that an ad set has to bid for a view in a widget of the type, to somebody in a country of the tier. */
export type MinimumBid = {
  readonly widgetType: WidgetType;
  /** Place in the card's tiers; their number: the rest. */
  readonly tier: number;
  /** Micros per 1,000 viewable impressions and per click; null: any bid. */
  readonly cpmMicros: number | null;
  readonly cpcMicros: number | null;
};

export type MinimumBidCard = {
  readonly tiers: readonly CountryTier[];
  readonly minimums: readonly MinimumBid[];
};

/** What holds where no card does. */
export const NO_MINIMUM_BIDS: MinimumBidCard = { tiers: [], minimums: [] };

/** @param country '' = unknown, which is of the rest */
export function tierOf(tiers: readonly CountryTier[], country: string): number {
  const tier = tiers.findIndex(({ countries }) => countries.includes(country));
  return tier < 0 ? tiers.length : tier;
}

/** @returns 0 where any bid will do. */
export function minimumBidMicros(
  { tiers, minimums }: MinimumBidCard,
  view: { readonly widgetType: WidgetType; readonly country: string; readonly objective: PricedObjective },
): number {
  const tier = tierOf(tiers, view.country);
  const row = minimums.find((each) => each.widgetType === view.widgetType && each.tier === tier);
  return minimumOf(row, view.objective);
}

function minimumOf(row: MinimumBid | undefined, objective: PricedObjective): number {
  return (objective === 'TRAFFIC' ? row?.cpcMicros : row?.cpmMicros) ?? 0;
}

/** Does a bid reach the minimum? Equal is enough. */
export function reachesMinimum(priceMicros: number, minimumMicros: number): boolean {
  return priceMicros >= minimumMicros;
}

/**
 * The least and the most that the card asks for where an ad set could be shown: in any type of widget, in the countries
 * that it names, everywhere where it names none. 0 = there is a place for any bid.
 */
export function minimumsMet(
  { tiers, minimums }: MinimumBidCard,
  adSet: { readonly locations: readonly string[]; readonly objective: PricedObjective },
): { readonly lowestMicros: number; readonly highestMicros: number } {
  const everywhere = [...tiers.keys(), tiers.length];
  const met =
    adSet.locations.length === 0
      ? everywhere
      : [...new Set(adSet.locations.map((country) => tierOf(tiers, country)))];
  const asked = WIDGET_TYPES.flatMap((widgetType) =>
    met.map((tier) =>
      minimumOf(
        minimums.find((each) => each.widgetType === widgetType && each.tier === tier),
        adSet.objective,
      ),
    ),
  );
  return { lowestMicros: Math.min(...asked), highestMicros: Math.max(...asked) };
}

export type CardIssueCode =
  | 'card_repeated'
  | 'country_unknown'
  | 'choice_unknown'
  | 'minimum_too_high'
  | 'amount_too_small';

/** What is wrong with a card besides the lengths of its texts and lists; fields as `tiers.0.countries`. */
export function cardIssues({ tiers, minimums }: MinimumBidCard): Issue<CardIssueCode>[] {
  return [...tierIssues(tiers), ...minimumIssues(minimums, tiers.length)];
}

function tierIssues(tiers: readonly CountryTier[]): Issue<CardIssueCode>[] {
  const issues: Issue<CardIssueCode>[] = [];
  const names = new Set<string>();
  const taken = new Set<string>();
  for (const [index, { name, countries }] of tiers.entries()) {
    const folded = name.toLowerCase();
    if (names.has(folded)) issues.push({ field: `tiers.${index}.name`, code: 'card_repeated' });
    names.add(folded);
    const field = `tiers.${index}.countries`;
    if (!countries.every(isCountryCode)) issues.push({ field, code: 'country_unknown' });
    const before = taken.size;
    for (const country of countries) taken.add(country);
    if (taken.size - before < countries.length) issues.push({ field, code: 'card_repeated' });
  }
  return issues;
}

function minimumIssues(minimums: readonly MinimumBid[], tierCount: number): Issue<CardIssueCode>[] {
  const issues: Issue<CardIssueCode>[] = [];
  const seen = new Set<string>();
  for (const [index, { widgetType, tier, cpmMicros, cpcMicros }] of minimums.entries()) {
    if (tier > tierCount) issues.push({ field: `minimums.${index}.tier`, code: 'choice_unknown' });
    const place = `${widgetType} ${tier}`;
    if (seen.has(place)) issues.push({ field: `minimums.${index}.tier`, code: 'card_repeated' });
    seen.add(place);
    for (const [name, micros] of [
      ['minCpm', cpmMicros],
      ['minCpc', cpcMicros],
    ] as const) {
      const code = micros === null ? null : amountIssue(micros);
      if (code !== null) issues.push({ field: `minimums.${index}.${name}`, code });
    }
  }
  return issues;
}

function amountIssue(micros: number): 'amount_too_small' | 'minimum_too_high' | null {
  if (micros <= 0) return 'amount_too_small';
  return micros > MAX_MINIMUM_BID_DOLLARS * MICROS_PER_DOLLAR ? 'minimum_too_high' : null;
}

/** The same card in one way of writing: rows that ask for nothing left out, countries and rows in order. */
export function plainCard({ tiers, minimums }: MinimumBidCard): MinimumBidCard {
  return {
    tiers: tiers.map(({ name, countries }) => ({ name, countries: countries.toSorted() })),
    minimums: minimums
      .filter(({ cpmMicros, cpcMicros }) => cpmMicros !== null || cpcMicros !== null)
      .toSorted(
        (a, b) => WIDGET_TYPES.indexOf(a.widgetType) - WIDGET_TYPES.indexOf(b.widgetType) || a.tier - b.tier,
      )
      .map(({ widgetType, tier, cpmMicros, cpcMicros }) => ({ widgetType, tier, cpmMicros, cpcMicros })),
  };
}

/** Do two cards ask for the same, of tiers that are called the same? */
export function isSameCard(a: MinimumBidCard, b: MinimumBidCard): boolean {
  return JSON.stringify(plainCard(a)) === JSON.stringify(plainCard(b));
}

/** A card, and when it begins; it holds until the next one does. */
export type DatedCard = MinimumBidCard & { readonly fromMs: number };

/** The card that holds at an instant, the one that began last; null: none has begun. */
export function cardAt<Card extends { readonly fromMs: number }>(
  cards: readonly Card[],
  atMs: number,
): Card | null {
  let latest: Card | null = null;
  for (const card of cards) {
    if (card.fromMs <= atMs && (latest === null || card.fromMs > latest.fromMs)) latest = card;
  }
  return latest;
}

/**
 * When a new card begins: at once, or with a day of UTC that has not begun.
 * @param fromDay null = at once. @returns null for a day that has begun
 */
export function cardStartMs(fromDay: string | null, nowMs: number): number | null {
  if (fromDay === null) return nowMs;
  const fromMs = numberOfDay(fromDay) * DAY_MS;
  return fromMs > nowMs ? fromMs : null;
}
