import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import { NO_CATEGORY } from '@placard/domain/campaign/ad-categories';
import {
  auctionWinners,
  type Candidate,
  type DecisionGate,
  type SiteBlocks,
} from '@placard/domain/decision/gates';
import { localTimeAt } from '@placard/domain/targeting/local-time';
import { DEVICES, type Device } from '@placard/domain/targeting/places';
import { weekdayMaskOf } from '@placard/domain/targeting/schedule';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AdIndex, letterPair } from './ad-index.ts';
import { ALLOWED, Allowance } from './allowance.ts';
import {
  Auction,
  LEARNING_SHARE,
  REFUSED_BLOCK,
  REFUSED_BUDGET,
  REFUSED_FLOOR,
  REFUSED_FREQUENCY,
  REFUSED_NONE,
  REFUSED_PACE,
  REFUSED_SCHEDULE,
} from './auction.ts';
import { Blocks } from './blocks.ts';
import type { ShownAdSet, ShownCreative, Unit } from './unit.ts';
import { Zones } from './zones.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 22, 30);
const TODAY = Math.floor(NOW_MS / 86_400_000);
const SIZES = [
  [728, 90],
  [300, 250],
  [320, 50],
] as const;
const COUNTRIES = ['DE', 'US', 'FR'];
const LANGUAGES = ['de', 'en'];
const ZONES = ['UTC', 'Asia/Tokyo'];

