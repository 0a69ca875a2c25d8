import { byEcpm, type Unit } from './unit.ts';

/** Why a unit was put aside for a while; the index into a bucket's `aside`. */
export const ASIDE_SCHEDULE = 0;
export const ASIDE_BUDGET = 1;
export const ASIDE_PACE = 2;
export const ASIDE_DEAD = 3;

/** Cells of a bucket's head: one line of the cache. */
const HEAD_CELLS = 8;
/** When the first unit aside wakes, epoch ms; Infinity if none is aside. */
export const HEAD_WAKE_MS = 0;
/** The first run with anyone awake: its eCPM (-1: there is none), its number, its first place and how many are awake. */
export const HEAD_ECPM = 1;
export const HEAD_RUN = 2;
export const HEAD_START = 3;
export const HEAD_AWAKE = 4;

/**
 * What a decision asks every bucket that it may draw from, side by side for all buckets of a slot. Buckets themselves
 * are spread over memory, and a decision that looked into seven of them to draw from one would mostly wait for that.
 */
export class BucketHeads {
  cells = new Float64Array(16 * HEAD_CELLS);
  private used = 0;

  /** @returns where a new bucket's cells begin. */
  add(): number {
    const at = this.used;
    this.used += HEAD_CELLS;
    if (this.used > this.cells.length) {
      const grown = new Float64Array(this.cells.length * 2);
      grown.set(this.cells);
      this.cells = grown;
    }
    return at;
  }
}

/**
 * The units of one (size, device, country, language), sorted by eCPM.
 *
 * Units of equal eCPM form a *run*. Within a run the order is free, which is used three ways, all by swapping
 * places: a unit is drawn at random from the run's awake part; one that was drawn and refused for this request
 * alone moves behind the ones still to be drawn; one that nothing can be shown of for a while (out of hours, over
 * budget, ahead of its pace) is put aside until a given time. So finding a winner among 30,000 equals, of which most
 * are ahead of their pace, takes a few draws and not a scan.
 *
 * `ints` holds one bit a run (anyone awake?), two numbers a run (first place, how many awake), then three a unit, which
 * is known by the place it began at: who stands at a place, the place of a unit, the run of a unit.
 */
export class Bucket {
  /** By place: eCPM falls, the order within a run changes. */
  readonly units: Unit[];
  readonly learning: readonly Unit[];
  /** Units put aside now, by reason. */
  readonly aside = [0, 0, 0, 0];
  /** Where its cells in the slot's heads begin. */
  readonly headAt: number;
  private readonly heads: BucketHeads;
  private readonly runEcpm: Float64Array;
  private readonly ints: Int32Array;
  private readonly words: number;
  private readonly orderAt: number;
  private readonly placeAt: number;
  private readonly runOfAt: number;
  /** Made when the first unit is put aside. */
  private reasons: Uint8Array | null = null;
  /** Binary heap of those aside, the first to wake on top. */
  private readonly wakeAtMs: number[] = [];
  private readonly wakeUnit: number[] = [];

  /** @param units sorted by `byEcpm`. */
  constructor(units: Unit[], head: { readonly heads: BucketHeads; readonly at: number }) {
    this.units = units;
    this.heads = head.heads;
    this.headAt = head.at;
    this.learning = units.some((unit) => unit.learning) ? units.filter((unit) => unit.learning) : NO_UNITS;
    const starts = runStartsOf(units);
    const runs = starts.length;
    this.words = (runs + 31) >>> 5;
    this.orderAt = this.words + 2 * runs;
    this.placeAt = this.orderAt + units.length;
    this.runOfAt = this.placeAt + units.length;
    this.runEcpm = new Float64Array(runs);
    this.ints = new Int32Array(this.runOfAt + units.length);
    for (let run = 0; run < runs; run += 1)
      this.layRun(run, starts[run] ?? 0, starts[run + 1] ?? units.length);
  }

  private layRun(run: number, start: number, end: number): void {
    this.runEcpm[run] = this.units[start]?.ecpmMicros ?? 0;
    this.ints[this.words + 2 * run] = start;
    this.ints[this.words + 2 * run + 1] = end - start;
    this.setAwakeBit(run);
    for (let unit = start; unit < end; unit += 1) {
      this.ints[this.orderAt + unit] = unit;
      this.ints[this.placeAt + unit] = unit;
      this.ints[this.runOfAt + unit] = run;
    }
  }

  /** The first run from `run` on that has anyone awake; -1 if none. */
  awakeRun(run: number): number {
    let word = run >>> 5;
    if (word >= this.words) return -1;
    let bits = (this.ints[word] ?? 0) & (-1 << (run & 31));
    while (bits === 0) {
      word += 1;
      if (word >= this.words) return -1;
      bits = this.ints[word] ?? 0;
    }
    return (word << 5) + (31 - Math.clz32(bits & -bits));
  }

