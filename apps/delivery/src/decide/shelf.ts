import { grown } from './cells.ts';

/** Why an ad set rests; the index into a shelf's `aside`. */
export const REST_SCHEDULE = 0;
export const REST_BUDGET = 1;
export const REST_PACE = 2;
const REASONS = 3;

/** Cells of a shelf's head: the first run with anyone awake, its eCPM (-1: there is none) and its number. */
const HEAD_CELLS = 2;
export const HEAD_ECPM = 0;
export const HEAD_RUN = 1;

/**
 * What a decision asks every shelf that it may draw from, side by side for all shelves of a slot. Shelves themselves
 * are spread over memory, and a decision that looked into ten of them to draw from one would mostly wait for that.
 */
export class ShelfHeads {
  cells = new Float64Array(16 * HEAD_CELLS);
  private used = 0;

  /** @returns where a new shelf's cells begin. */
  add(): number {
    const at = this.used;
    this.used += HEAD_CELLS;
    if (this.used > this.cells.length)
      this.cells = grown(this.cells, new Float64Array(this.cells.length * 2));
    return at;
  }
}

/** Where each standing stands on its shelf: by standing, changed by the shelves as they move it. */
export type Positions = { at: Int32Array };

// Four numbers a run: its first place, how many it has room for, how many it holds, how many of those are awake.
const RUN = 4;
const START = 0;
const ROOM = 1;
const COUNT = 2;
const AWAKE = 3;

/** A run begins with room for so many; it moves to twice that when they are there. */
const FIRST_ROOM = 2;
/** Runs that nobody is in are dropped when there are more of them than this, and than half of all. */
const EMPTY_RUNS = 32;

/**
 * The units of one (size, set of devices, country, language), sorted by eCPM, changed in place.
 *
 * Units of equal eCPM form a *run*; those awake hold its first places. Within a run the order is free: a unit is drawn at
 * random from the awake ones, one that was drawn and refused for this request alone moves behind those still to be drawn,
 * one that nothing can be shown of for a while rests behind those awake. One bit a run says whether anyone is awake in it.
 * So finding a winner among 30,000 equals, of which most are ahead of their pace, takes one draw and not a scan; and a
 * unit comes, goes, rests or wakes by a few numbers that change.
 *
 * A *standing* is one unit on one shelf. A place of `members` holds two numbers: the unit's, and the standing's.
 */
export class Shelf {
  /** Units that rest now, by reason. */
  readonly aside = new Int32Array(REASONS);
  /** Numbers of the units that learn, awake or not. */
  readonly learning: number[] = [];
  /** Where its cells in the slot's heads begin. */
  readonly headAt: number;
  private readonly heads: ShelfHeads;
  private readonly positions: Positions;
  /** By run, falling. */
  private ecpm = new Float64Array(4);
  private runs = new Int32Array(4 * RUN);
  private bits = new Int32Array(1);
  private runCount = 0;
  private emptyRuns = 0;
  private members = new Int32Array(2 * 2 * FIRST_ROOM);
  private used = 0;
  private unitCount = 0;

  constructor(heads: ShelfHeads, positions: Positions) {
    this.heads = heads;
    this.positions = positions;
    this.headAt = heads.add();
    this.writeHead(-1);
  }

  get size(): number {
    return this.unitCount;
  }

  /** The first run from `run` on that has anyone awake; -1 if none. */
  awakeRun(run: number): number {
    const words = (this.runCount + 31) >>> 5;
    let word = run >>> 5;
    if (word >= words) return -1;
    let bits = (this.bits[word] as number) & (-1 << (run & 31));
    while (bits === 0) {
      word += 1;
      if (word >= words) return -1;
      bits = this.bits[word] as number;
    }
    return (word << 5) + (31 - Math.clz32(bits & -bits));
  }

  /** -1 of a run that is not there. */
  ecpmOf(run: number): number {
    return run < 0 || run >= this.runCount ? -1 : (this.ecpm[run] as number);
  }

  /** First place of the run; those awake hold its first places. */
  startOf(run: number): number {
    return this.runs[run * RUN + START] as number;
  }

  awakeIn(run: number): number {
    return this.runs[run * RUN + AWAKE] as number;
  }

  /** How many the run holds, awake or not. */
  countIn(run: number): number {
    return this.runs[run * RUN + COUNT] as number;
  }

