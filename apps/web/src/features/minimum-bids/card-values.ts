import type { BidCard } from '@placard/contract/minimum-bids';
import { WIDGET_TYPES, type WidgetType } from '@placard/domain/widget/rules';
import { type Amount, optionalAmount } from '../../kits/form/amount.ts';

export const PRICES = ['minCpm', 'minCpc'] as const;
export type Price = (typeof PRICES)[number];

/** What is asked for in one tier, by type of widget. */
export type Asked = Record<WidgetType, Record<Price, Amount>>;
export type TierValues = { name: string; countries: string[]; asked: Asked };

export type CardValues = {
  tiers: TierValues[];
  /** All other countries. */
  rest: Asked;
  begins: 'now' | 'day';
  fromUtcDay: string;
  reason: string;
};

type Card = Pick<BidCard, 'tiers' | 'minimums'>;

export function nothingAsked(): Asked {
  const nothing = () => ({ minCpm: '' as const, minCpc: '' as const });
  return { banner: nothing(), native: nothing(), video: nothing(), floating_sticky_ad: nothing() };
}

function askedIn({ minimums }: Card, tier: number): Asked {
  const asked = nothingAsked();
  for (const { widgetType, tier: at, minCpm, minCpc } of minimums) {
    if (at === tier) asked[widgetType] = { minCpm: minCpm ?? '', minCpc: minCpc ?? '' };
  }
  return asked;
}

/** The form with what a card asks for; of none, nothing. */
export function valuesOf(card: Card, tomorrow: string): CardValues {
  return {
    tiers: card.tiers.map(({ name, countries }, tier) => ({
      ...{ name, countries: [...countries], asked: askedIn(card, tier) },
    })),
    rest: askedIn(card, card.tiers.length),
    begins: 'now',
    fromUtcDay: tomorrow,
    reason: '',
  };
}

/** What the operation takes. The rest comes first, so that a place in the list says which field it was. */
export function inputOf({ tiers, rest, begins, fromUtcDay, reason }: CardValues, lastCardId: number | null) {
  const rows = (asked: Asked, tier: number) =>
    WIDGET_TYPES.map((widgetType) => ({
      widgetType,
      tier,
      minCpm: optionalAmount(asked[widgetType].minCpm),
      minCpc: optionalAmount(asked[widgetType].minCpc),
    }));
  return {
    tiers: tiers.map(({ name, countries }) => ({ name, countries })),
    minimums: [...rows(rest, tiers.length), ...tiers.flatMap(({ asked }, tier) => rows(asked, tier))],
    fromUtcDay: begins === 'now' ? null : fromUtcDay,
    reason,
    lastCardId,
  };
}

/** `minimums.5.minCpm` → `tiers.0.asked.native.minCpm`, `tiers.1.countries.3` → `tiers.1.countries` */
export function fieldOf(path: string): string {
  const [list, place = '', price = ''] = path.split('.');
  if (list === 'tiers') return path.split('.').slice(0, 3).join('.');
  if (list !== 'minimums' || place === '') return path;
  const block = Math.floor(Number(place) / WIDGET_TYPES.length);
  const type = WIDGET_TYPES[Number(place) % WIDGET_TYPES.length] ?? '';
  return block === 0 ? `rest.${type}.${price}` : `tiers.${block - 1}.asked.${type}.${price}`;
}
