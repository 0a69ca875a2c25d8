import { TOKEN_FLAG_CPC } from '@placard/contract/wire/decision-token';
import { reachesMinimum } from '@placard/domain/decision/minimum-bids';
import { isCategoryTaken, isOnPage, type PageShown, placesOf } from '@placard/domain/decision/page';
import { withinDates, withinHours } from '@placard/domain/targeting/schedule';
import type { AdIndex, SizeSlot } from './ad-index.ts';
import { ALLOWED, OVER_BUDGET } from './allowance.ts';
import type { Blocks } from './blocks.ts';
import { Frontier } from './frontier.ts';
import { REST_BUDGET, REST_PACE, REST_SCHEDULE, type Shelf } from './shelf.ts';
import type { ShownCreative, Unit } from './unit.ts';
import type { Zones } from './zones.ts';

/** Share of decisions in which a new creative that may be shown goes before the highest eCPM. */
export const LEARNING_SHARE = 0.05;
const LEARNING_DRAWS = 4;
/**
 * Share of decisions in which a few of all ads that reach the viewer are drawn, and one that may be worth more than the
 * winner, as far as anybody knows its click rate, goes before it: whoever had bad luck early is tried again.
 */
export const HOPEFUL_SHARE = 0.05;
/** Each is one more that is judged: with eight of them 1.5 a decision, and 2 % more earned. */
export const HOPEFUL_DRAWS = 4;

/** What refused a candidate, in the order of DECISION_GATES; the numbers only order. */
export const REFUSED_NONE = 0;
export const REFUSED_MINIMUM = 1;
export const REFUSED_FLOOR = 2;
export const REFUSED_SCHEDULE = 3;
export const REFUSED_BUDGET = 4;
export const REFUSED_PACE = 5;
export const REFUSED_FREQUENCY = 6;
export const REFUSED_BLOCK = 7;
export const REFUSED_PAGE = 8;
const PASSED = 9;

/**
 * So many candidates of a page's own advertisers are passed over at most. Only where one advertiser's ad sets fill the top of
 * the market is there more to pass, and a page of twenty places must not look at all of 100,000.
 */
export const MOST_KEPT_APART = 500;

