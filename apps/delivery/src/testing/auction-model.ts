import { DEVICE_CODES, TOKEN_FLAG_CPC } from '@placard/contract/wire/decision-token';
import { NO_CATEGORY } from '@placard/domain/campaign/ad-categories';
import {
  auctionWinners,
  type Candidate,
  type DecisionGate,
  type SiteBlocks,
} from '@placard/domain/decision/gates';
import {
  type MinimumBidCard,
  minimumBidMicros,
  NO_MINIMUM_BIDS,
} from '@placard/domain/decision/minimum-bids';
import { isKeptApart, isOnPage } from '@placard/domain/decision/page';
import { localTimeAt } from '@placard/domain/targeting/local-time';
import { DEVICES, type Device } from '@placard/domain/targeting/places';
import { weekdayMaskOf } from '@placard/domain/targeting/schedule';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import fc from 'fast-check';
import { AdIndex, letterPair } from '../decide/ad-index.ts';
import { ALLOWED, Allowance, OVER_BUDGET } from '../decide/allowance.ts';
import {
  LEARNING_SHARE,
  REFUSED_BLOCK,
  REFUSED_BUDGET,
  REFUSED_FLOOR,
  REFUSED_FREQUENCY,
  REFUSED_MINIMUM,
  REFUSED_NONE,
  REFUSED_PACE,
  REFUSED_PAGE,
  REFUSED_SCHEDULE,
} from '../decide/auction.ts';
import { Blocks } from '../decide/blocks.ts';
import type { ShownAdSet, ShownCreative, Unit } from '../decide/unit.ts';
import { Zones } from '../decide/zones.ts';
import { PlacedCard } from '../snapshot/bid-book.ts';

/** Networks and views for the auction's tests, and what plain evaluation of every gate makes of them. */

export const NOW_MS = Date.UTC(2026, 10, 20, 22, 30);
export const TODAY = Math.floor(NOW_MS / 86_400_000);
export const SIZES = [
  [728, 90],
  [300, 250],
  [320, 50],
] as const;
export const COUNTRIES = ['DE', 'US', 'FR'];
export const LANGUAGES = ['de', 'en'];
export const ZONES = ['UTC', 'Asia/Tokyo'];

export type Model = {
  readonly advertiserId: number;
  readonly locations: readonly string[];
  readonly devices: readonly Device[];
  readonly languages: readonly string[];
  readonly ecpmMicros: number;
  /** Null: it pays for views, as much as they bring. */
  readonly clickBidMicros: number | null;
  readonly zone: string;
  readonly startDay: number;
  readonly startMinute: number;
  readonly days: readonly number[];
  readonly decisionsLeft: number;
  readonly paced: boolean;
  readonly capped: boolean;
  readonly category: string | null;
  readonly creatives: readonly { readonly size: number; readonly host: string | null }[];
};

export const model: fc.Arbitrary<Model> = fc.record({
  advertiserId: fc.integer({ min: 1, max: 3 }),
  locations: fc.subarray(COUNTRIES),
  devices: fc.subarray([...DEVICES], { minLength: 1 }),
  languages: fc.subarray(LANGUAGES),
  ecpmMicros: fc.integer({ min: 1, max: 4 }),
  clickBidMicros: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  zone: fc.constantFrom(...ZONES),
  startDay: fc.constantFrom(TODAY - 1, TODAY, TODAY + 1),
  startMinute: fc.constantFrom(0, 420, 1_380),
  days: fc.constantFrom([1, 2, 3, 4, 5, 6, 7], [5], [6]),
  decisionsLeft: fc.constantFrom(0, 5, 5, 5),
  paced: fc.boolean(),
  capped: fc.boolean(),
  category: fc.constantFrom(null, 'travel', 'gambling'),
  creatives: fc.array(
    fc.record({ size: fc.nat(2), host: fc.constantFrom(null, 'shop.example', 'www.blocked.example') }),
    { minLength: 1, maxLength: 3 },
  ),
});

