import { MAX_MINIMUMS } from '@placard/domain/decision/minimum-bids';
import { ALLOWED, OVER_BUDGET } from './allowance.ts';
import { Places } from './places.ts';
import { Rests } from './rests.ts';
import { REST_BUDGET, REST_PACE, Shelf, ShelfHeads } from './shelf.ts';
import type { ShownAdSet, Unit } from './unit.ts';

/** Two letters as a number from 1; 0 = none. Case is the caller's: countries upper, languages lower. */
export function letterPair(text: string): number {
  if (text.length !== 2) return 0;
  return ((text.charCodeAt(0) & 31) << 5) + (text.charCodeAt(1) & 31);
}

/** Shelf key of (country, language); 0 in either = targeted at any. */
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

/** Kept reaches of one size at most: visitors may claim any pair of letters as their language. */
const KEPT_REACHES = 20_000;
const NOBODY: readonly Shelf[] = [];
/** After the last place of a card of minimum bids: a view of which it asks for nothing. */
export const NO_BID_PLACE = MAX_MINIMUMS;
/** Codes of devices, unknown among them. */
const DEVICE_COUNT = 4;
/** Times are reckoned in fractions of milliseconds and looked at by whole ones: a rounding must not cost one of them. */
const ROUNDING_MS = 0.001;
/** So many ad sets wake in one decision at most: at a full minute a whole network does. */
const MOST_WOKEN = 64;

/** Who asks, as codes of the token and `letterPair`s, 0 where unknown, and where the view stands on the card of minimum bids. */
export type Viewer = {
  readonly device: number;
  readonly country: number;
  readonly language: number;
  readonly bidPlace: number;
};

/** What all on a shelf have in common beside country and language: a bit for each device, and for each place of the card they fall short of. */
export type ShelfKind = { readonly devices: number; readonly belowPlaces: number };
type PlacedShelf = ShelfKind & { readonly number: number };

/**
 * The shelves of one size, by `placeKey`, set of devices and places fallen short of, and which of them a viewer is reached
 * through. Stays the same object for the life of the index.
 */
export class SizeSlot {
  readonly widthPx: number;
  readonly heightPx: number;
  /** For tallies. */
  readonly sizeNumber: number;
  readonly heads = new ShelfHeads();
  private readonly shelves = new Map<number, PlacedShelf[]>();
  private readonly all: Shelf[];
  private readonly places: Places;
  private readonly reaches = new Map<number, readonly Shelf[]>();

  constructor(size: { readonly widthPx: number; readonly heightPx: number }, all: Shelf[], places: Places) {
    this.widthPx = size.widthPx;
    this.heightPx = size.heightPx;
    this.sizeNumber = sizeNumberOf(size.widthPx, size.heightPx);
    this.all = all;
    this.places = places;
  }

  /** Those of the viewer's device, and of his country and language and of any, of ad sets that bid enough at the place of the card. */
  reach({ device, country, language, bidPlace }: Viewer): readonly Shelf[] {
    if (this.shelves.size === 0) return NOBODY;
    const place = placeKey(country, language) * (NO_BID_PLACE + 1) + bidPlace;
    const key = place * DEVICE_COUNT + device;
    const known = this.reaches.get(key);
    if (known !== undefined) return known;
    const reach: Shelf[] = [];
    for (const each of new Set([
      0,
      placeKey(country, 0),
      placeKey(0, language),
      placeKey(country, language),
    ])) {
      for (const { devices, belowPlaces, number } of this.shelves.get(each) ?? NONE_PLACED) {
        const reached = has(devices, device) && !has(belowPlaces, bidPlace);
        if (reached) reach.push(this.all[number] as Shelf);
      }
    }
    if (this.reaches.size >= KEPT_REACHES) this.reaches.clear();
    this.reaches.set(key, reach);
    return reach;
  }

  /** Does anybody reach the viewer who bids too little at the place of the card? */
  isAnyBarred(viewer: Viewer): boolean {
    const { country, language } = viewer;
    return (
      this.isBarredAt(0, viewer) ||
      this.isBarredAt(placeKey(country, 0), viewer) ||
      this.isBarredAt(placeKey(0, language), viewer) ||
      this.isBarredAt(placeKey(country, language), viewer)
    );
  }

  private isBarredAt(key: number, { device, bidPlace }: Viewer): boolean {
    for (const { devices, belowPlaces, number } of this.shelves.get(key) ?? NONE_PLACED) {
      const barred = has(devices, device) && has(belowPlaces, bidPlace);
      if (barred && (this.all[number] as Shelf).size > 0) return true;
    }
    return false;
  }

