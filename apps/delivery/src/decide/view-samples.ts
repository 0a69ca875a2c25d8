import { type ViewSample, viewSampleRecord } from '@placard/contract/wire/view-sample';
import type { TallyTarget } from './tallies.ts';

/** Enough for an hour's 10,000, few enough for a table that one statement reads. */
const SAMPLES_A_SECOND = 3;
/** A quiet site's visitor opens a page of several widgets: each of its views is kept. */
const BURST = 20;
/** What cannot be handed to the spool is given up beyond this. */
const MOST_WAITING = 100;

/**
 * Keeps a few widget views a second, each standing for those since the one before it. How many are passed over is drawn
 * at random, so that the third widget of a page is kept as often as the first; with little traffic every view is.
 * Costs a view one addition and one comparison.
 */
export class ViewSamples {
  private readonly random: () => number;
  private waiting: Uint8Array[] = [];
  /** Views since the last one kept. */
  private since = 0;
  /** The next is kept when `since` comes to this. */
  private next = 1;
  private meanGap = 1;
  private tokens = BURST;
  private viewsThisSecond = 0;

  constructor(random: () => number) {
    this.random = random;
  }

  /** Counts a view. @returns whether it is the one to keep. */
  due(): boolean {
    this.since += 1;
    return this.since >= this.next;
  }

  /** Keeps the view that was due, unless too many were kept lately: then a later one stands for it as well. */
  keep(view: Omit<ViewSample, 'weight'>): void {
    if (this.tokens < 1 || this.waiting.length >= MOST_WAITING) {
      this.next = this.since + this.gap();
      return;
    }
    this.tokens -= 1;
    this.waiting.push(viewSampleRecord({ ...view, weight: this.since }));
    this.viewsThisSecond += this.since;
    this.since = 0;
    this.next = this.gap();
  }

  /** Once a second: what may be kept in the next one, and how far apart by the traffic of the last. */
  tick(): void {
    this.tokens = Math.min(BURST, this.tokens + SAMPLES_A_SECOND);
    const views = this.viewsThisSecond + this.since;
    this.viewsThisSecond = -this.since;
    // As many as may be kept at once are: a page of some widgets, asked for across two seconds, is no rush.
    this.meanGap = views <= this.tokens ? 1 : views / SAMPLES_A_SECOND;
    // After a rush the wait is as long as the rush was dense: not for a quiet hour too.
    if (this.next - this.since > 2 * this.meanGap) this.next = this.since + this.gap();
  }

  /** Hands what was kept to the spool; what does not fit now waits. @returns how many went. */
  write(target: TallyTarget): number {
    let written = 0;
    for (const record of this.waiting) {
      const at = target.reserve(record.byteLength, 1);
      if (at < 0) break;
      target.buffer.set(record, at);
      written += 1;
    }
    this.waiting = this.waiting.slice(written);
    return written;
  }

  /** 1 … 2 × mean − 1, each as likely. */
  private gap(): number {
    return 1 + Math.floor(this.random() * (2 * this.meanGap - 1));
  }
}