export const view = fc.record({
  country: fc.constantFrom('', ...COUNTRIES, 'JP'),
  device: fc.constantFrom<Device | null>(null, ...DEVICES),
  language: fc.constantFrom('', ...LANGUAGES, 'fr'),
  sizes: fc.subarray([0, 1, 2], { minLength: 1 }),
  floorMicros: fc.integer({ min: 0, max: 5 }),
  widgetType: fc.constantFrom(...WIDGET_TYPES),
  cappedAdSetIds: fc.subarray([1, 2, 3, 4, 5, 6]),
  blocks: fc.constantFrom<SiteBlocks | null>(null, {
    advertiserDomains: ['blocked.example'],
    creativeIds: [12, 31],
    categories: ['gambling'],
  }),
  page: fc.record({
    creativeIds: fc.subarray([10, 11, 20, 21, 30, 40]),
    advertiserIds: fc.array(fc.constantFrom<number>(1, 2, 3), { maxLength: 5 }),
    categories: fc.subarray(['travel', 'gambling', NO_CATEGORY]),
  }),
  separateCategories: fc.boolean(),
});

const minimum = fc.option(fc.integer({ min: 1, max: 5 }), { nil: null });

/** Two tiers and the rest, of views of any country and an unknown one. */
export const card: fc.Arbitrary<MinimumBidCard> = fc.record({
  tiers: fc.constant([
    { name: 'First', countries: ['DE'] },
    { name: 'Second', countries: ['US', 'JP'] },
  ]),
  minimums: fc.uniqueArray(
    fc.record({
      ...{ widgetType: fc.constantFrom(...WIDGET_TYPES), tier: fc.nat(2) },
      ...{ cpmMicros: minimum, cpcMicros: minimum },
    }),
    { selector: ({ widgetType, tier }) => `${widgetType} ${tier}` },
  ),
});

export type View = typeof view extends fc.Arbitrary<infer T> ? T : never;

export const creativeIdOf = (adSetId: number, index: number) => adSetId * 10 + index;

export function scheduleOf(each: Model) {
  return {
    startDay: each.startDay,
    endDay: null,
    startMinute: each.startMinute,
    endMinute: each.startMinute === 0 ? 0 : (each.startMinute + 120) % 1_440,
    weekdayMask: weekdayMaskOf(each.days),
  };
}

/** Dead pace: a plan whose rate lets nothing pass after its first second was used up. */
export function allowanceOf(each: Model): Allowance {
  const allowance = new Allowance(each.decisionsLeft + 1);
  if (each.paced) {
    allowance.plan({ decisionsLeft: each.decisionsLeft + 1, decisionsPerMs: 1e-9 }, NOW_MS);
    while (allowance.state(NOW_MS) === ALLOWED) allowance.take();
  } else {
    allowance.take();
  }
  return allowance;
}

const flagsOf = (each: Model) => (each.clickBidMicros === null ? 0 : TOKEN_FLAG_CPC);
const priceOf = (each: Model) => each.clickBidMicros ?? each.ecpmMicros;

export function build(models: readonly Model[], bidCard = NO_MINIMUM_BIDS) {
  const placed = new PlacedCard(bidCard);
  const zones = new Zones();
  zones.at(NOW_MS);
  const index = new AdIndex();
  for (const [position, each] of models.entries()) {
    const id = position + 1;
    const adSet: ShownAdSet = {
      id,
      advertiserId: each.advertiserId,
      schedule: scheduleOf(each),
      zone: zones.of(each.zone),
      category: each.category ?? NO_CATEGORY,
      priceMicros: priceOf(each),
      flags: flagsOf(each),
      belowPlaces: placed.placesAbove(priceOf(each), flagsOf(each)),
      capPerDay: each.capped ? 1 : 0,
      allowance: allowanceOf(each),
      number: -1,
      openStamp: -1,
      open: false,
    };
    const units: Unit[] = [];
    for (const [size, [widthPx, heightPx]] of SIZES.entries()) {
      const creatives: ShownCreative[] = each.creatives.flatMap((creative, at) =>
        creative.size === size ? [{ id: creativeIdOf(id, at), advertiserHost: creative.host, json: '' }] : [],
      );
      if (creatives.length > 0) {
        units.push({
          adSet,
          creatives,
          ecpmMicros: each.ecpmMicros,
          hopeMicros: each.ecpmMicros,
          widthPx,
          heightPx,
          learning: false,
        });
      }
    }
    const devices: number[] = each.devices.map((device) => DEVICE_CODES[device]);
    if (devices.length === 3) devices.push(DEVICE_CODES.unknown);
    const codes = (texts: readonly string[]) => (texts.length === 0 ? [0] : texts.map(letterPair));
    index.replace(id, {
      adSet,
      units,
      reach: { devices, countries: codes(each.locations), languages: codes(each.languages) },
    });
  }
  return { index, zones };
}

