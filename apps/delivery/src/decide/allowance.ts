/** Decisions that an ad set may take in this process before the pacing plan knows it. */
export const UNPLANNED_DECISIONS = 10;
/** A token bucket holds this much of its rate, so that an uneven second is not lost. */
const BURST_MS = 3_000;
/**
 * And at least this many where they are a small share of what is left: a plan of two decisions a minute shall not
 * leave the third page view of a quiet site empty.
 */
const FEW_DECISIONS = 10;
const FEW_SHARE = 0.01;
/** Longer waits are cut to it. A plan that allows more is told to the index at once (`AdIndex.replanned`). */
const LONGEST_WAIT_MS = 30_000;
const SHORTEST_WAIT_MS = 5;

export const ALLOWED = 0;
export const OVER_BUDGET = 1;
export const OVER_PACE = 2;

// An allowance's figures stand together in one cache line of a shared array: as fields of an object each double would
// be a box of its own, and a decision among 100,000 ad sets would wait for memory six times instead of once.
const CELLS = 8;
const CELLS_A_CHUNK = 1_024 * CELLS;
const LEFT = 0;
const PER_MS = 1;
const BURST = 2;
const TOKENS = 3;
const FILLED_AT_MS = 4;
/** Decisions since the last plan, and between it and the one before: plans are computed from older counts. */
const TAKEN = 5;
const TAKEN_BEFORE = 6;
/** 1 once a plan has held the ad set. */
const PLANNED = 7;

let chunk = new Float64Array(CELLS_A_CHUNK);
let used = 0;

/** One ad set's part in a pacing plan, in this process's share, counted in decisions. */
export type AllowanceShare = { readonly decisionsLeft: number; readonly decisionsPerMs: number };

/**
 * How much of an ad set this process may still show. Lives as long as the ad set's id, through edits and plans.
 * Between two plans it counts its own decisions: with the worker away it goes on at the last rate and stops where
 * the money ends.
 */
export class Allowance {
  private readonly cells: Float64Array;
  private readonly at: number;

  /** @param decisionsLeft the limit until a plan holds the ad set; there is no pace until then. */
  constructor(decisionsLeft: number) {
    if (used === CELLS_A_CHUNK) {
      chunk = new Float64Array(CELLS_A_CHUNK);
      used = 0;
    }
    this.cells = chunk;
    this.at = used;
    used += CELLS;
    this.set(LEFT, decisionsLeft);
    this.set(PER_MS, Number.POSITIVE_INFINITY);
    this.set(TOKENS, Number.POSITIVE_INFINITY);
  }

  /** @returns ALLOWED, OVER_BUDGET or OVER_PACE. */
  state(nowMs: number): number {
    if (this.get(LEFT) < 1) return OVER_BUDGET;
    if (this.get(TOKENS) >= 1) return ALLOWED;
    this.fill(nowMs);
    return this.get(TOKENS) >= 1 ? ALLOWED : OVER_PACE;
  }

  /** When to ask again after a refusal. */
  retryAtMs(nowMs: number): number {
    const perMs = this.get(PER_MS);
    if (this.get(LEFT) < 1 || perMs <= 0) return nowMs + LONGEST_WAIT_MS;
    const wait = (1 - this.get(TOKENS)) / perMs;
    return nowMs + Math.min(Math.max(wait, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
  }

  take(): void {
    this.set(LEFT, this.get(LEFT) - 1);
    this.set(TOKENS, this.get(TOKENS) - 1);
    this.set(TAKEN, this.get(TAKEN) + 1);
  }

  /** A new plan holds this ad set. */
  plan(share: AllowanceShare, nowMs: number): void {
    this.set(LEFT, share.decisionsLeft - this.get(TAKEN) - this.get(TAKEN_BEFORE));
    this.shiftTaken();
    this.fill(nowMs);
    const few = Math.max(1, Math.min(FEW_DECISIONS, share.decisionsLeft * FEW_SHARE));
    const burst = Math.max(few, share.decisionsPerMs * BURST_MS);
    this.set(BURST, burst);
    // The first plan starts with one second's worth, not with the whole burst of every process at once.
    this.set(TOKENS, this.get(PLANNED) === 1 ? Math.min(this.get(TOKENS), burst) : Math.max(few, burst / 3));
    this.set(PER_MS, share.decisionsPerMs);
    this.set(PLANNED, 1);
  }

  /** A new plan no longer holds this ad set: nothing is left of it. */
  drop(): void {
    if (this.get(PLANNED) === 0) return;
    this.set(LEFT, 0);
    this.shiftTaken();
  }

  /** There is a plan now and it does not hold this ad set yet. */
  limit(decisions: number): void {
    this.set(LEFT, Math.min(this.get(LEFT), decisions));
  }

  private shiftTaken(): void {
    this.set(TAKEN_BEFORE, this.get(TAKEN));
    this.set(TAKEN, 0);
  }

  private fill(nowMs: number): void {
    const passedMs = nowMs - this.get(FILLED_AT_MS);
    // A clock that went back adds nothing and starts anew from there.
    if (passedMs > 0 && this.get(PER_MS) > 0) {
      this.set(TOKENS, Math.min(this.get(BURST), this.get(TOKENS) + passedMs * this.get(PER_MS)));
    }
    this.set(FILLED_AT_MS, nowMs);
  }

  private get(cell: number): number {
    return this.cells[this.at + cell] as number;
  }

  private set(cell: number, value: number): void {
    this.cells[this.at + cell] = value;
  }
}
