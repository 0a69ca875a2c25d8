import { byEcpm, type Unit } from './unit.ts';

/** Why a unit was put aside for a while; the index into a bucket's `aside`. */
export const ASIDE_SCHEDULE = 0;
export const ASIDE_BUDGET = 1;
export const ASIDE_PACE = 2;

/**
 * The units of one (size, device, country, language), sorted by eCPM.
 *
 * Units of equal eCPM form a *run*. Within a run the order is free, which is used three ways, all by swapping
 * places: a unit is drawn at random from the run's awake part; one that was drawn and refused for this request
 * alone moves behind the ones still to be drawn; one that nothing can be shown of for a while (out of hours, over
 * budget, ahead of its pace) is put aside until a given time. So finding a winner among 30,000 equals, of which most
 * are ahead of their pace, takes a few draws and not a scan. `units` itself never changes.
 */
export class Bucket {
  readonly units: readonly Unit[];
  readonly learning: readonly Unit[];
  /** Units put aside now, by reason. */
  readonly aside = [0, 0, 0];
  /** eCPM and first place of each run; `runStart` has one more. */
  readonly runEcpm: Float64Array;
  readonly runStart: Int32Array;
  /** Units of the run that are not aside; they hold its first places. */
  readonly awake: Int32Array;
  private readonly runOf: Int32Array;
  /** One bit a run: does it have anyone awake? */
  private readonly awakeBits: Int32Array;
  /** Place → unit and unit → place. */
  private readonly order: Int32Array;
  private readonly place: Int32Array;
  private readonly reason: Uint8Array;
  /** Binary heap of those aside, the first to wake on top. */
  private readonly wakeAtMs: number[] = [];
  private readonly wakeUnit: number[] = [];

  /** @param units sorted by `byEcpm`. */
  constructor(units: readonly Unit[]) {
    this.units = units;
    this.learning = units.filter((unit) => unit.learning);
    const count = units.length;
    this.order = new Int32Array(count);
    this.place = new Int32Array(count);
    this.reason = new Uint8Array(count);
    this.runOf = new Int32Array(count);
    const starts: number[] = [];
    const ecpms: number[] = [];
    let last = -1;
    for (let index = 0; index < count; index += 1) {
      const ecpm = units[index]?.ecpmMicros ?? 0;
      if (ecpm !== last) {
        starts.push(index);
        ecpms.push(ecpm);
        last = ecpm;
      }
      this.order[index] = index;
      this.place[index] = index;
      this.runOf[index] = starts.length - 1;
    }
    starts.push(count);
    this.runStart = Int32Array.from(starts);
    this.runEcpm = Float64Array.from(ecpms);
    this.awake = new Int32Array(ecpms.length);
    this.awakeBits = new Int32Array((ecpms.length + 31) >>> 5);
    for (let run = 0; run < ecpms.length; run += 1) {
      this.awake[run] = (starts[run + 1] ?? 0) - (starts[run] ?? 0);
      this.setAwakeBit(run);
    }
  }

  /** A bucket without the units that are no longer live, and with `added`. */
  changed(added: readonly Unit[]): Bucket {
    const incoming = added.filter((unit) => unit.adSet.live).sort(byEcpm);
    const merged: Unit[] = [];
    let next = 0;
    for (const unit of this.units) {
      if (!unit.adSet.live) continue;
      for (
        let other = incoming[next];
        other !== undefined && byEcpm(other, unit) < 0;
        other = incoming[next]
      ) {
        merged.push(other);
        next += 1;
      }
      merged.push(unit);
    }
    for (; next < incoming.length; next += 1) {
      const unit = incoming[next];
      if (unit !== undefined) merged.push(unit);
    }
    return new Bucket(merged);
  }

  /** The first run from `run` on that has anyone awake; -1 if none. */
  awakeRun(run: number): number {
    const words = this.awakeBits;
    let word = run >>> 5;
    if (word >= words.length) return -1;
    let bits = (words[word] ?? 0) & (-1 << (run & 31));
    while (bits === 0) {
      word += 1;
      if (word >= words.length) return -1;
      bits = words[word] ?? 0;
    }
    return (word << 5) + (31 - Math.clz32(bits & -bits));
  }

  unitAt(place: number): Unit | undefined {
    return this.units[this.order[place] ?? -1];
  }

  swap(first: number, second: number): void {
    if (first === second) return;
    const a = this.order[first] ?? 0;
    const b = this.order[second] ?? 0;
    this.order[first] = b;
    this.order[second] = a;
    this.place[a] = second;
    this.place[b] = first;
  }

  /**
   * Puts the unit at `place` aside until `wakeMs`.
   * @param drawn how many of the run's awake units, at the end of them, this request has drawn already.
   */
  putAside(place: number, drawn: number, why: { readonly reason: number; readonly wakeMs: number }): void {
    const unit = this.order[place] ?? 0;
    const run = this.runOf[unit] ?? 0;
    const lastAwake = (this.runStart[run] ?? 0) + (this.awake[run] ?? 0) - 1;
    const lastUndrawn = lastAwake - drawn;
    this.swap(place, lastUndrawn);
    this.swap(lastUndrawn, lastAwake);
    const left = (this.awake[run] ?? 0) - 1;
    this.awake[run] = left;
    if (left === 0) this.clearAwakeBit(run);
    this.reason[unit] = why.reason;
    this.aside[why.reason] = (this.aside[why.reason] ?? 0) + 1;
    this.pushWake(why.wakeMs, unit);
  }

  /** Brings back who was aside until now. */
  wake(nowMs: number): void {
    while ((this.wakeAtMs[0] ?? Number.POSITIVE_INFINITY) <= nowMs) {
      const unit = this.popWake();
      const run = this.runOf[unit] ?? 0;
      const awake = this.awake[run] ?? 0;
      this.swap(this.place[unit] ?? 0, (this.runStart[run] ?? 0) + awake);
      this.awake[run] = awake + 1;
      this.setAwakeBit(run);
      const reason = this.reason[unit] ?? 0;
      this.aside[reason] = (this.aside[reason] ?? 1) - 1;
    }
  }

  private setAwakeBit(run: number): void {
    const word = run >>> 5;
    this.awakeBits[word] = (this.awakeBits[word] ?? 0) | (1 << (run & 31));
  }

  private clearAwakeBit(run: number): void {
    const word = run >>> 5;
    this.awakeBits[word] = (this.awakeBits[word] ?? 0) & ~(1 << (run & 31));
  }

  private pushWake(atMs: number, unit: number): void {
    const times = this.wakeAtMs;
    const units = this.wakeUnit;
    let child = times.length;
    times.push(atMs);
    units.push(unit);
    while (child > 0) {
      const parent = (child - 1) >>> 1;
      const above = times[parent] ?? 0;
      if (above <= atMs) break;
      times[child] = above;
      units[child] = units[parent] ?? 0;
      child = parent;
    }
    times[child] = atMs;
    units[child] = unit;
  }

  private popWake(): number {
    const times = this.wakeAtMs;
    const units = this.wakeUnit;
    const top = units[0] ?? 0;
    const atMs = times.pop() ?? 0;
    const unit = units.pop() ?? 0;
    const count = times.length;
    if (count === 0) return top;
    let parent = 0;
    for (let child = 1; child < count; child = parent * 2 + 1) {
      if (child + 1 < count && (times[child + 1] ?? 0) < (times[child] ?? 0)) child += 1;
      const below = times[child] ?? 0;
      if (below >= atMs) break;
      times[parent] = below;
      units[parent] = units[child] ?? 0;
      parent = child;
    }
    times[parent] = atMs;
    units[parent] = unit;
    return top;
  }
}
