import { type ViewSample, viewSampleRecord } from '@placard/contract/wire/view-sample';
import type { TallyTarget } from './tallies.ts';
import { Thinning } from './thinning.ts';

/** Enough for an hour's 10,000, few enough for a table that one statement reads. */
const SAMPLES_A_SECOND = 3;
/** A quiet site's visitor opens a page of several widgets: each of its views is kept. */
const BURST = 20;
/** What cannot be handed to the spool is given up beyond this. */
const MOST_WAITING = 100;

/** Keeps a few widget views a second, each standing for those since the one before it. */
export class ViewSamples {
  private readonly thinning: Thinning;
  private waiting: Uint8Array[] = [];

  constructor(random: () => number) {
    this.thinning = new Thinning(random, { perSecond: SAMPLES_A_SECOND, burst: BURST });
  }

  /** Counts a view. @returns whether it is the one to keep. */
  due(): boolean {
    return this.thinning.due();
  }

  /** Keeps the view that was due, unless too many were kept lately: then a later one stands for it as well. */
  keep(view: Omit<ViewSample, 'weight'>): void {
    if (this.waiting.length >= MOST_WAITING) {
      this.thinning.passOver();
      return;
    }
    const weight = this.thinning.take();
    if (weight !== null) this.waiting.push(viewSampleRecord({ ...view, weight }));
  }

  /** Once a second. */
  tick(): void {
    this.thinning.tick();
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
}
