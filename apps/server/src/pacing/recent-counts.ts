import type { ObservedCounts } from '@placard/domain/pacing/plan';
import type { CountedAdSet } from '../settlement/settler.ts';

/** A viewable impression follows its impression within this time nearly always. */
const WINDOW_S = 10;

type Counts = { impressions: number; viewables: number; clicks: number };

/** What settlement counted per ad set in the last seconds: shown lately, so its charge may still be on its way. */
export class RecentCounts {
  // One map per second, the newest last.
  #seconds: { atS: number; adSets: Map<number, Counts> }[] = [];

  add(counted: readonly CountedAdSet[], nowMs: number): void {
    if (counted.length === 0) return;
    const atS = Math.floor(nowMs / 1000);
    let second = this.#seconds.at(-1);
    if (second?.atS !== atS) {
      second = { atS, adSets: new Map() };
      this.#seconds.push(second);
      this.#drop(atS);
    }
    for (const each of counted) {
      const sum = second.adSets.get(each.adSetId);
      if (sum === undefined) {
        second.adSets.set(each.adSetId, {
          impressions: each.impressions,
          viewables: each.viewables,
          clicks: each.clicks,
        });
      } else {
        sum.impressions += each.impressions;
        sum.viewables += each.viewables;
        sum.clicks += each.clicks;
      }
    }
  }

  of(adSetId: number, nowMs: number): ObservedCounts {
    this.#drop(Math.floor(nowMs / 1000));
    const total = { impressions: 0, viewables: 0, clicks: 0 };
    for (const { adSets } of this.#seconds) {
      const counts = adSets.get(adSetId);
      if (counts === undefined) continue;
      total.impressions += counts.impressions;
      total.viewables += counts.viewables;
      total.clicks += counts.clicks;
    }
    return total;
  }

  #drop(nowS: number): void {
    // Seconds that are still to come are those of a clock that was set back.
    const isRecent = ({ atS }: { atS: number }) => atS > nowS - WINDOW_S && atS <= nowS;
    if (!this.#seconds.every(isRecent)) this.#seconds = this.#seconds.filter(isRecent);
  }
}
