import { describe, expect, test } from 'vitest';
import { build, NOW_MS, plainModel } from '../testing/auction-model.ts';
import {
  AdIndex,
  letterPair,
  NO_BID_PLACE,
  NO_SIZE,
  placeKey,
  type Reach,
  SizeSlot,
  sizeOfNumber,
} from './ad-index.ts';
import { Allowance } from './allowance.ts';
import { Places } from './places.ts';
import { REST_BUDGET, REST_PACE, REST_SCHEDULE, type Shelf } from './shelf.ts';

const { adSet } = build([plainModel({})]).index.standing(1) ?? {};

const SIZE = { widthPx: 300, heightPx: 250 };
/** On a desktop, of no known country or language. */
const ANYBODY = { device: 1, country: 0, language: 0, bidPlace: NO_BID_PLACE };
const ALL_DEVICES = 0b1111;

const asks = (country: number, language: number, bidPlace = NO_BID_PLACE) => ({
  ...{ device: 1, country, language, bidPlace },
});
const kind = (belowPlaces = 0) => ({ devices: ALL_DEVICES, belowPlaces });

const EVERYWHERE = { devices: [0, 1, 2, 3], countries: [0], languages: [0] };

function standingOf(
  id: number,
  reach: Reach = EVERYWHERE,
  part: { learning?: boolean; sizes?: number[] } = {},
) {
  if (adSet === undefined) throw new Error('an ad set is missing');
  const own = { ...adSet, id, number: -1, allowance: new Allowance(100) };
  const { learning = false, sizes = [250] } = part;
  const units = sizes.map((heightPx) => ({
    adSet: own,
    creatives: [],
    ecpmMicros: 1,
    hopeMicros: 1,
    widthPx: 300,
    heightPx,
    learning,
  }));
  return { adSet: own, units, reach };
}

/** Ids of the ad sets that a viewer is reached through, those awake. */
function awakeFor(
  index: AdIndex,
  viewer: { device?: number; country?: number; language?: number; heightPx?: number },
) {
  const { device = 1, country = 0, language = 0, heightPx = 250 } = viewer;
  const reach = index.slot(300, heightPx).reach({ device, country, language, bidPlace: NO_BID_PLACE });
  return reach.flatMap((shelf) => idsOn(index, shelf)).sort((a, b) => a - b);
}

function idsOn(index: AdIndex, shelf: Shelf): number[] {
  const ids: number[] = [];
  for (let run = shelf.awakeRun(0); run >= 0; run = shelf.awakeRun(run + 1)) {
    for (let at = 0; at < shelf.awakeIn(run); at += 1) {
      ids.push(index.unit(shelf.unitAt(shelf.startOf(run) + at))?.adSet.id ?? 0);
    }
  }
  return ids;
}

describe('letters and places', () => {
  test('have a number each', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const pairs = letters.flatMap((a) => letters.map((b) => letterPair(a + b)));
    expect(new Set(pairs).size).toBe(26 * 26);
    expect([Math.min(...pairs), Math.max(...pairs)]).toEqual([33, 26 * 32 + 26]);
    expect([letterPair(''), letterPair('D'), letterPair('DEU')]).toEqual([0, 0, 0]);
    expect(letterPair('DE')).toBe(4 * 32 + 5);
    const places = [0, ...pairs.slice(0, 40)].flatMap((a) => pairs.slice(-40).map((b) => placeKey(a, b)));
    expect(new Set(places).size).toBe(41 * 40);
    expect([placeKey(0, 7), placeKey(7, 0), placeKey(0, 1_023), placeKey(1, 0)]).toEqual([
      7, 7_168, 1_023, 1_024,
    ]);
  });
});

