import { isCategoryTaken, isOnPage, type PageShown, placesOf } from '@placard/domain/decision/page';
import { withinDates, withinHours } from '@placard/domain/targeting/schedule';
import type { SizeSlot } from './ad-index.ts';
import { ALLOWED, OVER_BUDGET } from './allowance.ts';
import type { Blocks } from './blocks.ts';
import {
  ASIDE_BUDGET,
  ASIDE_DEAD,
  ASIDE_PACE,
  ASIDE_SCHEDULE,
  type Bucket,
  type BucketHeads,
  HEAD_AWAKE,
  HEAD_ECPM,
  HEAD_RUN,
  HEAD_START,
  HEAD_WAKE_MS,
} from './bucket.ts';
import type { ShownCreative, Unit } from './unit.ts';
import type { Zones } from './zones.ts';

/** Share of decisions in which a new creative that may be shown goes before the highest eCPM. */
export const LEARNING_SHARE = 0.05;
const LEARNING_DRAWS = 4;

/** What refused a candidate, in the order of DECISION_GATES; the numbers only order. */
export const REFUSED_NONE = 0;
export const REFUSED_FLOOR = 1;
export const REFUSED_SCHEDULE = 2;
export const REFUSED_BUDGET = 3;
export const REFUSED_PACE = 4;
export const REFUSED_FREQUENCY = 5;
export const REFUSED_BLOCK = 6;
export const REFUSED_PAGE = 7;
const PASSED = 8;

/**
 * So many candidates of a page's own advertisers are passed over at most. Only where one advertiser's ad sets fill the top of
 * the market is there more to pass, and a page of twenty places must not look at all of 100,000.
 */
export const MOST_KEPT_APART = 500;

/** Country and language, each given or any, and for each what came lately. */
const MOST_BUCKETS = 8;

/** One widget's question; the object is reused. */
export type Question = {
  nowMs: number;
  /** Those of the widget's sizes that fit, the largest first. */
  slots: readonly SizeSlot[];
  device: number;
  /** `letterPair` codes; 0 = unknown. */
  country: number;
  language: number;
  floorMicros: number;
  cappedAdSetIds: readonly number[];
  blocks: Blocks | null;
  page: PageShown;
  separateCategories: boolean;
};

/**
 * Chooses the unit with the highest eCPM that passes every gate. Gives the same as `auctionWinners` of the domain over
 * all candidates (a property test holds one against the other) without looking at them all.
 * Answers in its own fields, so that a decision leaves no garbage.
 */
export class Auction {
  unit: Unit | null = null;
  creative: ShownCreative | null = null;
  slot: SizeSlot | null = null;
  /** Without a unit: the last gate that any candidate reached. */
  refused = REFUSED_NONE;

  private readonly zones: Zones;
  private readonly random: () => number;
  private buckets: readonly Bucket[] = [];
  // For each of `buckets` the run it stands at: eCPM (-1: none left), number, first place, how many are awake, and how
  // many of them are still to be drawn.
  private readonly ecpm = new Float64Array(MOST_BUCKETS);
  private readonly run = new Int32Array(MOST_BUCKETS);
  private readonly start = new Int32Array(MOST_BUCKETS);
  private readonly awake = new Int32Array(MOST_BUCKETS);
  private readonly left = new Int32Array(MOST_BUCKETS);
  private question: Question | null = null;
  /** Candidates that the page kept off in this search, and the fewest places that an advertiser among them has. */
  private keptApart = 0;
  private fewestPlaces = Number.POSITIVE_INFINITY;
  private readonly rule = { separateCategories: false, mostPlaces: 0 };

  constructor(zones: Zones, random: () => number) {
    this.zones = zones;
    this.random = random;
  }

  /** @returns whether there is a winner. Its allowance is the caller's to take. */
  decide(question: Question): boolean {
    this.unit = null;
    this.creative = null;
    this.slot = null;
    this.refused = REFUSED_NONE;
    this.question = question;
    this.zones.at(question.nowMs);
    this.keptApart = 0;
    this.fewestPlaces = Number.POSITIVE_INFINITY;
    this.rule.separateCategories = question.separateCategories;
    this.rule.mostPlaces = 0;
    const learning = this.random() < LEARNING_SHARE;
    if (!learning || !this.learn(question)) this.search(question);
    // Nobody else is there: another place for those who have the fewest. Each turn allows more, so there are few.
    while (this.unit === null && this.fewestPlaces < Number.POSITIVE_INFINITY) {
      this.rule.mostPlaces = this.fewestPlaces;
      this.fewestPlaces = Number.POSITIVE_INFINITY;
      this.keptApart = 0;
      this.search(question);
    }
    const { unit } = this;
    if (unit === null) return false;
    this.creative = this.creativeOf(unit, question);
    return true;
  }

  private search(question: Question): void {
    for (const slot of question.slots) this.compete(slot, question);
  }

