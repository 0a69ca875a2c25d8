import type { SizeSlot, Viewer } from './ad-index.ts';
import { grown } from './cells.ts';
import { HEAD_ECPM, HEAD_RUN, type Shelf } from './shelf.ts';

/** Three sizes, for each of them country and language given or any, and some sets of devices. */
const FIRST_SHELVES = 32;

/**
 * Where a decision stands on each shelf that reaches its viewer, over all sizes: at the run of the highest eCPM that was
 * not passed yet. Looked at together, nobody is drawn in one size only to lose against another size's best.
 * Its arrays are reused, so that a decision leaves no garbage.
 */
export class Frontier {
  /** Shelves in use: the first so many of `shelves`, size by size, the largest first. */
  count = 0;
  readonly shelves: Shelf[] = [];
  // For each of `shelves` its size, the eCPM (-1: none left) and number of the run it stands at, and of those that are
  // drawn from now the first place and how many are still to be drawn.
  private slot = new Int32Array(FIRST_SHELVES);
  private ecpm = new Float64Array(FIRST_SHELVES);
  private run = new Int32Array(FIRST_SHELVES);
  private start = new Int32Array(FIRST_SHELVES);
  private left = new Int32Array(FIRST_SHELVES);
  /** The shelves that `best` stands on: from the first of its size to before the first of the next. */
  private from = 0;
  private to = 0;
  private bestEcpm = -1;
  /** What was drawn last. */
  private drawnShelf = 0;
  private drawnPlace = 0;

  /** Stands at the top of all shelves through which `viewer` is reached in one of the sizes. */
  open(slots: readonly SizeSlot[], viewer: Viewer): void {
    this.count = 0;
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] as SizeSlot;
      const reach = slot.reach(viewer);
      const { cells } = slot.heads;
      if (this.count + reach.length > this.ecpm.length) this.makeRoom(this.count + reach.length);
      for (let each = 0; each < reach.length; each += 1) {
        const shelf = reach[each] as Shelf;
        const head = shelf.headAt;
        const index = this.count;
        this.shelves[index] = shelf;
        this.slot[index] = at;
        this.ecpm[index] = cells[head + HEAD_ECPM] as number;
        this.run[index] = cells[head + HEAD_RUN] as number;
        this.count = index + 1;
      }
    }
  }

  /** @returns the highest eCPM that is left, -1 where none is. Of equal ones the largest size is meant. */
  best(): number {
    const { ecpm, count } = this;
    let best = -1;
    let first = 0;
    for (let index = 0; index < count; index += 1) {
      const here = ecpm[index] as number;
      if (here > best) {
        best = here;
        first = index;
      }
    }
    this.bestEcpm = best;
    this.from = first;
    return best;
  }

  /** The size that `best` was found in, as its place among the question's. */
  get bestSlot(): number {
    return this.slot[this.from] as number;
  }

  /**
   * @returns how many are awake at `best` in its size, all of them to be drawn now; 0 where all of them were put to rest
   * meanwhile, since another size had learnt that they can't be shown. So it is asked now and not when the decision began.
   */
  gather(): number {
    const { ecpm, run, start, left, slot, bestEcpm, count } = this;
    const size = slot[this.from];
    let total = 0;
    let index = this.from;
    for (; index < count && slot[index] === size; index += 1) {
      left[index] = 0;
      if (ecpm[index] !== bestEcpm) continue;
      const shelf = this.shelves[index] as Shelf;
      const here = run[index] as number;
      const awake = shelf.awakeIn(here);
      left[index] = awake;
      start[index] = shelf.startOf(here);
      total += awake;
    }
    this.to = index;
    return total;
  }

  /** @param ticket below what is still to be drawn. @returns the number of the unit that it stands for. */
  draw(ticket: number): number {
    const { left } = this;
    let index = this.from;
    let rest = ticket;
    for (; rest >= (left[index] as number); index += 1) rest -= left[index] as number;
    this.drawnShelf = index;
    this.drawnPlace = (this.start[index] as number) + rest;
    return (this.shelves[index] as Shelf).unitAt(this.drawnPlace);
  }

  /** Who was drawn last goes behind those still to be drawn: for this request alone, or to rest from there. */
  putBehind(): void {
    const index = this.drawnShelf;
    const left = (this.left[index] as number) - 1;
    this.left[index] = left;
    (this.shelves[index] as Shelf).swap(this.drawnPlace, (this.start[index] as number) + left);
  }

  /** Goes on to the next run on each shelf of the size that stands at `best`. */
  pass(): void {
    const { ecpm, run, bestEcpm } = this;
    for (let index = this.from; index < this.to; index += 1) {
      if (ecpm[index] !== bestEcpm) continue;
      const shelf = this.shelves[index] as Shelf;
      const next = shelf.awakeRun((run[index] as number) + 1);
      run[index] = next;
      ecpm[index] = shelf.ecpmOf(next);
    }
  }

  private makeRoom(shelves: number): void {
    const size = 2 * shelves;
    this.slot = grown(this.slot, new Int32Array(size));
    this.ecpm = grown(this.ecpm, new Float64Array(size));
    this.run = grown(this.run, new Int32Array(size));
    this.start = grown(this.start, new Int32Array(size));
    this.left = grown(this.left, new Int32Array(size));
  }
}