describe('the slot of a size', () => {
  test('reaches a viewer through the four keys that mean it, and no others', () => {
    const shelves: Shelf[] = [];
    const slot = new SizeSlot(SIZE, shelves, new Places());
    const keys = [0, placeKey(5, 0), placeKey(0, 6), placeKey(5, 6), placeKey(5, 7), placeKey(4, 0)];
    expect(keys.map((key) => slot.shelfFor(key, kind()))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(keys.map((key) => slot.shelfFor(key, kind()))).toEqual([0, 1, 2, 3, 4, 5]);
    const reached = (country: number, language: number) =>
      slot.reach(asks(country, language)).map((shelf) => shelves.indexOf(shelf));
    expect(reached(5, 6)).toEqual([0, 1, 2, 3]);
    expect(reached(5, 0)).toEqual([0, 1]);
    expect(reached(0, 0)).toEqual([0]);
    expect(new SizeSlot(SIZE, [], new Places()).reach(asks(5, 6))).toEqual([]);
  });

  test('reaches those alone who are shown on the device, each of them through one shelf', () => {
    const shelves: Shelf[] = [];
    const slot = new SizeSlot(SIZE, shelves, new Places());
    const [all, handheld, desktop] = [ALL_DEVICES, 0b1100, 0b0010].map((devices) =>
      slot.shelfFor(0, { devices, belowPlaces: 0 }),
    );
    expect(slot.shelfFor(0, { devices: 0b1100, belowPlaces: 0 })).toBe(handheld);
    const reached = (device: number) =>
      slot.reach({ ...ANYBODY, device }).map((shelf) => shelves.indexOf(shelf));
    expect([0, 1, 2, 3].map(reached)).toEqual([[all], [all, desktop], [all, handheld], [all, handheld]]);
  });

  test('knows that whoever is left out is so on his devices alone', () => {
    const shelves: Shelf[] = [];
    const slot = new SizeSlot(SIZE, shelves, new Places());
    shelves[slot.shelfFor(0, { devices: 0b0100, belowPlaces: 1 })]?.add(0, 0, 1);
    expect([0, 1, 2, 3].map((device) => slot.isAnyBarred({ ...ANYBODY, device, bidPlace: 0 }))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  test('finds what came since it was asked', () => {
    const slot = new SizeSlot(SIZE, [], new Places());
    slot.shelfFor(0, kind());
    expect(slot.reach(asks(1, 1))).toHaveLength(1);
    slot.shelfFor(placeKey(1, 0), kind());
    expect(slot.reach(asks(1, 1))).toHaveLength(2);
  });

  test('reaches those alone who bid enough at the place of the card', () => {
    const shelves: Shelf[] = [];
    const slot = new SizeSlot(SIZE, shelves, new Places());
    const [any, belowFirst, belowBoth] = [0, 0b01, 0b11].map((below) => {
      const number = slot.shelfFor(0, kind(below));
      shelves[number]?.add(number, number, 1);
      return number;
    });
    expect(slot.shelfFor(placeKey(5, 0), kind(0b01))).toBe(3);
    const reached = (place: number) => slot.reach(asks(5, 6, place)).map((shelf) => shelves.indexOf(shelf));
    expect([reached(0), reached(1), reached(2), reached(NO_BID_PLACE)]).toEqual([
      [any],
      [any, belowFirst, 3],
      [any, belowFirst, belowBoth, 3],
      [any, belowFirst, belowBoth, 3],
    ]);
  });

  test('knows whether anybody is left out, which an empty shelf is not', () => {
    const shelves: Shelf[] = [];
    const slot = new SizeSlot(SIZE, shelves, new Places());
    const number = slot.shelfFor(placeKey(5, 0), kind(0b10));
    expect(slot.isAnyBarred(asks(5, 6, 1))).toBe(false);
    shelves[number]?.add(0, 0, 1);
    const asked = [
      slot.isAnyBarred(asks(5, 6, 1)),
      slot.isAnyBarred(asks(5, 6, 0)),
      slot.isAnyBarred(asks(4, 6, 1)),
      slot.isAnyBarred(asks(5, 6, NO_BID_PLACE)),
    ];
    expect(asked).toEqual([true, false, false, false]);
  });

  test('uses again what a card of before left empty, so that cards leave nothing behind', () => {
    const shelves: Shelf[] = [];
    const slot = new SizeSlot(SIZE, shelves, new Places());
    slot.shelfFor(0, kind());
    for (let below = 1; below < 100; below += 1) slot.shelfFor(0, kind(below));
    expect(shelves).toHaveLength(2);
    expect(slot.reach(asks(0, 0, 0))).toHaveLength(1);
    expect(slot.reach(asks(0, 0, 2))).toHaveLength(2);
    shelves[1]?.add(0, 0, 1);
    slot.shelfFor(0, kind(1));
    expect(shelves).toHaveLength(3);
    // Whoever falls short of nothing keeps a shelf that is empty.
    expect(slot.shelfFor(0, kind())).toBe(0);
  });

  test('remembers 20,000 reaches at most: visitors may claim any pair of letters', () => {
    const slot = new SizeSlot(SIZE, [], new Places());
    slot.shelfFor(0, kind());
    const first = slot.reach(asks(0, 0));
    for (let other = 1; other < 20_000; other += 1) slot.reach(asks(other >> 10, other & 1_023));
    expect(slot.reach(asks(0, 0))).toBe(first);
    slot.reach(asks(1_000, 1_000));
    expect(slot.reach(asks(0, 0))).not.toBe(first);
    expect(slot.reach(asks(0, 0))).toEqual(first);
  });
});

describe('the index', () => {
  test('numbers its sizes, the same in each index', () => {
    const [first, second, again] = [
      new AdIndex().slot(301, 17),
      new AdIndex().slot(17, 301),
      new AdIndex().slot(301, 17),
    ];
    expect(again.sizeNumber).toBe(first.sizeNumber);
    expect(second.sizeNumber).not.toBe(first.sizeNumber);
    expect([sizeOfNumber(first.sizeNumber), sizeOfNumber(second.sizeNumber)]).toEqual([
      { widthPx: 301, heightPx: 17 },
      { widthPx: 17, heightPx: 301 },
    ]);
    expect(sizeOfNumber(NO_SIZE)).toBeUndefined();
    const index = new AdIndex();
    expect(index.slot(301, 17)).toBe(index.slot(301, 17));
  });

  test('puts an ad set on the shelf of each place of its reach, and takes it off all of them', () => {
    const index = new AdIndex();
    index.replace(
      1,
      standingOf(1, { devices: [1, 2], countries: [5, 6], languages: [7, 8] }, { sizes: [250, 600] }),
    );
    index.replace(2, standingOf(2, { devices: [1], countries: [5], languages: [7] }));
    const found = () => [
      awakeFor(index, { country: 5, language: 7 }),
      awakeFor(index, { device: 2, country: 5, language: 7 }),
      awakeFor(index, { country: 6, language: 8 }),
      awakeFor(index, { country: 6, language: 8, heightPx: 600 }),
      awakeFor(index, { device: 0, country: 5, language: 7 }),
      awakeFor(index, { country: 5, language: 9 }),
    ];
    expect([index.adSetCount, found()]).toEqual([2, [[1, 2], [1], [1], [1], [], []]]);
    index.replace(2, null);
    expect([index.adSetCount, found()[0]]).toEqual([1, [1]]);
    index.replace(1, null);
    expect([index.adSetCount, found()]).toEqual([0, [[], [], [], [], [], []]]);
  });

  test('gives out again the numbers of what is gone', () => {
    const index = new AdIndex();
    const [first, second] = [standingOf(1), standingOf(2)];
    index.replace(1, first);
    index.replace(2, second);
    expect([first.adSet.number, second.adSet.number]).toEqual([0, 1]);
    for (let round = 0; round < 1_000; round += 1) index.replace(1, standingOf(1));
    const third = standingOf(3);
    index.replace(3, third);
    expect([first.adSet.number, third.adSet.number, awakeFor(index, {})]).toEqual([-1, 2, [1, 2, 3]]);
    // All devices together are one standing.
    expect(index.room).toEqual({ standings: 3, units: 3 });
  });

  test('holds nothing of an ad set without units, and knows the old version no more', () => {
    const index = new AdIndex();
    const old = standingOf(1);
    index.replace(1, old);
    index.replace(1, { ...standingOf(1), units: [] });
    expect([index.adSetCount, old.adSet.number, index.standing(1)]).toEqual([0, -1, undefined]);
    index.rest(old.adSet, REST_PACE, NOW_MS);
    expect([index.restingCount, index.isResting(old.adSet)]).toEqual([0, false]);
  });

  test('lets an ad set rest everywhere at once, until its time', () => {
    const index = new AdIndex();
    const resting = standingOf(
      1,
      { devices: [1, 2], countries: [5, 6], languages: [0] },
      { sizes: [250, 600] },
    );
    index.replace(1, resting);
    index.replace(2, standingOf(2));
    index.wakeDue(NOW_MS);
    index.rest(resting.adSet, REST_PACE, NOW_MS + 100.7);
    // Whoever rests goes on resting as it was.
    index.rest(resting.adSet, REST_BUDGET, NOW_MS + 5_000);
    const seen = (nowMs: number) => {
      index.wakeDue(nowMs);
      return [
        awakeFor(index, { country: 5 }),
        awakeFor(index, { device: 2, country: 6, heightPx: 600 }),
        index.isResting(resting.adSet),
        index.restingCount,
      ];
    };
    expect(seen(NOW_MS + 100)).toEqual([[2], [], true, 1]);
    expect(seen(NOW_MS + 101)).toEqual([[1, 2], [1], false, 0]);
  });

  test('wakes at a whole millisecond that a rounding made a little more', () => {
    const index = new AdIndex();
    const resting = standingOf(1);
    index.replace(1, resting);
    index.wakeDue(NOW_MS);
    // Less than a four-thousandth of a millisecond is none at this height of the clock.
    index.rest(resting.adSet, REST_PACE, NOW_MS + 100 + 5e-4);
    const isResting = [99, 100].map((ms) => {
      index.wakeDue(NOW_MS + ms);
      return index.isResting(resting.adSet);
    });
    expect(isResting).toEqual([true, false]);
  });

  test('takes off who rests, and what comes in its place is awake', () => {
    const index = new AdIndex();
    const old = standingOf(1);
    index.replace(1, old);
    index.rest(old.adSet, REST_SCHEDULE, NOW_MS);
    const next = standingOf(1);
    index.replace(1, next);
    expect([index.restingCount, index.isResting(next.adSet), awakeFor(index, {})]).toEqual([0, false, [1]]);
    expect([...(index.slot(300, 250).reach(ANYBODY)[0]?.aside ?? [])]).toEqual([0, 0, 0]);
  });

  test('wakes by a plan what may be shown now, and lets the rest rest for what the plan says', () => {
    const index = new AdIndex();
    const one = standingOf(1);
    const { allowance } = one.adSet;
    index.replace(1, one);
    const aside = () => [...(index.slot(300, 250).reach(ANYBODY)[0]?.aside ?? [])];
    const planned = (decisionsLeft: number, decisionsPerMs: number) => {
      allowance.plan({ decisionsLeft, decisionsPerMs }, NOW_MS);
      index.replanned(1, NOW_MS);
      return [index.isResting(one.adSet), aside()];
    };
    expect(planned(1_000, 1)).toEqual([false, [0, 0, 0]]);
    index.rest(one.adSet, REST_BUDGET, NOW_MS + 30_000);
    expect(planned(0, 1)).toEqual([true, [0, 1, 0]]);
    // For the same reason as before, and not for ever.
    index.wakeDue(NOW_MS + 30_001);
    expect([index.isResting(one.adSet), aside()]).toEqual([false, [0, 0, 0]]);
    index.rest(one.adSet, REST_BUDGET, NOW_MS + 60_000);
    expect(planned(1_000, 1)).toEqual([false, [0, 0, 0]]);
    for (let taken = 0; taken < 2_000; taken += 1) allowance.take();
    index.rest(one.adSet, REST_BUDGET, NOW_MS + 30_000);
    // There is money again, but its pace is used up: another reason, until another time.
    expect(planned(10_000, 0.01)).toEqual([true, [0, 0, 1]]);
    index.rest(one.adSet, REST_SCHEDULE, NOW_MS + 30_000);
    expect(aside()).toEqual([0, 0, 1]);
    index.replanned(99, NOW_MS);
  });

  test('does not wake by a plan what is out of its hours', () => {
    const index = new AdIndex();
    const one = standingOf(1);
    index.replace(1, one);
    index.rest(one.adSet, REST_SCHEDULE, NOW_MS + 60_000);
    index.replanned(1, NOW_MS);
    expect(index.isResting(one.adSet)).toBe(true);
  });

  test('wakes 64 at a time, so that no decision waits for a whole network', () => {
    const index = new AdIndex();
    index.wakeDue(NOW_MS);
    for (let id = 1; id <= 130; id += 1) {
      const one = standingOf(id);
      index.replace(id, one);
      index.rest(one.adSet, REST_SCHEDULE, NOW_MS + 10);
    }
    const left = [1, 2, 3].map(() => {
      index.wakeDue(NOW_MS + 10);
      return index.restingCount;
    });
    expect(left).toEqual([66, 2, 0]);
  });

  test('puts up anew, awake, who rested', () => {
    const index = new AdIndex();
    const one = standingOf(1);
    index.replace(1, one);
    index.rest(one.adSet, REST_PACE, 9e15);
    expect(awakeFor(index, {})).toEqual([]);
    index.replace(1, one);
    expect([awakeFor(index, {}), index.restingCount]).toEqual([[1], 0]);
  });

  test('knows which units learn, and forgets those that are gone', () => {
    const index = new AdIndex();
    for (const id of [1, 2, 3, 4]) index.replace(id, standingOf(id, EVERYWHERE, { learning: id !== 2 }));
    const learning = () =>
      (index.slot(300, 250).reach(ANYBODY)[0]?.learning ?? [])
        .map((number) => index.unit(number)?.adSet.id ?? 0)
        .sort((a, b) => a - b);
    expect(learning()).toEqual([1, 3, 4]);
    index.replace(1, null);
    expect(learning()).toEqual([3, 4]);
    index.replace(4, standingOf(4));
    expect(learning()).toEqual([3]);
  });
});