  /** Goes down the runs of equal eCPM, drawing at random over all buckets within each, until someone passes. */
  private compete(slot: SizeSlot, question: Question): void {
    const deviceSlot = slot.byDevice[question.device];
    if (deviceSlot === undefined) return;
    const buckets = deviceSlot.reach(question.country, question.language);
    if (buckets.length === 0) return;
    this.buckets = buckets;
    this.readHeads(deviceSlot.heads, question.nowMs);
    // A larger size was asked first: an equal eCPM leaves it the place.
    const above = this.unit === null ? -1 : this.unit.ecpmMicros;
    for (;;) {
      const best = this.bestEcpm();
      if (best <= above) break;
      if (best < question.floorMicros) {
        this.note(REFUSED_FLOOR);
        break;
      }
      const winner = this.drawFrom(best);
      if (winner !== null) {
        this.unit = winner;
        this.slot = slot;
        return;
      }
      if (this.keptApart >= MOST_KEPT_APART) break;
      this.passRun(best);
    }
    if (this.unit === null) this.noteAside(buckets);
  }

  private readHeads({ cells }: BucketHeads, nowMs: number): void {
    const { buckets, ecpm, run, start, awake } = this;
    for (let index = 0; index < buckets.length; index += 1) {
      const bucket = buckets[index];
      if (bucket === undefined) continue;
      const at = bucket.headAt;
      if ((cells[at + HEAD_WAKE_MS] ?? 0) <= nowMs) bucket.wake(nowMs);
      ecpm[index] = cells[at + HEAD_ECPM] ?? -1;
      run[index] = cells[at + HEAD_RUN] ?? -1;
      start[index] = cells[at + HEAD_START] ?? 0;
      awake[index] = cells[at + HEAD_AWAKE] ?? 0;
    }
  }

  private bestEcpm(): number {
    let best = -1;
    for (let index = 0; index < this.buckets.length; index += 1) {
      const here = this.ecpm[index] ?? -1;
      if (here > best) best = here;
    }
    return best;
  }

  /** Goes on to the next run in each bucket that stands at `best`. */
  private passRun(best: number): void {
    const { buckets, ecpm, run, start, awake } = this;
    for (let index = 0; index < buckets.length; index += 1) {
      const bucket = buckets[index];
      if (bucket === undefined || ecpm[index] !== best) continue;
      const next = bucket.awakeRun((run[index] ?? 0) + 1);
      run[index] = next;
      ecpm[index] = next < 0 ? -1 : bucket.ecpmOf(next);
      start[index] = bucket.startOf(next);
      awake[index] = bucket.awakeIn(next);
    }
  }

  /** Draws without putting back among all awake units of this eCPM. */
  private drawFrom(best: number): Unit | null {
    const { buckets, ecpm, start, awake, left } = this;
    let total = 0;
    for (let index = 0; index < buckets.length; index += 1) {
      left[index] = ecpm[index] === best ? (awake[index] ?? 0) : 0;
      total += left[index] ?? 0;
    }
    for (; total > 0; total -= 1) {
      let ticket = Math.floor(this.random() * total);
      let index = 0;
      for (; ticket >= (left[index] ?? 0); index += 1) ticket -= left[index] ?? 0;
      const bucket = buckets[index];
      const place = (start[index] ?? 0) + ticket;
      const unit = bucket?.unitAt(place);
      if (bucket === undefined || unit === undefined) return null;
      const verdict = this.judge(unit);
      if (verdict === PASSED) return unit;
      this.note(verdict);
      this.takeOut(bucket, { index, place, unit, verdict });
      if (verdict === REFUSED_PAGE) this.keptApart += 1;
      if (this.keptApart >= MOST_KEPT_APART) return null;
    }
    return null;
  }

  /** The unit at `place` is not to be drawn again: put aside where its refusal lasts, else behind the undrawn ones. */
  private takeOut(
    bucket: Bucket,
    refusal: {
      readonly index: number;
      readonly place: number;
      readonly unit: Unit;
      readonly verdict: number;
    },
  ): void {
    const { start, awake, left } = this;
    const { index, place, unit, verdict } = refusal;
    const undrawn = left[index] ?? 0;
    left[index] = undrawn - 1;
    const drawn = (awake[index] ?? 0) - undrawn;
    if (this.setAside(bucket, { place, drawn, unit, verdict })) awake[index] = (awake[index] ?? 0) - 1;
    else bucket.swap(place, (start[index] ?? 0) + undrawn - 1);
  }

