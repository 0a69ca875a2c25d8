import { describe, expect, test } from 'vitest';
import { build, plainModel } from '../testing/auction-model.ts';
import { AdIndex, DeviceSlot, letterPair, NO_SIZE, placeKey, sizeOfNumber } from './ad-index.ts';
import type { Unit } from './unit.ts';

const { adSet } = build([plainModel({})]).index.standing(1) ?? {};

function unitOf(id: number, ecpmMicros = 1): Unit {
  if (adSet === undefined) throw new Error('an ad set is missing');
  return {
    adSet: { ...adSet, id, live: true },
    creatives: [],
    ecpmMicros,
    widthPx: 300,
    heightPx: 250,
    learning: false,
  };
}

const unitsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => unitOf(from + at));
const sizesOf = (slot: DeviceSlot) => [...slot.buckets()].map(({ units }) => units.length);

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

describe('a slot of one size and device', () => {
  test('reaches a viewer through the four keys that mean it, and no others', () => {
    const slot = new DeviceSlot(1_000);
    const keys = [0, placeKey(5, 0), placeKey(0, 6), placeKey(5, 6), placeKey(5, 7), placeKey(4, 0)];
    for (const [at, key] of keys.entries()) slot.change(key, [unitOf(at)], 1);
    const reached = (country: number, language: number) =>
      slot
        .reach(country, language)
        .flatMap(({ units }) => units.map((unit) => unit.adSet.id))
        .sort();
    expect(reached(5, 6)).toEqual([0, 1, 2, 3]);
    expect(reached(5, 0)).toEqual([0, 1]);
    expect(reached(0, 0)).toEqual([0]);
    expect(new DeviceSlot(1).reach(5, 6)).toEqual([]);
  });

  test('finds what came since it was asked', () => {
    const slot = new DeviceSlot(1_000);
    slot.change(0, [unitOf(1)], 1);
    expect(slot.reach(1, 1).map(({ units }) => units.length)).toEqual([1]);
    slot.change(placeKey(1, 0), [unitOf(2)], 1);
    expect(slot.reach(1, 1).map(({ units }) => units.length)).toEqual([1, 1]);
    const gone = unitOf(3);
    slot.change(placeKey(0, 1), [gone], 1);
    gone.adSet.live = false;
    slot.change(placeKey(0, 1), [], 1);
    expect(slot.reach(1, 1)).toHaveLength(2);
  });

  test.each([
    // A small bucket bears 64 changes beside it, a larger one an eighth of its units.
    [256, 64],
    [800, 100],
  ])('of %s units is built anew after %s changes', (size, bearable) => {
    const slot = new DeviceSlot(256);
    slot.change(0, unitsFrom(0, size), size);
    expect(sizesOf(slot)).toEqual([size]);
    slot.change(0, unitsFrom(1_000, bearable - 1), bearable - 1);
    expect(sizesOf(slot)).toEqual([size, bearable - 1]);
    slot.change(0, [unitOf(2_000)], 1);
    expect(sizesOf(slot)).toEqual([size, bearable]);
    expect(slot.reach(0, 0).map(({ units }) => units.length)).toEqual([size, bearable]);
    slot.change(0, [unitOf(2_001)], 1);
    expect(sizesOf(slot)).toEqual([size + bearable + 1]);
    slot.change(0, [unitOf(2_002)], 1);
    expect(sizesOf(slot)).toEqual([size + bearable + 1, 1]);
  });

  test('keeps no bucket for what only went', () => {
    const slot = new DeviceSlot(256);
    slot.change(0, unitsFrom(0, 300), 300);
    slot.change(0, [], 1);
    expect(sizesOf(slot)).toEqual([300]);
  });

  test('remembers 20,000 reaches at most: visitors may claim any pair of letters', () => {
    const slot = new DeviceSlot(256);
    slot.change(0, [unitOf(1)], 1);
    const first = slot.reach(0, 0);
    for (let other = 1; other < 20_000; other += 1) slot.reach(other >> 10, other & 1_023);
    expect(slot.reach(0, 0)).toBe(first);
    slot.reach(1_000, 1_000);
    expect(slot.reach(0, 0)).not.toBe(first);
    expect(slot.reach(0, 0)).toEqual(first);
  });

  test('of fewer units than are worth it is built anew at each change', () => {
    const slot = new DeviceSlot(256);
    slot.change(0, unitsFrom(0, 255), 255);
    slot.change(0, [unitOf(300)], 1);
    expect(sizesOf(slot)).toEqual([256]);
    slot.change(0, [unitOf(301)], 1);
    expect(sizesOf(slot)).toEqual([256, 1]);
  });
});

