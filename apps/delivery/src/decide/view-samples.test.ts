import { readViewSample, type ViewSample } from '@placard/contract/wire/view-sample';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ViewSamples } from './view-samples.ts';

const VIEW = {
  atMs: 1_770_000_000_123,
  widgetId: 7,
  device: 2,
  country: 'DE',
  language: 'de',
  floorMicros: 0,
  winningEcpmMicros: 0,
  winningAdSetId: 0,
  sizes: [{ widthPx: 300, heightPx: 250 }],
  cappedAdSetIds: [],
} as const;

/** Reads what a target was given. */
function reader(room = Number.POSITIVE_INFINITY) {
  const buffer = Buffer.alloc(100_000);
  const samples: ViewSample[] = [];
  let at = 0;
  const ends: number[] = [];
  const target = {
    buffer,
    reserve: (bytes: number, records: number) => {
      // Each is one record of the spool.
      expect(records).toBe(1);
      if (ends.length >= room) return -1;
      const start = at;
      at += bytes;
      ends.push(at);
      return start;
    },
  };
  const read = () => {
    let from = 0;
    for (const end of ends) {
      const sample = readViewSample(buffer.subarray(from, end));
      if (sample !== null) samples.push(sample);
      from = end;
    }
    ends.length = 0;
    at = 0;
    return samples.splice(0);
  };
  return { target, read };
}

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('view samples', () => {
  test('keep every view where there are few', () => {
    const samples = new ViewSamples(randomOf(1));
    const { target, read } = reader();
    for (let view = 0; view < 5; view += 1) {
      expect(samples.due()).toBe(true);
      samples.keep(VIEW);
    }
    expect(samples.write(target)).toBe(5);
    expect(read()).toEqual(Array.from({ length: 5 }, () => ({ ...VIEW, weight: 1 })));
  });

  test('are twenty at once, and the next stands for what came after them', () => {
    const samples = new ViewSamples(() => 0);
    const { target, read } = reader();
    for (let view = 0; view < 24; view += 1) if (samples.due()) samples.keep(VIEW);
    samples.write(target);
    expect(read().map(({ weight }) => weight)).toEqual(Array.from({ length: 20 }, () => 1));
    samples.tick();
    for (let view = 0; view < 9; view += 1) if (samples.due()) samples.keep(VIEW);
    samples.write(target);
    // Three more each second.
    expect(read().map(({ weight }) => weight)).toEqual([5, 1, 1]);
  });

  test('keep every view of a page whose widgets ask on both sides of a second', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      for (let before = 0; before <= 6; before += 1) {
        const samples = new ViewSamples(randomOf(seed));
        const { target, read } = reader();
        for (let view = 0; view < 6; view += 1) {
          if (view === before) samples.tick();
          if (samples.due()) samples.keep(VIEW);
        }
        samples.tick();
        samples.write(target);
        expect(read()).toHaveLength(6);
      }
    }
  });

  test('are few in a rush, stand for all of it, and do not favour the first widget of a page', () => {
    const samples = new ViewSamples(randomOf(2));
    const { target, read } = reader();
    const kept: ViewSample[] = [];
    const widgets = 5;
    const seconds = 600;
    const pagesASecond = 40;
    for (let second = 0; second < seconds; second += 1) {
      for (let view = 0; view < pagesASecond * widgets; view += 1) {
        if (samples.due()) samples.keep({ ...VIEW, widgetId: (view % widgets) + 1 });
      }
      samples.tick();
      samples.write(target);
      kept.push(...read());
    }
    const weightOf = (some: readonly ViewSample[]) => some.reduce((sum, { weight }) => sum + weight, 0);
    const views = seconds * pagesASecond * widgets;
    expect(kept.length).toBeLessThan(seconds * 3 + 30);
    expect(kept.length).toBeGreaterThan(seconds * 2);
    expect(weightOf(kept)).toBeGreaterThan(views * 0.99);
    expect(weightOf(kept)).toBeLessThanOrEqual(views);
    for (let widget = 1; widget <= widgets; widget += 1) {
      const share = weightOf(kept.filter(({ widgetId }) => widgetId === widget)) / views;
      expect(share).toBeGreaterThan(0.16);
      expect(share).toBeLessThan(0.24);
    }
  });

  test('keep every view again soon after a rush', () => {
    const samples = new ViewSamples(randomOf(3));
    for (let view = 0; view < 100_000; view += 1) if (samples.due()) samples.keep(VIEW);
    samples.tick();
    samples.tick();
    samples.tick();
    expect(samples.due()).toBe(true);
  });

  test('wait for a spool that is full', () => {
    const samples = new ViewSamples(randomOf(4));
    for (let view = 0; view < 3; view += 1) if (samples.due()) samples.keep(VIEW);
    const full = reader(2);
    expect(samples.write(full.target)).toBe(2);
    const free = reader();
    expect(samples.write(free.target)).toBe(1);
    expect(free.read()).toHaveLength(1);
  });

  test('are given up while as many wait as may, and are no more often due for it', () => {
    const samples = new ViewSamples(randomOf(5));
    const dueInASecond = () => {
      let due = 0;
      for (let view = 0; view < 200; view += 1) {
        if (!samples.due()) continue;
        due += 1;
        samples.keep(VIEW);
      }
      samples.tick();
      return due;
    };
    for (let second = 0; second < 60; second += 1) dueInASecond();
    expect(dueInASecond()).toBeLessThan(20);
    const { target, read } = reader();
    expect(samples.write(target)).toBe(100);
    expect(read()).toHaveLength(100);
  });

  test('come back from their bytes as they were', () => {
    const letters = fc.constantFrom('DE', 'FR', '');
    const sample = fc.record({
      atMs: fc.integer({ min: 0, max: 2 ** 45 }),
      widgetId: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      weight: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
      device: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
      country: letters,
      language: letters.map((text) => text.toLowerCase()),
      floorMicros: fc.integer({ min: 0, max: 2 ** 48 }),
      winningEcpmMicros: fc.double({ min: 0, max: 2 ** 48, noNaN: true }),
      winningAdSetId: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      sizes: fc.array(
        fc.record({
          widthPx: fc.integer({ min: 20, max: 2_000 }),
          heightPx: fc.integer({ min: 20, max: 2_000 }),
        }),
        { maxLength: 30 },
      ),
      cappedAdSetIds: fc.array(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { maxLength: 100 }),
    });
    const samples = new ViewSamples(Math.random);
    fc.assert(
      fc.property(sample, ({ weight, ...view }) => {
        samples.tick();
        const { target, read } = reader();
        for (let tries = 0; tries < 100_000; tries += 1) if (samples.due()) break;
        samples.keep(view);
        samples.write(target);
        expect(read().map((each) => ({ ...each, weight }))).toEqual([{ ...view, weight }]);
      }),
    );
  });

  test('are refused where the bytes are not whole', () => {
    const { target, read } = reader();
    const samples = new ViewSamples(Math.random);
    if (samples.due()) samples.keep(VIEW);
    samples.write(target);
    expect(read()).toHaveLength(1);
    expect(readViewSample(target.buffer.subarray(0, 40))).toBeNull();
    expect(readViewSample(Buffer.alloc(64))).toBeNull();
  });
});
