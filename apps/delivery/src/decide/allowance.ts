/** Decisions that an ad set may take in this process before the pacing plan knows it. */
export const UNPLANNED_DECISIONS = 10;
/** A token bucket holds this much of its rate, so that an uneven second is not lost. */
const BURST_MS = 3_000;
/** Something new may have come to be known by then: longer waits are cut to it. */
const LONGEST_WAIT_MS = 1_000;
const SHORTEST_WAIT_MS = 5;

export const ALLOWED = 0;
export const OVER_BUDGET = 1;
export const OVER_PACE = 2;

/** One ad set's part in a pacing plan, in this process's share, counted in decisions. */
export type AllowanceShare = { readonly decisionsLeft: number; readonly decisionsPerMs: number };

/**
 * How much of an ad set this process may still show. Lives as long as the ad set's id, through edits and plans.
 * Between two plans it counts its own decisions: with the worker away it goes on at the last rate and stops where
 * the money ends.
 */
export class Allowance {
  private left: number;
  private perMs = Number.POSITIVE_INFINITY;
  private burst = Number.POSITIVE_INFINITY;
  private tokens = Number.POSITIVE_INFINITY;
  private filledAtMs = 0;
  private planned = false;
  /** Decisions since the last plan, and between it and the one before: plans are computed from older counts. */
  private taken = 0;
  private takenBefore = 0;

  constructor(decisionsLeft: number) {
    this.left = decisionsLeft;
  }

  /** @returns ALLOWED, OVER_BUDGET or OVER_PACE. */
  state(nowMs: number): number {
    if (this.left < 1) return OVER_BUDGET;
    if (this.tokens >= 1) return ALLOWED;
    this.fill(nowMs);
    return this.tokens >= 1 ? ALLOWED : OVER_PACE;
  }

  /** When to ask again after a refusal. */
  retryAtMs(nowMs: number): number {
    if (this.left < 1 || this.perMs <= 0) return nowMs + LONGEST_WAIT_MS;
    const wait = (1 - this.tokens) / this.perMs;
    return nowMs + Math.min(Math.max(wait, SHORTEST_WAIT_MS), LONGEST_WAIT_MS);
  }

  take(): void {
    this.left -= 1;
    this.tokens -= 1;
    this.taken += 1;
  }

  /** A new plan holds this ad set. */
  plan(share: AllowanceShare, nowMs: number): void {
    this.left = share.decisionsLeft - this.taken - this.takenBefore;
    this.takenBefore = this.taken;
    this.taken = 0;
    this.fill(nowMs);
    this.burst = Math.max(1, share.decisionsPerMs * BURST_MS);
    // The first plan starts with one second's worth, not with the whole burst of every process at once.
    this.tokens = this.planned ? Math.min(this.tokens, this.burst) : Math.max(1, this.burst / 3);
    this.perMs = share.decisionsPerMs;
    this.planned = true;
  }

  /** A new plan no longer holds this ad set: nothing is left of it. */
  drop(): void {
    if (!this.planned) return;
    this.left = 0;
    this.takenBefore = this.taken;
    this.taken = 0;
  }

  /** There is a plan now and it does not hold this ad set yet. */
  limit(decisions: number): void {
    this.left = Math.min(this.left, decisions);
  }

  private fill(nowMs: number): void {
    // A clock that went back adds nothing and starts anew from there.
    if (nowMs > this.filledAtMs && this.perMs > 0) {
      this.tokens = Math.min(this.burst, this.tokens + (nowMs - this.filledAtMs) * this.perMs);
    }
    this.filledAtMs = nowMs;
  }
}