  /** The number of some unit: a run, and one of it. @param at, within 0 ≤ x < 1. @returns -1 where the run is empty */
  someUnit(at: number, within: number): number {
    const run = Math.floor(at * this.runCount);
    const count = this.countIn(run);
    return count === 0 ? -1 : this.unitAt(this.startOf(run) + Math.floor(within * count));
  }

  /** The number of the unit at a place. */
  unitAt(place: number): number {
    return this.members[2 * place] as number;
  }

  swap(first: number, second: number): void {
    if (first === second) return;
    const { members } = this;
    const { at } = this.positions;
    const unit = members[2 * first] as number;
    const standing = members[2 * first + 1] as number;
    const otherStanding = members[2 * second + 1] as number;
    members[2 * first] = members[2 * second] as number;
    members[2 * first + 1] = otherStanding;
    members[2 * second] = unit;
    members[2 * second + 1] = standing;
    at[otherStanding] = first;
    at[standing] = second;
  }

  /** A unit comes, awake. */
  add(unit: number, standing: number, ecpmMicros: number): void {
    const run = this.runOf(ecpmMicros) * RUN;
    const count = this.runs[run + COUNT] as number;
    if (count === (this.runs[run + ROOM] as number)) this.enlarge(run);
    if (count === 0) this.emptyRuns -= 1;
    const place = (this.runs[run + START] as number) + count;
    this.members[2 * place] = unit;
    this.members[2 * place + 1] = standing;
    this.positions.at[standing] = place;
    this.runs[run + COUNT] = count + 1;
    this.unitCount += 1;
    this.raise(run, place);
  }

  /** A unit goes. @param reason why it rests; -1 if it is awake */
  remove(standing: number, ecpmMicros: number, reason: number): void {
    const number = this.find(ecpmMicros);
    const run = number * RUN;
    if (reason >= 0) this.aside[reason] = (this.aside[reason] as number) - 1;
    else this.lower(run, this.positions.at[standing] as number);
    const count = (this.runs[run + COUNT] as number) - 1;
    this.swap(this.positions.at[standing] as number, (this.runs[run + START] as number) + count);
    this.runs[run + COUNT] = count;
    this.unitCount -= 1;
    if (count === 0) {
      this.emptyRuns += 1;
      if (this.emptyRuns > EMPTY_RUNS && 2 * this.emptyRuns > this.runCount) this.dropEmptyRuns();
    }
  }

  rest(standing: number, ecpmMicros: number, reason: number): void {
    this.lower(this.find(ecpmMicros) * RUN, this.positions.at[standing] as number);
    this.aside[reason] = (this.aside[reason] as number) + 1;
  }

  wake(standing: number, ecpmMicros: number, reason: number): void {
    this.raise(this.find(ecpmMicros) * RUN, this.positions.at[standing] as number);
    this.aside[reason] = (this.aside[reason] as number) - 1;
  }

  /** The unit at `place` is among the awake ones from now on. */
  private raise(run: number, place: number): void {
    const awake = this.runs[run + AWAKE] as number;
    this.swap(place, (this.runs[run + START] as number) + awake);
    this.runs[run + AWAKE] = awake + 1;
    if (awake > 0) return;
    const number = run / RUN;
    this.bits[number >>> 5] = (this.bits[number >>> 5] as number) | (1 << (number & 31));
    const head = this.heads.cells[this.headAt + HEAD_RUN] as number;
    if (head < 0 || number < head) this.writeHead(number);
  }

  /** The unit at `place` is not among the awake ones from now on. */
  private lower(run: number, place: number): void {
    const awake = (this.runs[run + AWAKE] as number) - 1;
    this.swap(place, (this.runs[run + START] as number) + awake);
    this.runs[run + AWAKE] = awake;
    if (awake > 0) return;
    const number = run / RUN;
    this.bits[number >>> 5] = (this.bits[number >>> 5] as number) & ~(1 << (number & 31));
    if (this.heads.cells[this.headAt + HEAD_RUN] === number) this.writeHead(this.awakeRun(number));
  }

  /** Tells the slot's heads which run is the first now. */
  private writeHead(run: number): void {
    const { cells } = this.heads;
    cells[this.headAt + HEAD_ECPM] = this.ecpmOf(run);
    cells[this.headAt + HEAD_RUN] = run;
  }