/** One widget's question; the object is reused. */
export type Question = {
  nowMs: number;
  index: AdIndex;
  /** Those of the widget's sizes that fit, the largest first. */
  slots: readonly SizeSlot[];
  device: number;
  /** `letterPair` codes; 0 = unknown. */
  country: number;
  language: number;
  floorMicros: number;
  /** Of the network's card: the place of the view in it, and what it asks for there. */
  bidPlace: number;
  minimumCpmMicros: number;
  minimumCpcMicros: number;
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
  /** Candidates that were looked at since the process began. */
  judged = 0;

  private readonly zones: Zones;
  private readonly random: () => number;
  private readonly frontier = new Frontier();
  private question: Question | null = null;
  /** Candidates that the page kept off in this search, and the fewest places that an advertiser among them has. */
  private keptApart = 0;
  private fewestPlaces = Number.POSITIVE_INFINITY;
  private readonly rule = { separateCategories: false, mostPlaces: 0 };

  constructor(zones: Zones, random: () => number) {
    this.zones = zones;
    this.random = random;
  }

  /** @returns whether there is a winner. `take` is for the caller, when it is shown. */
  decide(question: Question): boolean {
    this.unit = null;
    this.creative = null;
    this.slot = null;
    this.refused = REFUSED_NONE;
    this.question = question;
    this.zones.at(question.nowMs);
    question.index.wakeDue(question.nowMs);
    this.keptApart = 0;
    this.fewestPlaces = Number.POSITIVE_INFINITY;
    this.rule.separateCategories = question.separateCategories;
    this.rule.mostPlaces = 0;
    const lot = this.random();
    if (lot >= LEARNING_SHARE || !this.learn(question)) this.search(question);
    // Nobody else is there: another place for those who have the fewest. Each turn allows more, so there are few.
    while (this.unit === null && this.fewestPlaces < Number.POSITIVE_INFINITY) {
      this.rule.mostPlaces = this.fewestPlaces;
      this.fewestPlaces = Number.POSITIVE_INFINITY;
      this.keptApart = 0;
      this.search(question);
    }
    const { unit } = this;
    if (unit === null) return false;
    if (lot >= LEARNING_SHARE && lot < LEARNING_SHARE + HOPEFUL_SHARE) this.hope(question, unit);
    this.creative = this.creativeOf(this.unit ?? unit, question);
    return true;
  }

  /** Counts the winner as shown. It rests from here on if that was all for now, and nobody has to find out. */
  take(): void {
    const { unit, question } = this;
    if (unit === null || question === null) return;
    const { adSet } = unit;
    adSet.allowance.take();
    const state = adSet.allowance.state(question.nowMs);
    if (state !== ALLOWED) this.restFor(state === OVER_BUDGET ? REFUSED_BUDGET : REFUSED_PACE, unit);
  }

  /** Goes down the runs of equal eCPM, drawing at random over all shelves within each, until someone passes. */
  private search(question: Question): void {
    const { frontier } = this;
    frontier.open(question.slots, question);
    for (let best = frontier.best(); best >= 0; best = frontier.best()) {
      if (best < question.floorMicros) {
        this.note(REFUSED_FLOOR);
        break;
      }
      this.unit = this.drawOne(question.index);
      if (this.unit !== null) {
        this.slot = question.slots[frontier.bestSlot] as SizeSlot;
        return;
      }
      if (this.keptApart >= MOST_KEPT_APART) break;
      frontier.pass();
    }
    this.noteAside();
    this.noteBarred(question);
  }

  /** Draws without putting back among all awake units of the highest eCPM. */
  private drawOne(index: AdIndex): Unit | null {
    const { frontier } = this;
    for (let total = frontier.gather(); total > 0; total -= 1) {
      const unit = index.unit(frontier.draw(Math.floor(this.random() * total)));
      if (unit === undefined) return null;
      const verdict = this.judge(unit);
      if (verdict === PASSED) return unit;
      this.note(verdict);
      frontier.putBehind();
      this.restFor(verdict, unit);
      if (verdict === REFUSED_PAGE) this.keptApart += 1;
      if (this.keptApart >= MOST_KEPT_APART) return null;
    }
    return null;
  }

  /** A refusal that lasts for other requests too is learnt once, for all shelves. */
  private restFor(verdict: number, { adSet }: Unit): void {
    const { question, zones } = this;
    if (question === null) return;
    const { index, nowMs } = question;
    if (verdict === REFUSED_SCHEDULE) index.rest(adSet, REST_SCHEDULE, zones.minuteEndMs);
    else if (verdict === REFUSED_BUDGET) index.rest(adSet, REST_BUDGET, adSet.allowance.retryAtMs(nowMs));
    else if (verdict === REFUSED_PACE) index.rest(adSet, REST_PACE, adSet.allowance.retryAtMs(nowMs));
  }

  /** @returns what refuses the unit, PASSED if nothing does. */
  private judge(unit: Unit): number {
    const { adSet } = unit;
    const question = this.question;
    if (question === null) return REFUSED_NONE;
    this.judged += 1;
    // Shelves leave out whoever bids too little, but for those that a new card has not brought to their place yet.
    const isCpc = (adSet.flags & TOKEN_FLAG_CPC) !== 0;
    const minimumMicros = isCpc ? question.minimumCpcMicros : question.minimumCpmMicros;
    if (!reachesMinimum(adSet.priceMicros, minimumMicros)) return REFUSED_MINIMUM;
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
  private creativeOf({ creatives }: Unit, { blocks, page }: Question): ShownCreative {
    if (blocks === null && page.creativeIds.length === 0) {
      const only = creatives.length === 1;
      return creatives[only ? 0 : Math.floor(this.random() * creatives.length)] as ShownCreative;
    }
    const open = creatives.filter((creative) => isOpen(creative, blocks) && !isOnPage(page, creative.id));
    return open[Math.floor(this.random() * open.length)] as ShownCreative;
  }

  /** Tries a few of the new creatives that reach this viewer. */
  private learn(question: Question): boolean {
    for (const slot of question.slots) {
      const shelves = slot.reach(question);
      let total = 0;
      for (const { learning } of shelves) total += learning.length;
      for (let draw = 0; draw < Math.min(LEARNING_DRAWS, total); draw += 1) {
        const number = learningAt(shelves, Math.floor(this.random() * total));
        if (this.tryLearning(question.index.unit(number), question)) {
          this.slot = slot;
          return true;
        }
      }
    }
    return false;
  }

  /** Draws a few of all that reach this viewer; the one with the most to hope for goes first, if that is more than the winner's. */
  private hope(question: Question, winner: Unit): void {
    let most = winner.ecpmMicros;
    const slot = question.slots[Math.floor(this.random() * question.slots.length)] as SizeSlot;
    const shelves = slot.reach(question);
    let total = 0;
    for (const { size } of shelves) total += size;
    for (let draw = 0; draw < Math.min(HOPEFUL_DRAWS, total); draw += 1) {
      const shelf = shelfAt(shelves, Math.floor(this.random() * total));
      const number = shelf.someUnit(this.random(), this.random());
      const unit = number < 0 ? undefined : question.index.unit(number);
      if (unit === undefined || unit.hopeMicros <= most || unit === winner) continue;
      if (!this.tryLearning(unit, question)) continue;
      most = unit.hopeMicros;
      this.slot = slot;
    }
  }

  private tryLearning(unit: Unit | undefined, question: Question): boolean {
    if (unit === undefined || unit.ecpmMicros < question.floorMicros) return false;
    if (question.index.isResting(unit.adSet)) return false;
    if (this.judge(unit) !== PASSED) return false;
    this.unit = unit;
    return true;
  }

  private note(refusal: number): void {
    if (refusal > this.refused) this.refused = refusal;
  }

  private noteBarred(question: Question): void {
    for (const slot of question.slots) if (slot.isAnyBarred(question)) this.note(REFUSED_MINIMUM);
  }

  private noteAside(): void {
    const { shelves, count } = this.frontier;
    for (let index = 0; index < count; index += 1) {
      const { aside } = shelves[index] as Shelf;
      if ((aside[REST_SCHEDULE] as number) > 0) this.note(REFUSED_SCHEDULE);
      if ((aside[REST_BUDGET] as number) > 0) this.note(REFUSED_BUDGET);
      if ((aside[REST_PACE] as number) > 0) this.note(REFUSED_PACE);
    }
  }
}

/** The number of the unit that learns at a place among all that do, of all shelves. */
function learningAt(shelves: readonly Shelf[], place: number): number {
  let left = place;
  let index = 0;
  for (; left >= (shelves[index] as Shelf).learning.length; index += 1)
    left -= (shelves[index] as Shelf).learning.length;
  return (shelves[index] as Shelf).learning[left] as number;
}

/** The shelf that a place among all units of all shelves is on. */
function shelfAt(shelves: readonly Shelf[], place: number): Shelf {
  let left = place;
  let index = 0;
  for (; left >= (shelves[index] as Shelf).size; index += 1) left -= (shelves[index] as Shelf).size;
  return shelves[index] as Shelf;
}

function isOpen(creative: ShownCreative, blocks: Blocks | null): boolean {
  return blocks === null || !blocks.stopCreative(creative);
}

function hasOpen({ adSet, creatives }: Unit, blocks: Blocks): boolean {
  return !blocks.stopCategory(adSet.category) && creatives.some((creative) => isOpen(creative, blocks));
}
