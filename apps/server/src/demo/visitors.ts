import {
  DEVICE_CODES,
  type DeviceCode,
  TOKEN_FLAG_CPC,
  TOKEN_FLAG_VIDEO,
} from '@placard/contract/wire/decision-token';
import type { Tally } from '@placard/contract/wire/event-record';
import { LEAST_AGE_MS } from '@placard/domain/decision/least-age';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import type { FilterReason } from '@placard/domain/filter-reason';
import { localTimeAt } from '@placard/domain/targeting/local-time';
import { withinDates, withinHours } from '@placard/domain/targeting/schedule';
import type { EventWriter } from './event-writer.ts';
import { pick, type Random, type Weighted } from './random.ts';
import type { Shoppers } from './shoppers.ts';
import type { Candidate, Place } from './supply-demand.ts';

/** Spool of the history; delivery processes count theirs from 0 and never come this far. */
export const HISTORY_SHARD = 65_535;

const HOUR_MS = 3_600_000;
/** Share of a day's views in each hour, local to most readers; adds up to 24. */
export const HOURS = [
  0.25, 0.15, 0.1, 0.1, 0.15, 0.3, 0.7, 1.1, 1.35, 1.4, 1.35, 1.35, 1.45, 1.35, 1.25, 1.2, 1.25, 1.35, 1.5,
  1.65, 1.6, 1.4, 0.95, 0.6,
];
const LANGUAGES: Readonly<Record<string, string>> = { DE: 'de', AT: 'de', CH: 'de', FR: 'fr', NL: 'nl' };
/** Views that delivery itself finds fault with, and how many of all. */
const FAULTY: Weighted<FilterReason | null> = [
  [null, 0.9785],
  ['bot', 0.011],
  ['data_centre', 0.006],
  ['prefetch', 0.003],
  ['wrong_site', 0.0015],
];

export type Hour = {
  readonly startMs: number;
  /** Part of the hour that is over: 1 but for the present one. */
  readonly part: number;
  /** How many views a day has compared with the plan. */
  readonly strength: number;
  readonly shareBp: number;
  /** The present. */
  readonly untilMs: number;
};

/** Half of all views are of somebody who was there a little earlier. @param view counted from 1 */
function comingBack(view: number): number {
  let mixed = Math.imul(view ^ (view >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  mixed = (mixed ^ (mixed >>> 16)) >>> 0;
  return mixed < 2 ** 31 ? view : Math.max(1, view - 1 - (mixed & 31));
}

/**
 * One hour of visitors: views of widgets, what was chosen for them, what became of it. All decisions of an hour lie
 * within one minute of it: settlement keeps one bitmap for each minute, and reports look at hours.
 */
export class Visitors {
  readonly #random: Random;
  readonly #writer: EventWriter;
  readonly #shoppers: Shoppers;
  #viewers = 0;

  constructor(random: Random, writer: EventWriter, shoppers: Shoppers) {
    this.#random = random;
    this.#writer = writer;
    this.#shoppers = shoppers;
  }

  hour(hour: Hour, places: readonly Place[], demand: readonly Candidate[]): void {
    const open = demand.filter((one) => isOpen(one, hour.startMs));
    const minuteMs = hour.startMs + this.#random.below(Math.max(1, Math.floor(58 * hour.part))) * 60_000;
    const utcHour = new Date(hour.startMs).getUTCHours();
    const tallies: Tallies = new Map();
    let sequence = 0;
    for (const place of places) {
      const mean = (place.widget.viewsPerDay / 24) * (HOURS[utcHour] ?? 1) * hour.strength * hour.part;
      const fitting = new Fitting(open.filter((one) => place.sizeNames.has(one.sizeName)));
      for (let views = this.#random.around(mean); views > 0; views -= 1) {
        sequence += this.#view(place, fitting, { hour, minuteMs, sequence }, tallies);
      }
    }
    for (const tally of tallies.values()) this.#writer.tally({ ...tally, atMs: minuteMs });
  }

  /** @returns the number of decisions it took: 0 or 1. */
  #view(
    place: Place,
    fitting: Fitting,
    at: { readonly hour: Hour; readonly minuteMs: number; readonly sequence: number },
    tallies: Tallies,
  ): number {
    const random = this.#random;
    const country = pick(random, place.website.countries) ?? 'GB';
    const device = pick(random, place.website.devices) ?? 'desktop';
    const chosen = random.chance(0.97) ? fitting.pick(random, country, device) : undefined;
    const asked = { widgetId: place.widgetId, device: DEVICE_CODES[device], country };
    if (chosen === undefined) {
      countView(tallies, { ...asked, widthPx: 0, heightPx: 0, outcome: TALLY_OUTCOMES.no_candidate });
      return 0;
    }
    const { widthPx, heightPx } = chosen;
    countView(tallies, { ...asked, widthPx, heightPx, outcome: TALLY_OUTCOMES.filled });
    const msOfMinute = random.below(60_000);
    this.#viewers += 1;
    this.#writer.decision(
      {
        keyId: 1,
        shard: HISTORY_SHARD,
        minute: at.minuteMs / 60_000,
        sequence: at.sequence,
        adSetId: chosen.adSetId,
        creativeId: chosen.creativeId,
        widgetId: place.widgetId,
        priceMicros: chosen.priceMicros,
        shareBp: at.hour.shareBp,
        flags: (chosen.isCpc ? TOKEN_FLAG_CPC : 0) | (place.type === 'video' ? TOKEN_FLAG_VIDEO : 0),
        device: DEVICE_CODES[device] as DeviceCode,
        country,
        language: LANGUAGES[country] ?? 'en',
        widthPx,
        heightPx,
        msOfMinute,
      },
      comingBack(this.#viewers),
    );
    this.#render(place, chosen, at.minuteMs + msOfMinute, at.hour.untilMs);
    return 1;
  }

  /** What happens to an ad once it was chosen. */
  #render(place: Place, chosen: Candidate, decidedMs: number, untilMs: number): void {
    const random = this.#random;
    const writer = this.#writer;
    const fault = pick(random, FAULTY) ?? null;
    const shownMs = decidedMs + 150 + random.below(900);
    if (fault !== null) {
      writer.event('impression', shownMs, fault);
      if (fault === 'bot' && random.chance(0.2)) writer.event('click', shownMs + 60, fault);
      return;
    }
    if (!random.chance(0.985)) return;
    writer.event('impression', shownMs);
    if (random.chance(0.004)) writer.event('impression', shownMs + 40);
    if (random.chance(place.widget.viewableRate)) {
      const inViewMs = LEAST_AGE_MS[place.type === 'video' ? 'videoViewable' : 'viewable'];
      writer.event('viewable', shownMs + inViewMs + random.below(2_500));
      if (!chosen.isCpc) chosen.budget.leftMicros -= chosen.priceMicros / 1_000;
    }
    if (!random.chance(clickRate(place, chosen))) return;
    if (random.chance(0.05)) writer.event('click', decidedMs + 120);
    else {
      const clickMs = shownMs + 2_000 + random.below(20_000);
      writer.event('click', clickMs);
      if (random.chance(0.06)) writer.event('click', clickMs + 700);
      if (chosen.isCpc) chosen.budget.leftMicros -= chosen.priceMicros;
      this.#shoppers.afterClick(chosen, clickMs, untilMs);
    }
  }
}