  /** @returns the number of the shelf of the key and the kind, made if there is none. */
  shelfFor(key: number, { devices, belowPlaces }: ShelfKind): number {
    const ofKey = this.shelves.get(key) ?? [];
    const known = ofKey.find((each) => each.belowPlaces === belowPlaces && each.devices === devices);
    if (known !== undefined) return known.number;
    // A card before this one has left some empty: without this, each new card would leave more.
    const left = ofKey.findIndex((each) => each.belowPlaces !== 0 && this.all[each.number]?.size === 0);
    const number = ofKey[left]?.number ?? this.all.length;
    if (left >= 0) ofKey.splice(left, 1);
    else this.all.push(new Shelf(this.heads, this.places));
    ofKey.push({ devices, belowPlaces, number });
    this.shelves.set(key, ofKey);
    this.reaches.clear();
    return number;
  }
}

const NONE_PLACED: readonly PlacedShelf[] = [];

function has(bits: number, bit: number): boolean {
  return ((bits >>> bit) & 1) === 1;
}

/** One set of devices is one shelf: who may be shown on all of them stands, rests and wakes once and not on each. */
function bitsOf(devices: readonly number[]): number {
  let bits = 0;
  for (const device of devices) bits |= 1 << device;
  return bits;
}

/** Where an ad set's units stand. Codes: device as in the token, 0 = unknown, reached by all-device ad sets only. */
export type Reach = {
  readonly devices: readonly number[];
  /** `letterPair` codes; [0] = everywhere. */
  readonly countries: readonly number[];
  readonly languages: readonly number[];
};

type Standing = { readonly adSet: ShownAdSet; readonly units: readonly Unit[]; readonly reach: Reach };

/** A standing ad set as the index knows it. */
type Entry = Standing & {
  readonly number: number;
  readonly unitNumbers: readonly number[];
  /** Its numbers among the standings. */
  readonly first: number;
  readonly count: number;
};

/** Number of what is gone, and the reason of who is awake. */
const NONE = -1;

/**
 * All that can be shown, by size, device, country and language, changed in place: an ad set that comes, goes, rests or wakes
 * changes a few numbers on each of its shelves, at once, and nothing is built anew. So a decision asks only who may be shown
 * as far as anybody knows, and what one decision learns of an ad set no other has to find out.
 */
export class AdIndex {
  private readonly slots = new Map<number, SizeSlot>();
  private readonly shelves: Shelf[] = [];
  private readonly places = new Places();
  private readonly rests = new Rests();
  private readonly entries = new Map<number, Entry>();
  private readonly byNumber: (Entry | undefined)[] = [];
  private readonly freeNumbers: number[] = [];
  /** By ad set's number: why it rests. */
  private readonly reasons: number[] = [];
  private readonly units: (Unit | undefined)[] = [];
  private readonly freeUnits: number[] = [];
  private readonly wakeNumber = (number: number) => this.rise(number);

  slot(widthPx: number, heightPx: number): SizeSlot {
    const code = widthPx * 4_096 + heightPx;
    let slot = this.slots.get(code);
    if (slot === undefined) {
      slot = new SizeSlot({ widthPx, heightPx }, this.shelves, this.places);
      this.slots.set(code, slot);
    }
    return slot;
  }

  get adSetCount(): number {
    return this.entries.size;
  }

  /** Ad sets that rest now. */
  get restingCount(): number {
    return this.rests.size;
  }

  /** Numbers that were given out so far, also those that are free again: what the index takes of memory. */
  get room(): { readonly standings: number; readonly units: number } {
    return { standings: this.places.size, units: this.units.length };
  }

  unit(number: number): Unit | undefined {
    return this.units[number];
  }

  /** Replaces an ad set's units; none = it can't be shown now. */
  replace(adSetId: number, next: Standing | null): void {
    const old = this.entries.get(adSetId);
    if (old !== undefined) this.takeOff(adSetId, old);
    if (next !== null && next.units.length > 0) this.putUp(adSetId, next);
  }

  standing(adSetId: number): Standing | undefined {
    return this.entries.get(adSetId);
  }

  /** Nothing of the ad set is drawn until then. Whoever rests already goes on resting as it was. */
  rest(adSet: ShownAdSet, reason: number, wakeMs: number): void {
    const entry = this.entryOf(adSet);
    if (entry === undefined || this.reasons[entry.number] !== NONE) return;
    this.reasons[entry.number] = reason;
    for (let standing = entry.first; standing < entry.first + entry.count; standing += 1) {
      this.shelfOf(standing).rest(standing, this.ecpmOf(standing), reason);
    }
    this.rests.add(entry.number, wakeMs - ROUNDING_MS);
  }

