import { NO_MINIMUM_BIDS } from '@placard/domain/decision/minimum-bids';
import { estimateReach, type ReachQuestion } from '@placard/domain/reach/estimate';
import { type Supply, type SupplyCell, supplyCells } from '@placard/domain/reach/supply';
import { ALL_WEEKDAYS, withinHours } from '@placard/domain/targeting/schedule';
import { DAY_MS, offsetMinutesAt, QUARTER_HOUR_MS, weekdayOfNumber } from '@placard/domain/time-zone';
import { lineChart } from './chart.ts';
import { quantile } from './pacing.ts';
import { dayCurve } from './pacing-world.ts';
import { Draws } from './random.ts';
import type { Simulation } from './simulation.ts';

const SEED = 2_026;
const FORECASTS = 600;
const SEEN_DAYS = 7;
const PICTURED_DAYS = 42;
const QUARTERS_OF_DAY = DAY_MS / QUARTER_HOUR_MS;
/** A Monday, at midnight UTC. */
const START_MS = Date.UTC(2026, 10, 23);
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];
const COUNTRIES = ['DE', 'FR', 'US'];
const DEVICES = ['desktop', 'mobile', 'tablet'];
const SIZES = [
  { width: 300, height: 250 },
  { width: 728, height: 90 },
];

/** What makes one network's days differ from another's. */
type Kind = {
  readonly name: string;
  readonly says: string;
  /** Views a day, at least and at most. */
  readonly views: readonly [number, number];
  /** Standard deviation of a day's logarithm, and how much less a Saturday and a Sunday bring. */
  readonly spread: number;
  readonly weekend: number;
  readonly growthADay?: number;
  /** How often a day brings three times as much. */
  readonly rush?: number;
  readonly seenDays?: readonly [number, number];
};

export const KINDS: readonly Kind[] = [
  { name: 'steady', says: 'days much alike', views: [2_000, 200_000], spread: 0.08, weekend: 0.15 },
  { name: 'lively', says: 'days that differ', views: [2_000, 200_000], spread: 0.2, weekend: 0.3 },
  {
    ...{ name: 'rushes', says: 'the same, and one day in twenty with three times as much' },
    ...{ views: [2_000, 200_000], spread: 0.2, weekend: 0.2, rush: 0.05 },
  },
  {
    ...{ name: 'growing', says: 'three per cent more each day' },
    ...{ views: [2_000, 200_000], spread: 0.12, weekend: 0.2, growthADay: 0.03 },
  },
  { name: 'small', says: '20 to 200 views a day', views: [20, 200], spread: 0.2, weekend: 0.2 },
  {
    ...{ name: 'young', says: 'seen for one to three days' },
    ...{ views: [500, 50_000], spread: 0.15, weekend: 0.2, seenDays: [1, 3] },
  },
];

type Place = { readonly cell: Omit<SupplyCell, 'requests'>; readonly weight: number };

/** A network whose days come one after the other; what it tells is what the product would have counted. */
export class ForecastWorld {
  private readonly draws: Draws;
  private readonly kind: Kind;
  private readonly places: readonly Place[];
  private readonly viewsADay: number;
  private readonly days: { readonly quarters: Map<string, Float64Array> }[] = [];

  constructor(kind: Kind, seed: number) {
    this.kind = kind;
    this.draws = new Draws(seed);
    const { draws } = this;
    this.viewsADay = kind.views[0] * (kind.views[1] / kind.views[0]) ** draws.next();
    const widgets = 1 + Math.floor(12 * draws.next());
    const places: Place[] = [];
    for (let widgetId = 1; widgetId <= widgets; widgetId += 1) {
      const sizes = SIZES.filter(() => draws.chance(0.7));
      const floorMicros = draws.chance(0.2) ? 4_000_000 : 0;
      const type = 'banner' as const;
      const widget = { widgetId, websiteId: Math.ceil(widgetId / 2), type, floorMicros, sizes };
      for (const country of COUNTRIES) {
        for (const device of DEVICES) {
          places.push({ cell: { widget, country, device }, weight: draws.between(0.05, 1) ** 2 });
        }
      }
    }
    const all = places.reduce((sum, { weight }) => sum + weight, 0);
    this.places = places.map((place) => ({ ...place, weight: place.weight / all }));
  }

