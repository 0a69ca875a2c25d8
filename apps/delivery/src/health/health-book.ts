import { LATENCY_CLASSES, latencyClass } from '@placard/domain/health/latency';

/** One decision in eight is timed: asking the clock twice takes a hundredth of one. */
const TIMED_EVERY = 8;

/** Since the process began. */
export type HealthCounts = {
  readonly requests: number;
  readonly views: number;
  readonly filled: number;
  readonly events: number;
  readonly filtered: number;
  readonly spoolFaults: number;
};

/** Counts how long decisions take, and tells what was added since it was told last. */
export class HealthBook {
  readonly latency: number[] = Array.from({ length: LATENCY_CLASSES }, () => 0);
  private calls = 0;
  private toldCounts: HealthCounts = NOTHING;
  private toldLatency: readonly number[] = this.latency.slice();

  /** Whether the next decision is one to time. */
  timesNext(): boolean {
    this.calls += 1;
    return this.calls % TIMED_EVERY === 0;
  }

  took(ms: number): void {
    const at = latencyClass(ms);
    this.latency[at] = (this.latency[at] ?? 0) + 1;
  }

  /** What came since `told` was called last. */
  since(counts: HealthCounts): { readonly counts: HealthCounts; readonly latency: readonly number[] } {
    const told = this.toldCounts;
    return {
      counts: {
        requests: counts.requests - told.requests,
        views: counts.views - told.views,
        filled: counts.filled - told.filled,
        events: counts.events - told.events,
        filtered: counts.filtered - told.filtered,
        spoolFaults: counts.spoolFaults - told.spoolFaults,
      },
      latency: this.latency.map((count, at) => count - (this.toldLatency[at] ?? 0)),
    };
  }

  /** What was told up to `counts` is written: it is not told again. */
  told(counts: HealthCounts, latency: readonly number[]): void {
    this.toldCounts = counts;
    this.toldLatency = this.toldLatency.map((count, at) => count + (latency[at] ?? 0));
  }
}

const NOTHING: HealthCounts = {
  requests: 0,
  views: 0,
  filled: 0,
  events: 0,
  filtered: 0,
  spoolFaults: 0,
};
