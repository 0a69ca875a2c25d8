/**
 * Chooses a few of many, each standing for those since the one before it. How many are passed over is drawn at random, so
 * that what always comes in the same order is kept evenly; with little to choose from everything is kept. Costs one
 * addition and one comparison each.
 */
export class Thinning {
  private readonly random: () => number;
  private readonly perSecond: number;
  private readonly burst: number;
  /** Since the last one kept. */
  private since = 0;
  /** The next is kept when `since` comes to this. */
  private next = 1;
  private meanGap = 1;
  private tokens: number;
  private seenThisSecond = 0;

  /** @param rate how many are kept a second, and how many at once after a quiet time */
  constructor(random: () => number, rate: { readonly perSecond: number; readonly burst: number }) {
    this.random = random;
    this.perSecond = rate.perSecond;
    this.burst = rate.burst;
    this.tokens = rate.burst;
  }

  /** Counts one. @returns whether it is the one to keep */
  due(): boolean {
    this.since += 1;
    return this.since >= this.next;
  }

  /** @returns how many the one that was due stands for; `null`: too many were kept lately, and a later one stands for it */
  take(): number | null {
    if (this.tokens < 1) {
      this.passOver();
      return null;
    }
    const weight = this.since;
    this.tokens -= 1;
    this.seenThisSecond += weight;
    this.since = 0;
    this.next = this.gap();
    return weight;
  }

  /** The one that was due cannot be kept: a later one stands for it as well. */
  passOver(): void {
    this.next = this.since + this.gap();
  }

  /** Once a second: what may be kept in the next one, and how far apart by the traffic of the last. */
  tick(): void {
    this.tokens = Math.min(this.burst, this.tokens + this.perSecond);
    const seen = this.seenThisSecond + this.since;
    this.seenThisSecond = -this.since;
    // As many as may be kept at once are: what comes across two seconds is no rush.
    this.meanGap = seen <= this.tokens ? 1 : Math.max(1, seen / this.perSecond);
    // After a rush the wait is as long as the rush was dense: not for a quiet hour too.
    if (this.next - this.since > 2 * this.meanGap) this.next = this.since + this.gap();
  }

  /** 1 … 2 × mean − 1, each as likely. */
  private gap(): number {
    return 1 + Math.floor(this.random() * (2 * this.meanGap - 1));
  }
}