  /** Lets a day pass: its quarter hours by country. */
  nextDay(): void {
    const { draws, kind, days } = this;
    const number = START_MS / DAY_MS + days.length;
    const weekend = weekdayOfNumber(number) >= 6 ? 1 - kind.weekend : 1;
    const growth = (1 + (kind.growthADay ?? 0)) ** days.length;
    const rush = draws.chance(kind.rush ?? 0) ? 3 : 1;
    const views = this.viewsADay * weekend * growth * rush * Math.exp(kind.spread * draws.normal());
    const quarters = new Map<string, Float64Array>();
    for (const country of COUNTRIES) {
      const weight = this.weightOf((cell) => cell.country === country);
      quarters.set(
        country,
        Float64Array.from({ length: QUARTERS_OF_DAY }, (_, quarter) =>
          draws.arrivals((views * weight * dayCurve(quarter * 900)) / QUARTERS_OF_DAY),
        ),
      );
    }
    days.push({ quarters });
  }

  get daysPassed(): number {
    return this.days.length;
  }

  /** As it is read for an estimate at the end of the last day. */
  supply(seenDays: number): Supply {
    const seen = this.days.slice(-seenDays);
    const untilMs = START_MS + this.days.length * DAY_MS;
    const quarters = new Map(
      COUNTRIES.map((country) => [
        country,
        Float64Array.from(seen.flatMap((day) => [...(day.quarters.get(country) ?? [])])),
      ]),
    );
    return {
      ...{ fromMs: untilMs - seen.length * DAY_MS, untilMs, quarters },
      cells: supplyCells(
        this.places.map(({ cell, weight }) => {
          const all = (quarters.get(cell.country) ?? new Float64Array()).reduce(
            (sum, views) => sum + views,
            0,
          );
          const share = weight / this.weightOf(({ country }) => country === cell.country);
          return { ...cell, requests: Math.round(all * share) };
        }),
      ),
      counted: { impressions: 0, viewables: 0, clicks: 0 },
    };
  }

  /** Views of the last day that passed on which the question could have been shown, each drawn by itself. */
  came(question: ReachQuestion, fits: (cell: Omit<SupplyCell, 'requests'>) => boolean): number {
    const number = this.days.length - 1;
    const fromMs = START_MS + number * DAY_MS;
    let views = 0;
    for (const [country, quarters] of this.days[number]?.quarters ?? []) {
      const ofCountry = this.weightOf((cell) => cell.country === country);
      const fitting = this.weightOf((cell) => cell.country === country && fits(cell));
      let within = 0;
      for (const [quarter, count] of quarters.entries()) {
        if (runsAt(question, fromMs + quarter * QUARTER_HOUR_MS)) within += count;
      }
      // Each view is of a place that fits or of another.
      const mean = (within * fitting) / ofCountry;
      const spread = Math.sqrt(mean * (1 - fitting / ofCountry));
      views += Math.max(0, Math.round(mean + spread * this.draws.normal()));
    }
    return views;
  }

  private weightOf(of: (cell: Omit<SupplyCell, 'requests'>) => boolean): number {
    return this.places.reduce((sum, { cell, weight }) => sum + (of(cell) ? weight : 0), 0);
  }
}

function localOf(timeZone: string, atMs: number) {
  const localMs = atMs + offsetMinutesAt(timeZone, atMs) * 60_000;
  const dayNumber = Math.floor(localMs / DAY_MS);
  const minuteOfDay = Math.floor((localMs - dayNumber * DAY_MS) / 60_000);
  return { dayNumber, minuteOfDay, isoWeekday: weekdayOfNumber(dayNumber) };
}

function runsAt({ schedule, timeZone }: ReachQuestion, atMs: number): boolean {
  return withinHours(schedule, localOf(timeZone, atMs));
}

/** An ad set as somebody may type it. */
export function anyQuestion(draws: Draws): ReachQuestion {
  const atHours = draws.chance(0.3);
  const one = <Value>(values: readonly Value[]): Value[] => {
    const value = values[Math.floor(draws.next() * values.length)];
    return value === undefined ? [] : [value];
  };
  return {
    objective: 'BRAND_AWARENESS',
    priceMicros: draws.chance(0.5) ? 5_000_000 : 3_000_000,
    bidCard: NO_MINIMUM_BIDS,
    totalBudgetMicros: null,
    dailyBudgetMicros: null,
    locations: draws.chance(0.4) ? one(COUNTRIES) : [],
    devices: draws.chance(0.3) ? one(DEVICES) : DEVICES,
    sizes: draws.chance(0.3) ? one(SIZES) : [],
    schedule: {
      ...{ startDay: 0, endDay: null, weekdayMask: ALL_WEEKDAYS },
      ...{ startMinute: atHours ? 480 : 0, endMinute: atHours ? 1_200 : 0 },
    },
    timeZone: one(ZONES)[0] ?? 'UTC',
    today: START_MS / DAY_MS,
  };
}

