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

/**
 * Counts what widget views came to, in memory, until `write` hands the counts to the spool. Statistics: what a
 * kill -9 takes is at most the last interval's.
 */
export class Tallies {
  private readonly byWidget = new Map<number, Map<number, number>>();
  /** Asked for, but no view yet. */
  private readonly asked = new Set<number>();
  private startedAtMs: number;

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
    this.asked.add(widgetId);
  }

  /** Widgets that a page of their website asked for since the last `write` and the last call of this. */
  seenWidgetIds(): number[] {
    const seen = [...this.asked];
    this.asked.clear();
    for (const [widgetId, counts] of this.byWidget) {
      for (const key of counts.keys()) {
        if (key >>> 24 === TALLY_OUTCOMES.wrong_site) continue;
        seen.push(widgetId);
        break;
      }
    }
    return seen;
  }

  /** Moves all counts into the spool; what does not fit now stays for the next time. @returns how many were moved. */
  write(target: TallyTarget, nowMs: number): number {
    let written = 0;
    for (const [widgetId, counts] of this.byWidget) {
      for (const [key, count] of counts) {
        const at = target.reserve(TALLY_BYTES, 1);
        if (at < 0) return written;
        writeTally(target.buffer, at, this.tallyOf(widgetId, key, count));
        counts.delete(key);
        written += 1;
      }
      this.byWidget.delete(widgetId);
    }
    this.startedAtMs = nowMs;
    return written;
  }

  private tallyOf(widgetId: number, key: number, count: number): Parameters<typeof writeTally>[2] {
    const size = sizeOfNumber(key & 0xfff);
    const country = (key >>> 12) & 0x3ff;
    return {
      widgetId,
      count,
      atMs: this.startedAtMs,
      outcome: key >>> 24,
      device: (key >>> 22) & 3,
      country: country === 0 ? '' : String.fromCharCode(64 + (country >>> 5), 64 + (country & 31)),
      widthPx: size?.widthPx ?? 0,
      heightPx: size?.heightPx ?? 0,
    };
  }
}
