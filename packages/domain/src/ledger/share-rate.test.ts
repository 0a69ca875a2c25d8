import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  firstRaised,
  isAhead,
  SHARE_LEAD_MS,
  type ShareRate,
  shareAt,
  shareChanges,
  shareDays,
  shareEdges,
  shareTimes,
} from './share-rate.ts';

const NONE = { website: [], publisher: [], network: [], baseBp: 7_000 };
const rate = (shareBp: number, fromMs: number, untilMs: number | null = null): ShareRate => ({
  ...{ shareBp, fromMs, untilMs },
});

test('holds from its first instant until before its end', () => {
  const rates = { ...NONE, publisher: [rate(8_000, 100, 200)] };
  const at = (atMs: number) => shareAt(rates, atMs).shareBp;
  expect([at(99), at(100), at(199), at(200)]).toEqual([7_000, 8_000, 8_000, 7_000]);
});

test("a website's goes before its publisher's, and that before the network's", () => {
  const network = [rate(6_000, 0)];
  const publisher = [rate(8_000, 10)];
  const website = [rate(9_000, 20, 30)];
  const at = (atMs: number) => shareAt({ website, publisher, network, baseBp: 7_000 }, atMs).shareBp;
  expect([at(-1), at(9), at(10), at(20), at(30)]).toEqual([7_000, 6_000, 8_000, 9_000, 8_000]);
});

test('a change gives more from the first instant on at which more is held, and not where it gives less or ends', () => {
  const [low, high] = [rate(6_000, 100), rate(9_000, 100, 200)];
  const after = (publisher: ShareRate[], before: ShareRate[] = []) =>
    firstRaised({ ...NONE, publisher: before }, { ...NONE, publisher }, 50);
  expect(after([high])).toEqual({ atMs: 100, beforeBp: 7_000, shareBp: 9_000 });
  expect(after([low])).toBeNull();
  expect(after([], [high])).toBeNull();
  // What held less is taken away, or what held more goes on.
  expect(after([], [low])).toEqual({ atMs: 100, beforeBp: 6_000, shareBp: 7_000 });
  expect(after([rate(9_000, 100, 300)], [high])).toEqual({ atMs: 200, beforeBp: 7_000, shareBp: 9_000 });
  // What is over changes nothing.
  expect(after([rate(9_000, 10, 40)])).toBeNull();
  expect(firstRaised(NONE, { ...NONE, baseBp: 7_001 }, 50)?.atMs).toBe(50);
});

test('of several the one that began last, and the one before it where that ends', () => {
  const rates = { ...NONE, network: [rate(8_000, 50, 60), rate(6_000, 0), rate(6_500, 55)] };
  const at = (atMs: number) => shareAt(rates, atMs).shareBp;
  expect([at(49), at(50), at(54), at(55), at(60)]).toEqual([6_000, 8_000, 8_000, 6_500, 6_500]);
});

test('nothing of it changes within the time it is said to hold for', () => {
  const rates = fc.array(
    fc
      .record({
        shareBp: fc.nat(10_000),
        fromMs: fc.nat(40),
        length: fc.option(fc.integer({ min: 1, max: 20 })),
      })
      .map(({ shareBp, fromMs, length }) => rate(shareBp, fromMs, length === null ? null : fromMs + length)),
    { maxLength: 4 },
  );
  const some = fc.record({ website: rates, publisher: rates, network: rates, baseBp: fc.nat(10_000) });
  fc.assert(
    fc.property(some, fc.integer({ min: -2, max: 62 }), (given, atMs) => {
      const held = shareAt(given, atMs);
      expect(held.fromMs <= atMs && atMs < held.untilMs).toBe(true);
      for (let ms = Math.max(-3, held.fromMs); ms < Math.min(63, held.untilMs); ms += 1) {
        expect(shareAt(given, ms).shareBp).toBe(held.shareBp);
      }
    }),
  );
});

test('another share begins where one begins or ends, and where the base is another, unless it is the same', () => {
  const rates = {
    website: [rate(9_000, 20, 30)],
    publisher: [rate(8_000, 10), rate(9_000, 25, 26), rate(8_000, 40, 50)],
    network: [rate(6_000, 60)],
    baseBp: 7_500,
  };
  const base = [
    { atMs: 5, beforeBp: 7_000 },
    { atMs: 15, beforeBp: 7_200 },
  ];
  const edges = [rates.website, rates.publisher, rates.network].map(shareEdges);
  expect(edges).toEqual([[20, 30], [10, 25, 26, 40, 50], [60]]);
  const all = [...edges.flat(), ...edges.flat(), 5, 15];
  expect(shareChanges(rates, base, all)).toEqual([
    { atMs: 5, shareBp: 7_200 },
    { atMs: 10, shareBp: 8_000 },
    { atMs: 20, shareBp: 9_000 },
    { atMs: 30, shareBp: 8_000 },
  ]);
  const withoutOwn = { ...rates, website: [], publisher: [rate(8_000, 10, 12)] };
  expect(shareChanges(withoutOwn, base, [...all, 12])).toEqual([
    { atMs: 5, shareBp: 7_200 },
    { atMs: 10, shareBp: 8_000 },
    { atMs: 12, shareBp: 7_200 },
    { atMs: 15, shareBp: 7_500 },
    { atMs: 60, shareBp: 6_000 },
  ]);
  expect(shareChanges(withoutOwn, [], [4, 11, 13])).toEqual([]);
});

test('a change begins five minutes ahead at the earliest', () => {
  expect(isAhead(SHARE_LEAD_MS + 7, 7)).toBe(true);
  expect(isAhead(SHARE_LEAD_MS + 6, 7)).toBe(false);
});

test("days are the network's, its last one included, also where clocks change", () => {
  const days = { fromDay: '2026-03-29', lastDay: '2026-03-29' };
  const times = shareTimes(days, 'Europe/Berlin');
  expect(times).toEqual({ fromMs: Date.UTC(2026, 2, 28, 23), untilMs: Date.UTC(2026, 2, 29, 22) });
  expect(shareDays(times, 'Europe/Berlin')).toEqual(days);
  expect(shareDays(shareTimes({ fromDay: '2026-01-01', lastDay: null }, 'UTC'), 'UTC').lastDay).toBeNull();
});
