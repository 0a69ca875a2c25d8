import { OneATurn } from './one-a-turn.ts';

export type GivingWayLimits = {
  /** Nobody else is busy when nothing of theirs was under way for so long: more than a program takes from an answer to its next call. */
  readonly quietMs: number;
  /** Where somebody always is, the first of those who give way begins after so long … */
  readonly firstMs: number;
  /** … each further one after so long … */
  readonly latestMs: number;
  /** … and after a piece that took long, only so many times as long after its end: what others meet of it is that share. */
  readonly restTimes: number;
  /** However long a piece took, for its own waiting perhaps. */
  readonly longestRestMs: number;
};

/**
 * Who has much to do gives way to those who have little: each piece of it begins when nothing of theirs is under way,
 * and where something always is, the first after `firstMs` and one after each `latestMs`, or later where the one before took long. With
 * nobody else there it begins at once.
 */
export class GivingWay {
  readonly #limits: GivingWayLimits;
  readonly #waiting: (() => void)[] = [];
  readonly #turns = new OneATurn();
  #others = 0;
  #quietSinceMs = Number.NEGATIVE_INFINITY;
  #latestMs = 0;
  /** When one last began although others were busy. */
  #beganMs = Number.NEGATIVE_INFINITY;
  #restUntilMs = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: GivingWayLimits) {
    this.#limits = limits;
  }

  /** Something that others give way to begins. @returns what ends it; more than once does no harm */
  begin(): () => void {
    this.#others += 1;
    let going = true;
    return () => {
      if (!going) return;
      going = false;
      this.#others -= 1;
      if (this.#others > 0) return;
      this.#quietSinceMs = performance.now();
      this.#setTimer();
    };
  }

  /** Waits until the next piece may begin, in the order of those who wait. @returns what ends the piece */
  async wait(): Promise<() => void> {
    await this.#wait();
    const beganMs = performance.now();
    return () => {
      const nowMs = performance.now();
      const restMs = Math.min((nowMs - beganMs) * this.#limits.restTimes, this.#limits.longestRestMs);
      this.#restUntilMs = Math.max(this.#restUntilMs, nowMs + restMs);
      this.#setTimer();
    };
  }

  async #wait(): Promise<void> {
    const nowMs = performance.now();
    if (this.#waiting.length === 0 && nowMs >= this.#quietFromMs()) return;
    await new Promise<void>((resolve) => {
      if (this.#waiting.length === 0) this.#latestMs = nowMs + this.#patienceMs(nowMs);
      this.#waiting.push(resolve);
      this.#setTimer();
    });
  }

  /** One that began lately has waited its first while already. */
  #patienceMs(nowMs: number): number {
    const { firstMs, latestMs, longestRestMs } = this.#limits;
    return nowMs - this.#beganMs > firstMs + longestRestMs ? firstMs : latestMs;
  }

  #quietFromMs(): number {
    return this.#others > 0 ? Number.POSITIVE_INFINITY : this.#quietSinceMs + this.#limits.quietMs;
  }

  #nextMs(): number {
    return Math.min(this.#quietFromMs(), Math.max(this.#latestMs, this.#restUntilMs));
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0) return;
    const atMs = this.#nextMs();
    this.#timer = setTimeout(() => void this.#next(), Math.max(0, atMs - performance.now()));
  }

  async #next(): Promise<void> {
    // It may have become loud since the timer was set, or one ends a moment before its time.
    const nowMs = performance.now();
    if (nowMs < this.#nextMs()) return this.#setTimer();
    if (nowMs < this.#quietFromMs()) this.#beganMs = nowMs;
    this.#latestMs = nowMs + this.#limits.latestMs;
    this.#waiting.shift()?.();
    await this.#turns.pass();
    this.#setTimer();
  }
}