/** What the clock and the plans have made of the networks' allowances meanwhile, and the card that holds. */
export type Moment = {
  readonly nowMs?: number;
  readonly stateOf?: (position: number) => number;
  readonly card?: MinimumBidCard;
};

export function candidatesOf(
  models: readonly Model[],
  moment?: Moment,
): { candidate: Candidate; zone: string }[] {
  return models.flatMap((each, position) => {
    const state = moment?.stateOf?.(position);
    return each.creatives.map((creative, at) => ({
      zone: each.zone,
      candidate: {
        adSetId: position + 1,
        creativeId: creativeIdOf(position + 1, at),
        advertiserActive: true,
        campaignActive: true,
        adSetArchived: false,
        creativeActive: true,
        walletPositive: true,
        size: { widthPx: SIZES[creative.size]?.[0] ?? 0, heightPx: SIZES[creative.size]?.[1] ?? 0 },
        locations: each.locations,
        devices: each.devices,
        languages: each.languages,
        schedule: scheduleOf(each),
        ecpmMicros: each.ecpmMicros,
        objective: each.clickBidMicros === null ? 'BRAND_AWARENESS' : 'TRAFFIC',
        priceMicros: priceOf(each),
        budgetLeft: state === undefined ? each.decisionsLeft >= 1 : state !== OVER_BUDGET,
        paceAllows: state === undefined ? !each.paced : state === ALLOWED,
        advertiserHost: creative.host,
        category: each.category,
      },
    }));
  });
}

/** Plain evaluation of every gate for every candidate that the page leaves, those with the fewest places first. */
export function naive(models: readonly Model[], asked: View, moment?: Moment) {
  const { page } = asked;
  const nothing = page.creativeIds.length === 0;
  const left = (mostPlaces: number) =>
    candidatesOf(models, moment).filter(({ candidate }) => {
      const { advertiserId, category } = models[candidate.adSetId - 1] ?? plainModel({});
      const rule = { separateCategories: asked.separateCategories, mostPlaces };
      if (nothing) return true;
      return (
        !isOnPage(page, candidate.creativeId) &&
        !isKeptApart(page, { advertiserId, category: category ?? NO_CATEGORY }, rule)
      );
    });
  const first = winnersOf(models, left(0), asked, moment);
  if (first.winners !== null || nothing) return first;
  for (let mostPlaces = 1; mostPlaces <= page.advertiserIds.length; mostPlaces += 1) {
    const next = winnersOf(models, left(mostPlaces), asked, moment);
    if (next.winners !== null) return next;
  }
  const whole = winnersOf(models, candidatesOf(models, moment), asked, moment);
  return whole.winners === null ? whole : ({ winners: null, lastGate: 'page' } as const);
}

export function winnersOf(
  models: readonly Model[],
  all: ReturnType<typeof candidatesOf>,
  asked: View,
  moment?: Moment,
) {
  const zoneOf = new Map(all.map(({ candidate, zone }) => [candidate, zone]));
  const bidCard = moment?.card ?? NO_MINIMUM_BIDS;
  const capped = asked.cappedAdSetIds.filter((id) => models[id - 1]?.capped === true);
  return auctionWinners(
    all.map(({ candidate }) => candidate),
    (candidate) => ({
      sizes: asked.sizes.map((size) => ({ widthPx: SIZES[size]?.[0] ?? 0, heightPx: SIZES[size]?.[1] ?? 0 })),
      country: asked.country,
      device: asked.device,
      language: asked.language,
      floorMicros: asked.floorMicros,
      minimumCpmMicros: minimumBidMicros(bidCard, { ...asked, objective: 'BRAND_AWARENESS' }),
      minimumCpcMicros: minimumBidMicros(bidCard, { ...asked, objective: 'TRAFFIC' }),
      local: localTimeAt(zoneOf.get(candidate) ?? 'UTC', moment?.nowMs ?? NOW_MS),
      cappedAdSetIds: capped,
      blocks: asked.blocks,
    }),
  );
}