  /** The first run whose eCPM is not above. */
  private find(ecpmMicros: number): number {
    let low = 0;
    let high = this.runCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.ecpm[middle] as number) > ecpmMicros) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private runOf(ecpmMicros: number): number {
    const run = this.find(ecpmMicros);
    if (run === this.runCount || this.ecpm[run] !== ecpmMicros) this.insertRun(run, ecpmMicros);
    return run;
  }

  private insertRun(run: number, ecpmMicros: number): void {
    const last = this.runCount;
    if (last === this.ecpm.length) {
      this.ecpm = grown(this.ecpm, new Float64Array(2 * last));
      this.runs = grown(this.runs, new Int32Array(2 * last * RUN));
      this.bits = grown(this.bits, new Int32Array((2 * last + 31) >>> 5));
    }
    this.ecpm.copyWithin(run + 1, run, last);
    this.runs.copyWithin((run + 1) * RUN, run * RUN, last * RUN);
    this.ecpm[run] = ecpmMicros;
    this.runCount = last + 1;
    this.emptyRuns += 1;
    this.shiftBits(run);
    const at = run * RUN;
    // What stood here has moved up; making room may look at all runs.
    this.runs.fill(0, at, at + RUN);
    this.runs[at + START] = this.makeRoom(FIRST_ROOM);
    this.runs[at + ROOM] = FIRST_ROOM;
    this.writeHead(this.awakeRun(0));
  }

  /** Bits from `run` on move up by one; its own is 0 then. */
  private shiftBits(run: number): void {
    const { bits } = this;
    const word = run >>> 5;
    for (let index = (this.runCount - 1) >>> 5; index > word; index -= 1) {
      bits[index] = ((bits[index] as number) << 1) | ((bits[index - 1] as number) >>> 31);
    }
    const below = (1 << (run & 31)) - 1;
    const here = bits[word] as number;
    bits[word] = (here & below) | ((here & ~below) << 1);
  }

  /** Moves a full run to where it has twice the room; what it leaves is used again when the shelf is packed. */
  private enlarge(run: number): void {
    const room = 2 * (this.runs[run + ROOM] as number);
    const to = this.makeRoom(room);
    const from = this.runs[run + START] as number;
    const count = this.runs[run + COUNT] as number;
    this.moveRun(this.members, from, { to, count });
    this.runs[run + START] = to;
    this.runs[run + ROOM] = room;
  }

  private moveRun(
    from: Int32Array,
    start: number,
    target: { readonly to: number; readonly count: number },
  ): void {
    const { to, count } = target;
    const { at } = this.positions;
    for (let index = 0; index < count; index += 1) {
      const standing = from[2 * (start + index) + 1] as number;
      this.members[2 * (to + index)] = from[2 * (start + index)] as number;
      this.members[2 * (to + index) + 1] = standing;
      at[standing] = to + index;
    }
  }

  /** @returns the first of `places` places in a row that nobody uses; runs may have moved for it. */
  private makeRoom(places: number): number {
    if (2 * (this.used + places) > this.members.length) this.pack(places);
    const start = this.used;
    this.used += places;
    return start;
  }

  /** Lays all runs side by side again, with room for `places` more and half as much as they take. */
  private pack(places: number): void {
    let taken = 0;
    for (let run = 0; run < this.runCount * RUN; run += RUN) taken += this.runs[run + ROOM] as number;
    const old = this.members;
    this.members = new Int32Array(2 * Math.ceil((taken + places) * 1.5));
    this.used = 0;
    for (let run = 0; run < this.runCount * RUN; run += RUN) {
      const to = this.used;
      this.moveRun(old, this.runs[run + START] as number, { to, count: this.runs[run + COUNT] as number });
      this.runs[run + START] = to;
      this.used += this.runs[run + ROOM] as number;
    }
  }

  private dropEmptyRuns(): void {
    let kept = 0;
    this.bits.fill(0);
    for (let run = 0; run < this.runCount; run += 1) {
      if (this.countIn(run) === 0) continue;
      this.ecpm[kept] = this.ecpm[run] as number;
      this.runs.copyWithin(kept * RUN, run * RUN, (run + 1) * RUN);
      if (this.awakeIn(kept) > 0)
        this.bits[kept >>> 5] = (this.bits[kept >>> 5] as number) | (1 << (kept & 31));
      kept += 1;
    }
    this.runCount = kept;
    this.emptyRuns = 0;
    this.writeHead(this.awakeRun(0));
  }
}
