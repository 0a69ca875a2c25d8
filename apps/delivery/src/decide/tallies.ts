import { TALLY_BYTES, writeTally } from '@placard/contract/wire/event-record';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { sizeOfNumber } from './ad-index.ts';
import {
  REFUSED_BLOCK,
  REFUSED_BUDGET,
  REFUSED_FLOOR,
  REFUSED_FREQUENCY,
  REFUSED_MINIMUM,
  REFUSED_NONE,
  REFUSED_PACE,
  REFUSED_PAGE,
  REFUSED_SCHEDULE,
} from './auction.ts';

/** Tally outcome of what an auction noted last. */
export const OUTCOME_OF_REFUSAL: readonly number[] = (() => {
  const outcomes: number[] = [];
  outcomes[REFUSED_NONE] = TALLY_OUTCOMES.no_candidate;
  outcomes[REFUSED_MINIMUM] = TALLY_OUTCOMES.minimum_bid;
  outcomes[REFUSED_FLOOR] = TALLY_OUTCOMES.floor;
  outcomes[REFUSED_SCHEDULE] = TALLY_OUTCOMES.schedule;
  outcomes[REFUSED_BUDGET] = TALLY_OUTCOMES.budget;
  outcomes[REFUSED_PACE] = TALLY_OUTCOMES.pacing;
  outcomes[REFUSED_FREQUENCY] = TALLY_OUTCOMES.frequency;
  outcomes[REFUSED_BLOCK] = TALLY_OUTCOMES.blocked;
  outcomes[REFUSED_PAGE] = TALLY_OUTCOMES.on_page;
  return outcomes;
})();

export type TallyTarget = {
  /** @returns where to write, -1 if nothing can be stored now. */
  readonly reserve: (bytes: number, recordCount: number) => number;
  readonly buffer: Buffer;
};

/** What one widget's views came to: how many, by outcome, device, country and size in one number. */
type Counts = Map<number, number>;

/**
 * Counts what widget views came to, in memory, until they are handed to the spool. Statistics: what a kill -9 takes is at
 * most the last interval's. Ten thousand widgets seen from many countries have a hundred thousand counts, and nobody's
 * answer shall wait for all of them: `gather` sets them apart, and `write` hands over so many at a time.
 */
export class Tallies {
  private byWidget = new Map<number, Counts>();
  private startedAtMs: number;
  /** Set apart, and not handed over yet. */
  private gathered: Map<number, Counts> = new Map();
  private gatheredSinceMs = 0;
  /** Asked for, but no view yet, or of a page of their website. */
  private seen = new Set<number>();

  constructor(startedAtMs: number) {
    this.startedAtMs = startedAtMs;
  }

  /** @param country as `letterPair` gives it. */
  count(
    widgetId: number,
    view: {
      readonly outcome: number;
      readonly device: number;
      readonly country: number;
      readonly sizeNumber: number;
    },
  ): void {
    let counts = this.byWidget.get(widgetId);
    if (counts === undefined) {
      counts = new Map();
      this.byWidget.set(widgetId, counts);
    }
    // 4 + 2 + 10 + 12 bits: a small integer, which a Map finds without making anything.
    const key = (((((view.outcome << 2) | view.device) << 10) | view.country) << 12) | view.sizeNumber;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  /** A page has the widget, far below its window: nothing to count, but its publisher shall see that the code is there. */
  noteAsked(widgetId: number): void {
    this.seen.add(widgetId);
  }

  /** Widgets that a page of their website asked for, as far as asked or handed over since the last call. */
  takeSeenWidgetIds(): number[] {
    const seen = [...this.seen];
    this.seen = new Set();
    return seen;
  }

  /** Sets apart what was counted so far, unless some of the time before waits for the spool still. */
  gather(nowMs: number): void {
    if (this.gathered.size > 0) return;
    [this.gathered, this.byWidget] = [this.byWidget, this.gathered];
    this.gatheredSinceMs = this.startedAtMs;
    this.startedAtMs = nowMs;
  }

  /**
   * Hands counts that were set apart to the spool, at most `most` of them; what it does not take now stays.
   * @returns whether to go on: some are left, and it is not the spool that refused them
   */
  write(target: TallyTarget, most: number): boolean {
    let left = most;
    for (const [widgetId, counts] of this.gathered) {
      for (const [key, count] of counts) {
        if (left === 0) return true;
        const at = target.reserve(TALLY_BYTES, 1);
        if (at < 0) return false;
        left -= 1;
        writeTally(target.buffer, at, this.tallyOf(widgetId, key, count));
        counts.delete(key);
        if (key >>> 24 !== TALLY_OUTCOMES.wrong_site) this.seen.add(widgetId);
      }
      this.gathered.delete(widgetId);
    }
    return false;
  }

  private tallyOf(widgetId: number, key: number, count: number): Parameters<typeof writeTally>[2] {
    const size = sizeOfNumber(key & 0xfff);
    const country = (key >>> 12) & 0x3ff;
    return {
      widgetId,
      count,
      atMs: this.gatheredSinceMs,
      outcome: key >>> 24,
      device: (key >>> 22) & 3,
      country: country === 0 ? '' : String.fromCharCode(64 + (country >>> 5), 64 + (country & 31)),
      widthPx: size?.widthPx ?? 0,
      heightPx: size?.heightPx ?? 0,
    };
  }
}