export const REFUSAL_OF_GATE: Readonly<Record<DecisionGate | 'page', number>> = {
  page: REFUSED_PAGE,
  status: REFUSED_NONE,
  review: REFUSED_NONE,
  wallet: REFUSED_NONE,
  size: REFUSED_NONE,
  country: REFUSED_NONE,
  device: REFUSED_NONE,
  language: REFUSED_NONE,
  minimum_bid: REFUSED_MINIMUM,
  floor: REFUSED_FLOOR,
  dates: REFUSED_SCHEDULE,
  hours: REFUSED_SCHEDULE,
  budget: REFUSED_BUDGET,
  pacing: REFUSED_PACE,
  frequency: REFUSED_FREQUENCY,
  block: REFUSED_BLOCK,
};

export function questionOf(index: AdIndex, asked: View, nowMs = NOW_MS, bidCard = NO_MINIMUM_BIDS) {
  const placed = new PlacedCard(bidCard);
  const bidPlace = placed.placeOf(WIDGET_TYPES.indexOf(asked.widgetType), letterPair(asked.country));
  const area = (size: number) => (SIZES[size]?.[0] ?? 0) * (SIZES[size]?.[1] ?? 0);
  return {
    nowMs,
    index,
    slots: asked.sizes
      .toSorted((a, b) => area(b) - area(a))
      .map((size) => index.slot(SIZES[size]?.[0] ?? 0, SIZES[size]?.[1] ?? 0)),
    device: asked.device === null ? DEVICE_CODES.unknown : DEVICE_CODES[asked.device],
    country: letterPair(asked.country),
    language: letterPair(asked.language),
    floorMicros: asked.floorMicros,
    bidPlace,
    minimumCpmMicros: placed.cpmAt(bidPlace),
    minimumCpcMicros: placed.cpcAt(bidPlace),
    cappedAdSetIds: asked.cappedAdSetIds,
    blocks: asked.blocks === null ? null : new Blocks(asked.blocks),
    page: asked.page,
    separateCategories: asked.separateCategories,
  };
}

/** Numbers below 1 in a fixed order; the first is what decides about learning. */
export function drawing(draws: readonly number[]): () => number {
  let next = 0;
  return () => {
    next += 1;
    return draws[next % draws.length] ?? 0;
  };
}

export const draws = fc.array(fc.double({ min: LEARNING_SHARE, max: 0.999999, noNaN: true }), {
  minLength: 7,
  maxLength: 7,
});

export const ANYONE: View = {
  country: 'DE',
  device: 'desktop',
  language: 'de',
  sizes: [1],
  floorMicros: 0,
  widgetType: 'banner',
  cappedAdSetIds: [],
  blocks: null,
  page: { creativeIds: [], advertiserIds: [], categories: [] },
  separateCategories: false,
};

export function plainModel(part: Partial<Model>): Model {
  return {
    advertiserId: 1,
    locations: [],
    devices: DEVICES,
    languages: [],
    ecpmMicros: 2,
    clickBidMicros: null,
    zone: 'UTC',
    startDay: TODAY - 1,
    startMinute: 0,
    days: [1, 2, 3, 4, 5, 6, 7],
    decisionsLeft: 1_000_000,
    paced: false,
    capped: false,
    category: null,
    creatives: [{ size: 1, host: null }],
    ...part,
  };
}

export type Standing = NonNullable<ReturnType<AdIndex['standing']>>;

/** The same standing as a version of its own, its zone taken from `zones`. */
export function renewed(standing: Standing, zones: Zones): Standing {
  const adSet = { ...standing.adSet, zone: zones.of(standing.adSet.zone.name), number: -1, openStamp: -1 };
  return { adSet, units: standing.units.map((unit) => ({ ...unit, adSet })), reach: standing.reach };
}
