import { Bucket, BucketHeads, mergeUnits } from './bucket.ts';
import type { ShownAdSet, Unit } from './unit.ts';

/** Two letters as a number from 1; 0 = none. Case is the caller's: countries upper, languages lower. */
export function letterPair(text: string): number {
  if (text.length !== 2) return 0;
  return ((text.charCodeAt(0) & 31) << 5) + (text.charCodeAt(1) & 31);
}

/** Bucket key of (country, language); 0 in either = targeted at any. */
export function placeKey(country: number, language: number): number {
  return (country << 10) + language;
}

/** Sizes by a small number, for tallies; the same through all snapshots of the process. */
const sizes: { readonly widthPx: number; readonly heightPx: number }[] = [];
const sizeNumbers = new Map<number, number>();
/** Number of "no size", and of those that come after 4,095 others. */
export const NO_SIZE = 0xfff;

function sizeNumberOf(widthPx: number, heightPx: number): number {
  const code = widthPx * 4_096 + heightPx;
  let number = sizeNumbers.get(code);
  if (number === undefined) {
    number = Math.min(sizes.length, NO_SIZE);
    sizeNumbers.set(code, number);
    if (number < NO_SIZE) sizes.push({ widthPx, heightPx });
  }
  return number;
}

export function sizeOfNumber(
  number: number,
): { readonly widthPx: number; readonly heightPx: number } | undefined {
  return sizes[number];
}

/** The buckets of one size: by device code, then by `placeKey`. Stays the same object for the life of the index. */
export type SizeSlot = {
  readonly widthPx: number;
  readonly heightPx: number;
  /** For tallies. */
  readonly sizeNumber: number;
  readonly byDevice: readonly DeviceSlot[];
};

/** Kept reaches of one slot at most: visitors may claim any pair of letters as their language. */
const KEPT_REACHES = 20_000;
const NOBODY: readonly Bucket[] = [];

/** A bucket of fewer units is built anew at each change: that takes microseconds. */
const PATCH_FROM_UNITS = 256;
/** So many changes are borne beside a bucket at least, and this share of its units, before it is built anew. */
const PATCHES_LEAST = 64;
const PATCHES_SHARE = 1 / 8;

/** The units of one key: most of them in `main`, those that came since it was built in `recent`. */
type Shelf = {
  main: Bucket;
  recent: Bucket | null;
  readonly mainAt: number;
  readonly recentAt: number;
  /** Changes since `main` was built. */
  patches: number;
};

/**
 * The buckets of one size and device by `placeKey`, and which of them a viewer is reached through.
 *
 * Building a bucket of thousands of units for each of a thousand changes a second would take a tenth of the process
 * and bring long garbage collections. So what is added stands in a small bucket beside the large one for a while, and
 * what is gone stays in the large one, dead: drawn once, it is put aside for good.
 */
export class DeviceSlot {
  readonly heads = new BucketHeads();
  private readonly shelves = new Map<number, Shelf>();
  private readonly patchFrom: number;
  private reaches = new Map<number, readonly Bucket[]>();

  constructor(patchFrom: number) {
    this.patchFrom = patchFrom;
  }

  /** Those of the viewer's country and language and of any: eight at most. */
  reach(country: number, language: number): readonly Bucket[] {
    if (this.shelves.size === 0) return NOBODY;
    const key = placeKey(country, language);
    const known = this.reaches.get(key);
    if (known !== undefined) return known;
    const reach: Bucket[] = [];
    for (const each of new Set([0, placeKey(country, 0), placeKey(0, language), key])) {
      const shelf = this.shelves.get(each);
      if (shelf === undefined) continue;
      if (shelf.main.units.length > 0) reach.push(shelf.main);
      if (shelf.recent !== null) reach.push(shelf.recent);
    }
    if (this.reaches.size >= KEPT_REACHES) this.reaches = new Map();
    this.reaches.set(key, reach);
    return reach;
  }

  /** Takes in `added` for a key, and that `changes` units of it came or went. */
  change(key: number, added: readonly Unit[], changes: number): void {
    const shelf = this.shelfOf(key);
    shelf.patches += changes;
    const size = shelf.main.units.length;
    const bearable = Math.max(PATCHES_LEAST, size * PATCHES_SHARE);
    if (size >= this.patchFrom && shelf.patches <= bearable) this.patch(shelf, added);
    else this.rebuild(shelf, added);
    if (this.reaches.size > 0) this.reaches = new Map();
  }

  *buckets(): Generator<Bucket> {
    for (const { main, recent } of this.shelves.values()) {
      yield main;
      if (recent !== null) yield recent;
    }
  }

  private patch(shelf: Shelf, added: readonly Unit[]): void {
    const units = mergeUnits(shelf.recent?.units ?? [], added);
    shelf.recent = units.length === 0 ? null : this.bucketOf(units, shelf.recentAt);
  }

  private rebuild(shelf: Shelf, added: readonly Unit[]): void {
    const units = mergeUnits(shelf.main.units, [...(shelf.recent?.units ?? []), ...added]);
    shelf.main = this.bucketOf(units, shelf.mainAt);
    shelf.recent = null;
    shelf.patches = 0;
  }