  /** A plan has changed the ad set's allowance: what rests for it wakes, or rests until another time. */
  replanned(adSetId: number, nowMs: number): void {
    const entry = this.entries.get(adSetId);
    const reason = entry === undefined ? NONE : this.reasons[entry.number];
    if (entry === undefined || (reason !== REST_BUDGET && reason !== REST_PACE)) return;
    const { allowance } = entry.adSet;
    const state = allowance.state(nowMs);
    const next = state === OVER_BUDGET ? REST_BUDGET : REST_PACE;
    if (state === ALLOWED || next !== reason) this.wake(entry);
    if (state === ALLOWED) return;
    this.rests.remove(entry.number);
    if (next === reason) this.rests.add(entry.number, allowance.retryAtMs(nowMs) - ROUNDING_MS);
    else this.rest(entry.adSet, next, allowance.retryAtMs(nowMs));
  }

  private wake({ number }: Entry): void {
    this.rests.remove(number);
    this.rise(number);
  }

  isResting(adSet: ShownAdSet): boolean {
    const entry = this.entryOf(adSet);
    return entry !== undefined && this.reasons[entry.number] !== NONE;
  }

  /** Wakes those whose time has come, a part of them where they are many. */
  wakeDue(nowMs: number): void {
    this.rests.due(nowMs, MOST_WOKEN, this.wakeNumber);
  }

  /** @returns the ad set's entry, `undefined` where it is an old version's. */
  private entryOf(adSet: ShownAdSet): Entry | undefined {
    return this.byNumber[adSet.number];
  }

  private rise(number: number): void {
    const entry = this.byNumber[number] as Entry;
    const reason = this.reasons[number] as number;
    this.reasons[number] = NONE;
    for (let standing = entry.first; standing < entry.first + entry.count; standing += 1) {
      this.shelfOf(standing).wake(standing, this.ecpmOf(standing), reason);
    }
  }

  private shelfOf(standing: number): Shelf {
    return this.shelves[this.places.shelf[standing] as number] as Shelf;
  }

  private ecpmOf(standing: number): number {
    return (this.units[this.places.unit[standing] as number] as Unit).ecpmMicros;
  }

  private takeOff(adSetId: number, entry: Entry): void {
    const { number, first, count } = entry;
    const reason = this.reasons[number] as number;
    this.rests.remove(number);
    for (let standing = first; standing < first + count; standing += 1) {
      const shelf = this.shelfOf(standing);
      const unit = this.places.unit[standing] as number;
      shelf.remove(standing, this.ecpmOf(standing), reason);
      if ((this.units[unit] as Unit).learning) forget(shelf.learning, unit);
    }
    this.places.giveBack(first, count);
    for (const unit of entry.unitNumbers) {
      this.units[unit] = undefined;
      this.freeUnits.push(unit);
    }
    entry.adSet.number = NONE;
    this.byNumber[number] = undefined;
    this.freeNumbers.push(number);
    this.entries.delete(adSetId);
  }

  private putUp(adSetId: number, { adSet, units, reach }: Standing): void {
    const { devices, countries, languages } = reach;
    const count = units.length * countries.length * languages.length;
    const kind = { devices: bitsOf(devices), belowPlaces: adSet.belowPlaces };
    const number = this.freeNumbers.pop() ?? this.byNumber.length;
    const first = this.places.take(count);
    const unitNumbers = units.map((unit) => this.numberUnit(unit));
    let standing = first;
    for (const [at, unit] of units.entries()) {
      const slot = this.slot(unit.widthPx, unit.heightPx);
      for (const country of countries) {
        for (const language of languages) {
          const shelf = slot.shelfFor(placeKey(country, language), kind);
          this.stand(standing, { shelf, unit: unitNumbers[at] as number });
          standing += 1;
        }
      }
    }
    adSet.number = number;
    this.reasons[number] = NONE;
    const entry = { adSet, units, reach, number, unitNumbers, first, count };
    this.byNumber[number] = entry;
    this.entries.set(adSetId, entry);
  }

  private stand(standing: number, on: { readonly shelf: number; readonly unit: number }): void {
    this.places.shelf[standing] = on.shelf;
    this.places.unit[standing] = on.unit;
    const shelf = this.shelves[on.shelf] as Shelf;
    const unit = this.units[on.unit] as Unit;
    shelf.add(on.unit, standing, unit.ecpmMicros);
    if (unit.learning) shelf.learning.push(on.unit);
  }

  private numberUnit(unit: Unit): number {
    const number = this.freeUnits.pop() ?? this.units.length;
    this.units[number] = unit;
    return number;
  }
}

function forget(numbers: number[], number: number): void {
  const last = numbers.pop() as number;
  if (last !== number) numbers[numbers.indexOf(number)] = last;
}