  ecpmOf(run: number): number {
    return this.runEcpm[run] ?? -1;
  }

  /** First place of the run; those awake hold its first places. */
  startOf(run: number): number {
    return this.ints[this.words + 2 * run] ?? 0;
  }

  awakeIn(run: number): number {
    return this.ints[this.words + 2 * run + 1] ?? 0;
  }

  unitAt(place: number): Unit | undefined {
    return this.units[place];
  }

  swap(first: number, second: number): void {
    if (first === second) return;
    const { ints, orderAt, placeAt, units } = this;
    const unit = units[first];
    const other = units[second];
    if (unit === undefined || other === undefined) return;
    units[first] = other;
    units[second] = unit;
    const a = ints[orderAt + first] ?? 0;
    const b = ints[orderAt + second] ?? 0;
    ints[orderAt + first] = b;
    ints[orderAt + second] = a;
    ints[placeAt + a] = second;
    ints[placeAt + b] = first;
  }

  /**
   * Puts the unit at `place` aside until `wakeMs`.
   * @param drawn how many of the run's awake units, at the end of them, this request has drawn already.
   */
  putAside(place: number, drawn: number, why: { readonly reason: number; readonly wakeMs: number }): void {
    const unit = this.ints[this.orderAt + place] ?? 0;
    const run = this.ints[this.runOfAt + unit] ?? 0;
    const lastAwake = this.startOf(run) + this.awakeIn(run) - 1;
    const lastUndrawn = lastAwake - drawn;
    this.swap(place, lastUndrawn);
    this.swap(lastUndrawn, lastAwake);
    const left = this.awakeIn(run) - 1;
    this.ints[this.words + 2 * run + 1] = left;
    if (left === 0) this.clearAwakeBit(run);
    this.reasons ??= new Uint8Array(this.units.length);
    this.reasons[unit] = why.reason;
    this.aside[why.reason] = (this.aside[why.reason] ?? 0) + 1;
    this.pushWake(why.wakeMs, unit);
    this.writeHead();
  }

  /** Brings back who was aside until now. */
  wake(nowMs: number): void {
    while (this.wakeAtMs.length > 0 && (this.wakeAtMs[0] ?? 0) <= nowMs) {
      const unit = this.popWake();
      const run = this.ints[this.runOfAt + unit] ?? 0;
      const awake = this.awakeIn(run);
      this.swap(this.ints[this.placeAt + unit] ?? 0, this.startOf(run) + awake);
      this.ints[this.words + 2 * run + 1] = awake + 1;
      this.setAwakeBit(run);
      const reason = this.reasons?.[unit] ?? 0;
      this.aside[reason] = (this.aside[reason] ?? 1) - 1;
    }
    this.writeHead();
  }

  /** Tells the slot's heads what has changed. */
  writeHead(): void {
    const { cells } = this.heads;
    const at = this.headAt;
    const run = this.awakeRun(0);
    cells[at + HEAD_WAKE_MS] = this.wakeAtMs[0] ?? Number.POSITIVE_INFINITY;
    cells[at + HEAD_ECPM] = run < 0 ? -1 : this.ecpmOf(run);
    cells[at + HEAD_RUN] = run;
    cells[at + HEAD_START] = this.startOf(run);
    cells[at + HEAD_AWAKE] = this.awakeIn(run);
  }

  private setAwakeBit(run: number): void {
    const word = run >>> 5;
    this.ints[word] = (this.ints[word] ?? 0) | (1 << (run & 31));
  }

  private clearAwakeBit(run: number): void {
    const word = run >>> 5;
    this.ints[word] = (this.ints[word] ?? 0) & ~(1 << (run & 31));
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

const NO_UNITS: readonly Unit[] = [];

function runStartsOf(units: readonly Unit[]): number[] {
  const starts: number[] = [];
  let last = -1;
  for (let index = 0; index < units.length; index += 1) {
    const ecpm = units[index]?.ecpmMicros ?? 0;
    if (ecpm !== last) starts.push(index);
    last = ecpm;
  }
  return starts;
}

/** `units` without those that are no longer live, and with `added`, in auction order. */
export function mergeUnits(units: readonly Unit[], added: readonly Unit[]): Unit[] {
  const incoming = added.filter((unit) => unit.adSet.live).sort(byEcpm);
  const merged: Unit[] = [];
  let next = 0;
  for (const unit of units) {
    if (!unit.adSet.live) continue;
    for (let other = incoming[next]; other !== undefined && byEcpm(other, unit) < 0; other = incoming[next]) {
      merged.push(other);
      next += 1;
    }
    merged.push(unit);
  }
  for (; next < incoming.length; next += 1) {
    const unit = incoming[next];
    if (unit !== undefined) merged.push(unit);
  }
  return merged;
}