/** What may stand in a place in an hour. Whom it reaches is asked once for each kind of visitor, what is left of a budget each time. */
class Fitting {
  readonly #candidates: readonly Candidate[];
  readonly #reaching = new Map<string, readonly Candidate[]>();

  constructor(candidates: readonly Candidate[]) {
    this.#candidates = candidates;
  }

  /** One of those that reach the visitor and have money left, each as often as it pays. */
  pick(random: Random, country: string, device: string): Candidate | undefined {
    const reaching = this.#reachingOf(country, device);
    let total = 0;
    for (const one of reaching) total += weightOf(one);
    let at = random.next() * total;
    let last: Candidate | undefined;
    for (const one of reaching) {
      const weight = weightOf(one);
      if (weight === 0) continue;
      last = one;
      at -= weight;
      if (at < 0) return one;
    }
    return last;
  }

  #reachingOf(country: string, device: string): readonly Candidate[] {
    const key = `${country}${device}`;
    const known = this.#reaching.get(key);
    if (known !== undefined) return known;
    const reaching = this.#candidates.filter(
      (one) =>
        (one.locations.length === 0 || one.locations.includes(country)) && one.devices.includes(device),
    );
    this.#reaching.set(key, reaching);
    return reaching;
  }
}

function weightOf({ budget, isCpc, priceMicros }: Candidate): number {
  if (budget.leftMicros <= 0) return 0;
  return isCpc ? priceMicros * 5 : priceMicros;
}

type CountedView = Omit<Tally, 'type' | 'atMs' | 'count'>;
type Tallies = Map<string, CountedView & { count: number }>;

function countView(tallies: Tallies, view: CountedView): void {
  const { widgetId, device, country, widthPx, heightPx, outcome } = view;
  const key = `${widgetId} ${device} ${country} ${widthPx}x${heightPx} ${outcome}`;
  const tally = tallies.get(key);
  if (tally === undefined) tallies.set(key, { ...view, count: 1 });
  else tally.count += 1;
}

function isOpen(candidate: Candidate, atMs: number): boolean {
  const local = localTimeAt(candidate.timeZone, atMs);
  return withinDates(candidate.schedule, local) && withinHours(candidate.schedule, local);
}

/** Clicks out of impressions, by where the ad stands. */
function clickRate(place: Place, chosen: Candidate): number {
  const byType = { banner: 0.0042, native: 0.0085, video: 0.0064, floating_sticky_ad: 0.0071 }[place.type];
  return byType * (chosen.heightPx >= 250 ? 1.25 : 0.9);
}

/** Weekends are quieter, the network grows, and no two days are alike. */
export function strengthOf(day: number, firstDay: number, weekday: number, random: Random): number {
  const growth = 0.82 + (0.36 * (day - firstDay)) / Math.max(1, -firstDay);
  const weekend = weekday >= 6 ? 0.78 : 1.05;
  return growth * weekend * (0.93 + random.next() * 0.14);
}

export const HOURS_OF_DAY = HOURS.length;
export const MS_OF_HOUR = HOUR_MS;