  /** @returns whether the refusal lasts for other requests too, and the unit was put aside for it. */
  private setAside(
    bucket: Bucket,
    refusal: {
      readonly place: number;
      readonly drawn: number;
      readonly unit: Unit;
      readonly verdict: number;
    },
  ): boolean {
    const { place, drawn, unit, verdict } = refusal;
    const nowMs = this.question?.nowMs ?? 0;
    if (verdict === REFUSED_NONE) {
      bucket.putAside(place, drawn, { reason: ASIDE_DEAD, wakeMs: Number.POSITIVE_INFINITY });
    } else if (verdict === REFUSED_SCHEDULE) {
      bucket.putAside(place, drawn, { reason: ASIDE_SCHEDULE, wakeMs: this.zones.minuteEndMs });
    } else if (verdict === REFUSED_BUDGET || verdict === REFUSED_PACE) {
      const reason = verdict === REFUSED_BUDGET ? ASIDE_BUDGET : ASIDE_PACE;
      bucket.putAside(place, drawn, { reason, wakeMs: unit.adSet.allowance.retryAtMs(nowMs) });
    } else {
      return false;
    }
    return true;
  }

  /** @returns what refuses the unit, PASSED if nothing does. */
  private judge(unit: Unit): number {
    const { adSet } = unit;
    const question = this.question;
    if (question === null || !adSet.live) return REFUSED_NONE;
    if (adSet.openStamp !== adSet.zone.stamp) {
      adSet.openStamp = adSet.zone.stamp;
      adSet.open = withinDates(adSet.schedule, adSet.zone) && withinHours(adSet.schedule, adSet.zone);
    }
    if (!adSet.open) return REFUSED_SCHEDULE;
    const allowed = adSet.allowance.state(question.nowMs);
    if (allowed !== ALLOWED) return allowed === OVER_BUDGET ? REFUSED_BUDGET : REFUSED_PACE;
    if (adSet.capPerDay > 0 && question.cappedAdSetIds.includes(adSet.id)) return REFUSED_FREQUENCY;
    if (question.blocks !== null && !hasOpen(unit, question.blocks)) return REFUSED_BLOCK;
    if (question.page.creativeIds.length > 0 && this.refusedByPage(unit, question)) return REFUSED_PAGE;
    return PASSED;
  }

  private refusedByPage(unit: Unit, { page, blocks }: Question): boolean {
    const { advertiserId, category } = unit.adSet;
    const places = placesOf(page, advertiserId);
    const crowded = places > this.rule.mostPlaces;
    if (crowded && places >= this.fewestPlaces) return true;
    if (this.rule.separateCategories && isCategoryTaken(page, category)) return true;
    if (!unit.creatives.some((creative) => isOpen(creative, blocks) && !isOnPage(page, creative.id)))
      return true;
    // All that keeps it off is what its advertiser has already.
    if (crowded) this.fewestPlaces = places;
    return crowded;
  }

  /** One of the unit's creatives at random, of those that neither the website blocks nor the page shows. */
  private creativeOf({ creatives }: Unit, { blocks, page }: Question): ShownCreative | null {
    if (blocks === null && page.creativeIds.length === 0) {
      const only = creatives.length === 1;
      return creatives[only ? 0 : Math.floor(this.random() * creatives.length)] ?? null;
    }
    const open = creatives.filter((creative) => isOpen(creative, blocks) && !isOnPage(page, creative.id));
    return open[Math.floor(this.random() * open.length)] ?? null;
  }

  /** Tries a few of the new creatives that reach this viewer. */
  private learn(question: Question): boolean {
    for (const slot of question.slots) {
      for (const bucket of reachOf(slot, question)) {
        const { learning } = bucket;
        for (let draw = 0; draw < Math.min(LEARNING_DRAWS, learning.length); draw += 1) {
          const unit = learning[Math.floor(this.random() * learning.length)];
          if (unit === undefined || unit.ecpmMicros < question.floorMicros) continue;
          if (this.judge(unit) === PASSED) {
            this.unit = unit;
            this.slot = slot;
            return true;
          }
        }
      }
    }
    return false;
  }

  private note(refusal: number): void {
    if (refusal > this.refused) this.refused = refusal;
  }

  private noteAside(buckets: readonly Bucket[]): void {
    for (const { aside } of buckets) {
      if ((aside[ASIDE_SCHEDULE] ?? 0) > 0) this.note(REFUSED_SCHEDULE);
      if ((aside[ASIDE_BUDGET] ?? 0) > 0) this.note(REFUSED_BUDGET);
      if ((aside[ASIDE_PACE] ?? 0) > 0) this.note(REFUSED_PACE);
    }
  }
}

const NOBODY: readonly Bucket[] = [];

function isOpen(creative: ShownCreative, blocks: Blocks | null): boolean {
  return blocks === null || !blocks.stopCreative(creative);
}

function hasOpen({ adSet, creatives }: Unit, blocks: Blocks): boolean {
  return !blocks.stopCategory(adSet.category) && creatives.some((creative) => isOpen(creative, blocks));
}

function reachOf(slot: SizeSlot, question: Question): readonly Bucket[] {
  return slot.byDevice[question.device]?.reach(question.country, question.language) ?? NOBODY;
}