describe('the index', () => {
  const standingOf = (id: number, reach: { devices: number[]; countries: number[]; languages: number[] }) => {
    const unit = unitOf(id);
    return { adSet: unit.adSet, units: [unit], reach };
  };
  const everywhere = { devices: [0, 1, 2, 3], countries: [0], languages: [0] };

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

  test('builds one bucket for each place of a change, however often that changes', () => {
    const index = new AdIndex();
    index.replace(1, standingOf(1, { devices: [1, 2], countries: [5, 6], languages: [7, 8] }));
    index.replace(2, standingOf(2, { devices: [1], countries: [5], languages: [7] }));
    expect([index.pendingBuckets, index.adSetCount, [...index.adSetIds()]]).toEqual([8, 2, [1, 2]]);
    let asked = 0;
    // Told to stop, it has done one.
    const stop = () => {
      asked += 1;
      return true;
    };
    expect(index.rebuild(stop)).toBe(false);
    expect([asked, index.pendingBuckets]).toEqual([1, 7]);
    expect(index.rebuild(() => false)).toBe(true);
    const found = (device: number, country: number, language: number) =>
      index
        .slot(300, 250)
        .byDevice[device]?.reach(country, language)
        .flatMap(({ units }) => units.map((unit) => unit.adSet.id))
        .sort();
    expect([found(1, 5, 7), found(2, 5, 7), found(1, 6, 8), found(0, 5, 7), found(1, 5, 9)]).toEqual([
      [1, 2],
      [1],
      [1],
      [],
      [],
    ]);
    // The last one of the queue is not told to stop in vain.
    index.replace(2, null);
    expect(index.rebuild(() => true)).toBe(true);
    expect([index.adSetCount, found(1, 5, 7)]).toEqual([1, [1]]);
  });

  test('patches a large bucket for as many changes as it had, each counted once', () => {
    const index = new AdIndex(64);
    for (let id = 1; id <= 64; id += 1) index.replace(id, standingOf(id, everywhere));
    index.rebuild(() => false);
    const slot = index.slot(300, 250).byDevice[1];
    const sizes = () => [...(slot?.buckets() ?? [])].map(({ units }) => units.length);
    expect(sizes()).toEqual([64]);
    // One goes and one comes: two changes. 64 are borne.
    for (let id = 1; id <= 32; id += 1) index.replace(id, standingOf(id, everywhere));
    index.rebuild(() => false);
    expect(sizes()).toEqual([64, 32]);
    index.replace(33, null);
    index.rebuild(() => false);
    expect(sizes()).toEqual([63]);
  });

  test('holds nothing of an ad set without units, and calls the old version dead at once', () => {
    const index = new AdIndex();
    const old = standingOf(1, everywhere);
    index.replace(1, old);
    index.replace(1, { ...standingOf(1, everywhere), units: [] });
    expect([index.adSetCount, old.adSet.live, index.standing(1)]).toEqual([0, false, undefined]);
  });

  test('wakes all that is aside when the clock was set back', () => {
    const index = new AdIndex();
    index.replace(1, standingOf(1, everywhere));
    index.rebuild(() => false);
    const [bucket] = index.slot(300, 250).byDevice[3]?.buckets() ?? [];
    bucket?.putAside(0, 0, { reason: 1, wakeMs: 9e15 });
    expect(bucket?.awakeIn(0)).toBe(0);
    index.wakeAll();
    expect(bucket?.awakeIn(0)).toBe(1);
  });
});
