import { blockedBy, type SiteBlocks } from '@placard/domain/decision/gates';
import { withinDates, withinHours } from '@placard/domain/targeting/schedule';
import type { SizeSlot } from './ad-index.ts';
import { ALLOWED, OVER_BUDGET } from './allowance.ts';
import { ASIDE_BUDGET, ASIDE_PACE, ASIDE_SCHEDULE, type Bucket } from './bucket.ts';
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
const PASSED = 7;

const DEAD_WAIT_MS = 1_000;

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
  blocks: SiteBlocks | null;
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
  /** So many of `buckets` have been looked at. */
  private opened = 0;
  private readonly run: number[] = [0, 0, 0, 0];
  private readonly drawn: number[] = [0, 0, 0, 0];
  private question: Question | null = null;

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
    const learning = this.random() < LEARNING_SHARE;
    if (!learning || !this.learn(question)) {
      for (const slot of question.slots) {
        this.buckets = reachOf(slot, question);
        if (this.buckets.length > 0) this.compete(slot, question);
      }
    }
    const { unit } = this;
    if (unit === null) return false;
    this.creative = this.creativeOf(unit, question.blocks);
    return true;
  }

  /**
   * Goes down the runs of equal eCPM, drawing at random over all buckets within each, until someone passes. Buckets
   * come sorted by their highest eCPM, so one is not looked at before its turn.
   */
  private compete(slot: SizeSlot, question: Question): void {
    const { buckets } = this;
    // A larger size was asked first: an equal eCPM leaves it the place.
    const above = this.unit === null ? -1 : this.unit.ecpmMicros;
    this.opened = 0;
    for (;;) {
      const best = this.openUpTo(this.bestEcpm(), question.nowMs);
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
      this.passRun(best);
    }
    if (this.unit === null) this.noteAside(buckets);
  }

  /** Opens all buckets that may hold as much as `best`. @returns the highest eCPM awake, -1 if there is none. */
  private openUpTo(best: number, nowMs: number): number {
    const { buckets, run } = this;
    let highest = best;
    for (
      let next = buckets[this.opened];
      next !== undefined && next.topEcpm >= highest;
      next = buckets[this.opened]
    ) {
      next.wake(nowMs);
      const at = next.awakeRun(0);
      run[this.opened] = at;
      this.opened += 1;
      if (at >= 0) highest = Math.max(highest, next.ecpmOf(at));
    }
    return highest;
  }

  private bestEcpm(): number {
    let best = -1;
    for (let index = 0; index < this.opened; index += 1) {
      const at = this.run[index] ?? -1;
      const ecpm = at < 0 ? -1 : (this.buckets[index]?.ecpmOf(at) ?? -1);
      if (ecpm > best) best = ecpm;
    }
    return best;
  }

  private passRun(ecpm: number): void {
    const { buckets, run } = this;
    for (let index = 0; index < this.opened; index += 1) {
      const bucket = buckets[index];
      const at = run[index] ?? -1;
      if (bucket !== undefined && at >= 0 && bucket.ecpmOf(at) === ecpm) run[index] = bucket.awakeRun(at + 1);
    }
  }

  /** Draws without putting back among all awake units of this eCPM. */
  private drawFrom(ecpm: number): Unit | null {
    const { buckets, run, drawn } = this;
    let total = 0;
    for (let index = 0; index < this.opened; index += 1) {
      drawn[index] = 0;
      total += this.undrawn(index, ecpm);
    }
    for (; total > 0; total -= 1) {
      let ticket = Math.floor(this.random() * total);
      let index = 0;
      for (let size = this.undrawn(0, ecpm); ticket >= size; size = this.undrawn(index, ecpm)) {
        ticket -= size;
        index += 1;
      }
      const bucket = buckets[index];
      if (bucket === undefined) return null;
      const at = run[index] ?? 0;
      const place = bucket.startOf(at) + ticket;
      const unit = bucket.unitAt(place);
      if (unit === undefined) return null;
      const verdict = this.judge(unit);
      if (verdict === PASSED) return unit;
      this.note(verdict);
      const drawnHere = drawn[index] ?? 0;
      if (!this.setAside(bucket, { place, drawn: drawnHere, unit, verdict })) {
        bucket.swap(place, bucket.startOf(at) + bucket.awakeIn(at) - 1 - drawnHere);
        drawn[index] = drawnHere + 1;
      }
    }
    return null;
  }

  private undrawn(index: number, ecpm: number): number {
    const bucket = this.buckets[index];
    const at = this.run[index] ?? -1;
    if (bucket === undefined || at < 0 || bucket.ecpmOf(at) !== ecpm) return 0;
    return bucket.awakeIn(at) - (this.drawn[index] ?? 0);
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
      bucket.putAside(place, drawn, { reason: ASIDE_SCHEDULE, wakeMs: nowMs + DEAD_WAIT_MS });
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
    if (question.blocks !== null && this.creativeOf(unit, question.blocks) === null) return REFUSED_BLOCK;
    return PASSED;
  }

  /** One of the unit's creatives at random, of those that the website does not block. */
  private creativeOf(unit: Unit, blocks: SiteBlocks | null): ShownCreative | null {
    const { creatives } = unit;
    if (blocks === null) {
      const only = creatives.length === 1;
      return creatives[only ? 0 : Math.floor(this.random() * creatives.length)] ?? null;
    }
    const open = creatives.filter(
      ({ id, advertiserHost }) => !blockedBy(blocks, { creativeId: id, advertiserHost }),
    );
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

function reachOf(slot: SizeSlot, question: Question): readonly Bucket[] {
  return slot.byDevice[question.device]?.reach(question.country, question.language) ?? NOBODY;
}