type Model = {
  readonly locations: readonly string[];
  readonly devices: readonly Device[];
  readonly languages: readonly string[];
  readonly ecpmMicros: number;
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

const model: fc.Arbitrary<Model> = fc.record({
  locations: fc.subarray(COUNTRIES),
  devices: fc.subarray([...DEVICES], { minLength: 1 }),
  languages: fc.subarray(LANGUAGES),
  ecpmMicros: fc.integer({ min: 1, max: 4 }),
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

const view = fc.record({
  country: fc.constantFrom('', ...COUNTRIES, 'JP'),
  device: fc.constantFrom<Device | null>(null, ...DEVICES),
  language: fc.constantFrom('', ...LANGUAGES, 'fr'),
  sizes: fc.subarray([0, 1, 2], { minLength: 1 }),
  floorMicros: fc.integer({ min: 0, max: 5 }),
  cappedAdSetIds: fc.subarray([1, 2, 3, 4, 5, 6]),
  blocks: fc.constantFrom<SiteBlocks | null>(null, {
    advertiserDomains: ['blocked.example'],
    creativeIds: [12, 31],
    categories: ['gambling'],
  }),
});

type View = typeof view extends fc.Arbitrary<infer T> ? T : never;

const creativeIdOf = (adSetId: number, index: number) => adSetId * 10 + index;

function scheduleOf(each: Model) {
  return {
    startDay: each.startDay,
    endDay: null,
    startMinute: each.startMinute,
    endMinute: each.startMinute === 0 ? 0 : (each.startMinute + 120) % 1_440,
    weekdayMask: weekdayMaskOf(each.days),
  };
}

/** Dead pace: a plan whose rate lets nothing pass after its first second was used up. */
function allowanceOf(each: Model): Allowance {
  const allowance = new Allowance(each.decisionsLeft + 1);
  if (each.paced) {
    allowance.plan({ decisionsLeft: each.decisionsLeft + 1, decisionsPerMs: 1e-9 }, NOW_MS);
    while (allowance.state(NOW_MS) === ALLOWED) allowance.take();
  } else {
    allowance.take();
  }
  return allowance;
}

function build(models: readonly Model[], patchFrom?: number) {
  const zones = new Zones();
  zones.at(NOW_MS);
  const index = new AdIndex(patchFrom);
  for (const [position, each] of models.entries()) {
    const id = position + 1;
    const adSet: ShownAdSet = {
      id,
      schedule: scheduleOf(each),
      zone: zones.of(each.zone),
      category: each.category ?? NO_CATEGORY,
      priceMicros: each.ecpmMicros,
      flags: 0,
      capPerDay: each.capped ? 1 : 0,
      allowance: allowanceOf(each),
      live: true,
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
  index.rebuild(() => false);
  return { index, zones };
}

function candidatesOf(models: readonly Model[]): { candidate: Candidate; zone: string }[] {
  return models.flatMap((each, position) =>
    each.creatives.map((creative, at) => ({
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
        budgetLeft: each.decisionsLeft >= 1,
        paceAllows: !each.paced,
        advertiserHost: creative.host,
        category: each.category,
      },
    })),
  );
}

/** Plain evaluation of every gate for every candidate. */
function naive(models: readonly Model[], asked: View) {
  const all = candidatesOf(models);
  const zoneOf = new Map(all.map(({ candidate, zone }) => [candidate, zone]));
  const capped = asked.cappedAdSetIds.filter((id) => models[id - 1]?.capped === true);
  return auctionWinners(
    all.map(({ candidate }) => candidate),
    (candidate) => ({
      sizes: asked.sizes.map((size) => ({ widthPx: SIZES[size]?.[0] ?? 0, heightPx: SIZES[size]?.[1] ?? 0 })),
      country: asked.country,
      device: asked.device,
      language: asked.language,
      floorMicros: asked.floorMicros,
      local: localTimeAt(zoneOf.get(candidate) ?? 'UTC', NOW_MS),
      cappedAdSetIds: capped,
      blocks: asked.blocks,
    }),
  );
}

const REFUSAL_OF_GATE: Readonly<Record<DecisionGate, number>> = {
  status: REFUSED_NONE,
  review: REFUSED_NONE,
  wallet: REFUSED_NONE,
  size: REFUSED_NONE,
  country: REFUSED_NONE,
  device: REFUSED_NONE,
  language: REFUSED_NONE,
  floor: REFUSED_FLOOR,
  dates: REFUSED_SCHEDULE,
  hours: REFUSED_SCHEDULE,
  budget: REFUSED_BUDGET,
  pacing: REFUSED_PACE,
  frequency: REFUSED_FREQUENCY,
  block: REFUSED_BLOCK,
};

function questionOf(index: AdIndex, asked: View) {
  const area = (size: number) => (SIZES[size]?.[0] ?? 0) * (SIZES[size]?.[1] ?? 0);
  return {
    nowMs: NOW_MS,
    slots: asked.sizes
      .toSorted((a, b) => area(b) - area(a))
      .map((size) => index.slot(SIZES[size]?.[0] ?? 0, SIZES[size]?.[1] ?? 0)),
    device: asked.device === null ? DEVICE_CODES.unknown : DEVICE_CODES[asked.device],
    country: letterPair(asked.country),
    language: letterPair(asked.language),
    floorMicros: asked.floorMicros,
    cappedAdSetIds: asked.cappedAdSetIds,
    blocks: asked.blocks === null ? null : new Blocks(asked.blocks),
  };
}

/** Numbers below 1 in a fixed order; the first is what decides about learning. */
function drawing(draws: readonly number[]): () => number {
  let next = 0;
  return () => {
    next += 1;
    return draws[next % draws.length] ?? 0;
  };
}

const draws = fc.array(fc.double({ min: LEARNING_SHARE, max: 0.999999, noNaN: true }), {
  minLength: 7,
  maxLength: 7,
});

describe('the auction over the index', () => {
  test('chooses what plain evaluation of all gates allows, and names the same reason', () => {
    fc.assert(
      fc.property(
        fc.array(model, { minLength: 1, maxLength: 6 }),
        fc.array(view, { minLength: 1, maxLength: 6 }),
        draws,
        (models, views, random) => {
          const { index, zones } = build(models);
          const auction = new Auction(zones, drawing(random));
          for (const [round, asked] of views.entries()) {
            const expected = naive(models, asked);
            const found = auction.decide(questionOf(index, asked));
            expect(found).toBe(expected.winners !== null);
            if (expected.winners !== null) {
              const chosen = [auction.unit?.adSet.id, auction.creative?.id];
              expect(expected.winners.map(({ adSetId, creativeId }) => [adSetId, creativeId])).toContainEqual(
                chosen,
              );
            } else if (round === 0) {
              // Later views may name what an earlier one put aside below their floor: the reason is a statistic.
              expect(auction.refused).toBe(
                expected.lastGate === null ? REFUSED_NONE : REFUSAL_OF_GATE[expected.lastGate],
              );
            }
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  test('stays right through replacements, half-built or whole', () => {
    fc.assert(
      fc.property(
        fc.array(model, { minLength: 2, maxLength: 6 }),
        fc.array(fc.tuple(fc.nat(5), model), { minLength: 1, maxLength: 4 }),
        view,
        draws,
        fc.constantFrom(0, 1_000),
        (models, changes, asked, random, patchFrom) => {
          const { index, zones } = build(models, patchFrom);
          const auction = new Auction(zones, drawing(random));
          auction.decide(questionOf(index, asked));
          const present = [...models];
          for (const [at, next] of changes) {
            const position = at % present.length;
            present[position] = next;
            const { index: fresh } = build(present);
            const standing = fresh.standing(position + 1);
            index.replace(position + 1, standing === undefined ? null : renewed(standing, zones));
            const dead = auction.decide(questionOf(index, asked)) ? auction.unit?.adSet.live : true;
            expect(dead).toBe(true);
            if (at % 2 === 0) index.rebuild(() => false);
          }
          index.rebuild(() => false);
          const { winners } = naive(present, asked);
          expect(auction.decide(questionOf(index, asked))).toBe(winners !== null);
          if (winners !== null)
            expect(winners.map(({ adSetId }) => adSetId)).toContain(auction.unit?.adSet.id);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('rotates equals evenly, also beside those that are refused', () => {
    const open = plainModel({});
    const models = [open, open, open, plainModel({ decisionsLeft: 0 }), plainModel({ paced: true })];
    const { index, zones } = build(models);
    const auction = new Auction(zones, Math.random);
    const counts = new Map<number, number>();
    const asked = { ...ANYONE, cappedAdSetIds: [] };
    for (let round = 0; round < 6_000; round += 1) {
      auction.decide(questionOf(index, asked));
      const id = auction.unit?.adSet.id ?? 0;
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([1, 2, 3]);
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(250);
  });

  test('lets a new creative learn beside a higher bid', () => {
    const { index, zones } = build([plainModel({ ecpmMicros: 4 }), plainModel({ ecpmMicros: 1 })]);
    const standing = index.standing(2);
    if (standing === undefined) throw new Error('the second ad set is missing');
    const renewedStanding = renewed(standing, zones);
    index.replace(2, {
      ...renewedStanding,
      units: renewedStanding.units.map((unit) => ({ ...unit, learning: true })),
    });
    index.rebuild(() => false);
    const auction = new Auction(zones, Math.random);
    let learned = 0;
    for (let round = 0; round < 10_000; round += 1) {
      auction.decide(questionOf(index, ANYONE));
      if (auction.unit?.adSet.id === 2) learned += 1;
    }
    expect(Math.abs(learned / 10_000 - LEARNING_SHARE)).toBeLessThan(0.015);
    auction.decide(questionOf(index, { ...ANYONE, floorMicros: 2 }));
    expect(auction.unit?.adSet.id).toBe(1);
  });
});

const ANYONE: View = {
  country: 'DE',
  device: 'desktop',
  language: 'de',
  sizes: [1],
  floorMicros: 0,
  cappedAdSetIds: [],
  blocks: null,
};

function plainModel(part: Partial<Model>): Model {
  return {
    locations: [],
    devices: DEVICES,
    languages: [],
    ecpmMicros: 2,
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

type Standing = NonNullable<ReturnType<AdIndex['standing']>>;

/** The same standing as a version of its own, its zone taken from `zones`. */
function renewed(standing: Standing, zones: Zones): Standing {
  const adSet = { ...standing.adSet, zone: zones.of(standing.adSet.zone.name), live: true, openStamp: -1 };
  return { adSet, units: standing.units.map((unit) => ({ ...unit, adSet })), reach: standing.reach };
}