  private shelfOf(key: number): Shelf {
    let shelf = this.shelves.get(key);
    if (shelf === undefined) {
      const mainAt = this.heads.add();
      shelf = {
        main: this.bucketOf([], mainAt),
        recent: null,
        mainAt,
        recentAt: this.heads.add(),
        patches: 0,
      };
      this.shelves.set(key, shelf);
    }
    return shelf;
  }

  private bucketOf(units: Unit[], at: number): Bucket {
    const bucket = new Bucket(units, { heads: this.heads, at });
    bucket.writeHead();
    return bucket;
  }
}

/** Where an ad set's units stand. Codes: device as in the token, 0 = unknown, reached by all-device ad sets only. */
export type Reach = {
  readonly devices: readonly number[];
  /** `letterPair` codes; [0] = everywhere. */
  readonly countries: readonly number[];
  readonly languages: readonly number[];
};

type Standing = { readonly adSet: ShownAdSet; readonly units: readonly Unit[]; readonly reach: Reach };
type Pending = { readonly slot: DeviceSlot; readonly key: number; readonly added: Unit[]; changes: number };

/**
 * All that can be shown, by size, device, country and language. A change marks the old version dead at once, so that
 * it can't win; the buckets of the new one are built off the request path, one at a time, each swapped in whole.
 */
export class AdIndex {
  private readonly slots = new Map<number, SizeSlot>();
  private readonly standings = new Map<number, Standing>();
  private readonly pending = new Map<DeviceSlot, Map<number, Pending>>();
  private readonly queue: Pending[] = [];
  private readonly patchFrom: number;

  /** @param patchFrom units from which a bucket is patched and not built anew at each change. */
  constructor(patchFrom = PATCH_FROM_UNITS) {
    this.patchFrom = patchFrom;
  }

  slot(widthPx: number, heightPx: number): SizeSlot {
    const code = widthPx * 4_096 + heightPx;
    let slot = this.slots.get(code);
    if (slot === undefined) {
      const byDevice = [0, 1, 2, 3].map(() => new DeviceSlot(this.patchFrom));
      slot = { widthPx, heightPx, sizeNumber: sizeNumberOf(widthPx, heightPx), byDevice };
      this.slots.set(code, slot);
    }
    return slot;
  }

  get adSetCount(): number {
    return this.standings.size;
  }

  get pendingBuckets(): number {
    return this.queue.length;
  }

  /** Replaces an ad set's units; none = it can't be shown now. */
  replace(
    adSetId: number,
    next: { readonly adSet: ShownAdSet; readonly units: readonly Unit[]; readonly reach: Reach } | null,
  ): void {
    const old = this.standings.get(adSetId);
    if (old !== undefined) {
      old.adSet.live = false;
      this.eachPlace(old, (pending) => pending);
      this.standings.delete(adSetId);
    }
    if (next !== null && next.units.length > 0) {
      this.standings.set(adSetId, next);
      this.eachPlace(next, (pending, unit) => pending.added.push(unit));
    }
  }

  adSetIds(): IterableIterator<number> {
    return this.standings.keys();
  }

  standing(adSetId: number): Standing | undefined {
    return this.standings.get(adSetId);
  }

  /** Rebuilds waiting buckets until none waits or `until` says stop. @returns whether all are done. */
  rebuild(until: () => boolean): boolean {
    for (;;) {
      const pending = this.queue.pop();
      if (pending === undefined) return true;
      const { slot, key, added, changes } = pending;
      this.pending.get(slot)?.delete(key);
      slot.change(key, added, changes);
      if (until()) return this.queue.length === 0;
    }
  }

  /** Brings back all that was put aside: the clock was set back, and their times are far off now. */
  wakeAll(): void {
    for (const { byDevice } of this.slots.values()) {
      for (const slot of byDevice) for (const bucket of slot.buckets()) bucket.wake(Number.POSITIVE_INFINITY);
    }
  }

  private eachPlace(standing: Standing, visit: (pending: Pending, unit: Unit) => void): void {
    const { reach } = standing;
    for (const unit of standing.units) {
      const slot = this.slot(unit.widthPx, unit.heightPx);
      for (const device of reach.devices) {
        const deviceSlot = slot.byDevice[device];
        if (deviceSlot === undefined) continue;
        for (const country of reach.countries) {
          for (const language of reach.languages) {
            visit(this.pendingOf(deviceSlot, placeKey(country, language)), unit);
          }
        }
      }
    }
  }

  private pendingOf(slot: DeviceSlot, key: number): Pending {
    let ofSlot = this.pending.get(slot);
    if (ofSlot === undefined) {
      ofSlot = new Map();
      this.pending.set(slot, ofSlot);
    }
    let pending = ofSlot.get(key);
    if (pending === undefined) {
      pending = { slot, key, added: [], changes: 0 };
      ofSlot.set(key, pending);
      this.queue.push(pending);
    }
    pending.changes += 1;
    return pending;
  }
}