const fitsOf =
  ({ locations, devices, sizes, priceMicros }: ReachQuestion) =>
  ({ widget, country, device }: Omit<SupplyCell, 'requests'>): boolean =>
    (locations.length === 0 || locations.includes(country)) &&
    devices.includes(device ?? '') &&
    widget.floorMicros <= priceMicros &&
    (sizes.length === 0 || sizes.some((size) => widget.sizes.some(({ width }) => width === size.width)));

type Forecast = { readonly low: number; readonly mean: number; readonly high: number; readonly came: number };

/** @param atDay how many days have passed when it is asked; the day after is the one forecast */
function forecastOf(world: ForecastWorld, question: ReachQuestion, seenDays: number): Forecast {
  const { views, viewsOfMostDays } = estimateReach(world.supply(seenDays), question);
  world.nextDay();
  return { ...viewsOfMostDays, mean: views, came: world.came(question, fitsOf(question)) };
}

export type ForecastResult = {
  readonly within: number;
  readonly below: number;
  readonly above: number;
  /** The upper end, as a multiple of the lower one, in the middle of all forecasts. */
  readonly width: number;
};

/** Any ad sets in any networks of a kind, each asked for once; those that nothing fits are asked again. */
export function simulateForecasts(kind: Kind, seed: number, count = FORECASTS): ForecastResult {
  const draws = new Draws(seed);
  const forecasts: Forecast[] = [];
  for (let run = 0; forecasts.length < count; run += 1) {
    const world = new ForecastWorld(kind, seed * 1_000_003 + run);
    const [least, most] = kind.seenDays ?? [SEEN_DAYS, SEEN_DAYS];
    const seenDays = least + Math.floor(draws.next() * (most - least + 1));
    // Whichever weekday it is.
    const before = Math.floor(draws.next() * 7);
    while (world.daysPassed < before + seenDays) world.nextDay();
    const forecast = forecastOf(world, anyQuestion(draws), seenDays);
    if (forecast.mean > 0) forecasts.push(forecast);
  }
  const share = (of: (forecast: Forecast) => boolean) => forecasts.filter(of).length / forecasts.length;
  return {
    within: share(({ low, high, came }) => came >= Math.floor(low) && came <= Math.ceil(high)),
    below: share(({ low, came }) => came < Math.floor(low)),
    above: share(({ high, came }) => came > Math.ceil(high)),
    width: quantile(
      forecasts.map(({ low, high }) => high / low),
      0.5,
    ),
  };
}

/** Six weeks of one lively network, each day forecast on its eve. */
function pictured(): string {
  const [, lively] = KINDS;
  if (lively === undefined) throw new Error('nothing to picture');
  const world = new ForecastWorld(lively, SEED);
  const question = { ...anyQuestion(new Draws(SEED)), locations: [], devices: DEVICES, sizes: [] };
  while (world.daysPassed < SEEN_DAYS) world.nextDay();
  const days = Array.from({ length: PICTURED_DAYS }, () => forecastOf(world, question, SEEN_DAYS));
  const average = days.reduce((sum, { came }) => sum + came, 0) / days.length;
  const line = (name: string, of: (day: Forecast) => number, isPlan = false) => ({
    ...{ name, isPlan, values: days.map((day) => of(day) / average) },
  });
  return lineChart({
    title: 'What each day brought, and what was expected on its eve',
    across: 'day',
    up: 'views that fit, of the average',
    lines: [
      line('what came', ({ came }) => came, true),
      line('nine of ten above', ({ low }) => low),
      line('nine of ten below', ({ high }) => high),
    ],
  });
}

export async function simulateForecast(): Promise<Simulation> {
  const results = KINDS.map((kind, at) => ({ ...kind, ...simulateForecasts(kind, SEED + at) }));
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const mean = (of: (each: ForecastResult) => number) =>
    results.reduce((sum, each) => sum + of(each), 0) / results.length;
  const all = {
    ...{ within: mean(({ within }) => within), below: mean(({ below }) => below) },
    ...{ above: mean(({ above }) => above), width: mean(({ width }) => width) },
  };
  const row = (label: string, { within, below, above, width }: ForecastResult) => [
    label,
    percent(within),
    percent(below),
    percent(above),
    `× ${width.toFixed(2)}`,
  ];
  return {
    name: 'forecast',
    figures: {
      forecastsOfEach: FORECASTS,
      all,
      ...Object.fromEntries(
        results.map(({ name, within, below, above, width }) => [name, { within, below, above, width }]),
      ),
    },
    picture: pictured(),
    heads: ['a network with', 'within', 'below', 'above', 'upper end beside the lower'],
    rows: [...results.map((each) => row(`**${each.name}**: ${each.says}`, each)), row('all of them', all)],
  };
}
