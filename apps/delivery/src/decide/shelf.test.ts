import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HEAD_ECPM, HEAD_RUN, REST_BUDGET, REST_PACE, REST_SCHEDULE, Shelf, ShelfHeads } from './shelf.ts';

const REASONS = [REST_SCHEDULE, REST_BUDGET, REST_PACE];
const AWAKE = -1;

/** A shelf between two others of its slot, with a plain account of who stands on it. A unit's number is ten times its standing's. */
function shelfBetween() {
  const heads = new ShelfHeads();
  const positions = { at: new Int32Array(400) };
  const before = new Shelf(heads, positions);
  const shelf = new Shelf(heads, positions);
  const after = new Shelf(heads, positions);
  const plain = new Map<number, { readonly ecpm: number; reason: number }>();
  const cellsOf = (of: Shelf) => [...heads.cells.subarray(of.headAt, of.headAt + 2)];
  const empty = cellsOf(before);

  const expectRight = () => {
    const standings = [...plain];
    const ecpms = [...new Set(standings.map(([, { ecpm }]) => ecpm))].sort((a, b) => b - a);
    const wanted = ecpms.flatMap((ecpm) => {
      const here = standings.filter(([, one]) => one.ecpm === ecpm);
      const awake = here.filter(([, one]) => one.reason === AWAKE);
      return awake.length === 0 ? [] : [[ecpm, awake.length, here.length, numbers(awake), numbers(here)]];
    });
    const found: unknown[] = [];
    for (let run = shelf.awakeRun(0); run >= 0; run = shelf.awakeRun(run + 1)) {
      const [start, awake, count] = [shelf.startOf(run), shelf.awakeIn(run), shelf.countIn(run)];
      found.push([shelf.ecpmOf(run), awake, count, unitsFrom(start, awake), unitsFrom(start, count)]);
    }
    expect(found).toEqual(wanted);
    expect(standings.map(([standing]) => shelf.unitAt(positions.at[standing] ?? -1))).toEqual(
      standings.map(([standing]) => standing * 10),
    );
    const resting = REASONS.map((reason) => standings.filter(([, one]) => one.reason === reason).length);
    expect([shelf.size, [...shelf.aside], cellsOf(before), cellsOf(after)]).toEqual([
      plain.size,
      resting,
      empty,
      empty,
    ]);
    const first = shelf.awakeRun(0);
    const head = cellsOf(shelf);
    expect([head[HEAD_RUN], head[HEAD_ECPM]]).toEqual([first, shelf.ecpmOf(first)]);
  };
  const numbers = (of: readonly (readonly [number, unknown])[]) =>
    of.map(([standing]) => standing * 10).sort(ascending);
  const unitsFrom = (start: number, count: number) =>
    Array.from({ length: count }, (_, at) => shelf.unitAt(start + at)).sort(ascending);
  return { shelf, plain, expectRight };
}

const ascending = (a: number, b: number) => a - b;

describe('a shelf', () => {
  test('holds who stands on it by eCPM, those awake first, whatever comes, goes, rests and wakes', () => {
    const step = fc.record({
      kind: fc.constantFrom('come', 'come', 'go', 'rest', 'rest', 'wake'),
      standing: fc.nat(399),
      reason: fc.constantFrom(...REASONS),
    });
    fc.assert(
      fc.property(
        // Runs of one, more than three words of bits hold; some of few; few of many.
        fc.constantFrom(
          (standing: number) => standing / 3,
          (standing: number) => standing % 50,
          () => 7,
        ),
        fc.integer({ min: 0, max: 130 }),
        fc.array(step, { maxLength: 60, size: 'max' }),
        (ecpmOf, begin, steps) => {
          const { shelf, plain, expectRight } = shelfBetween();
          const come = (standing: number) => {
            if (plain.has(standing)) return;
            shelf.add(standing * 10, standing, ecpmOf(standing));
            plain.set(standing, { ecpm: ecpmOf(standing), reason: AWAKE });
          };
          for (let turn = 0; turn < begin; turn += 1) {
            const standing = (turn * 37) % 400;
            come(standing);
            // Runs come between those that sleep and those that don't.
            const one = plain.get(standing);
            if (turn % 3 === 0 || one === undefined) continue;
            shelf.rest(standing, one.ecpm, REST_PACE);
            one.reason = REST_PACE;
          }
          expectRight();
          for (const [at, { kind, standing, reason }] of steps.entries()) {
            const one = plain.get(standing) ?? [...plain.values()][0];
            const of = plain.has(standing) ? standing : ([...plain.keys()][0] ?? -1);
            if (kind === 'come') {
              come(standing);
            } else if (one === undefined) {
              continue;
            } else if (kind === 'go') {
              shelf.remove(of, one.ecpm, one.reason);
              plain.delete(of);
            } else if (kind === 'rest' && one.reason === AWAKE) {
              shelf.rest(of, one.ecpm, reason);
              one.reason = reason;
            } else if (kind === 'wake' && one.reason !== AWAKE) {
              shelf.wake(of, one.ecpm, one.reason);
              one.reason = AWAKE;
            }
            if (at % 8 === 7) expectRight();
          }
          expectRight();
        },
      ),
      { numRuns: 120 },
    );
  });

  test('forgets runs that nobody is in once they are many, and stays right', () => {
    const { shelf, plain, expectRight } = shelfBetween();
    for (let standing = 0; standing < 100; standing += 1) {
      shelf.add(standing * 10, standing, standing);
      plain.set(standing, { ecpm: standing, reason: AWAKE });
    }
    // The first of those that stay, and another one, have nobody awake.
    for (const standing of [99, 45]) {
      shelf.rest(standing, standing, REST_PACE);
      plain.set(standing, { ecpm: standing, reason: REST_PACE });
    }
    for (let standing = 0; standing < 100; standing += 1) {
      if (standing % 9 === 0) continue;
      shelf.remove(standing, standing, AWAKE);
      plain.delete(standing);
      expectRight();
    }
    expect(
      Array.from({ length: 100 }, (_, run) => shelf.ecpmOf(run)).filter((ecpm) => ecpm >= 0).length,
    ).toBeLessThan(60);
  });

  test('uses again the room that was left: a thousand changes take no more of it', () => {
    const { shelf } = shelfBetween();
    for (let round = 0; round < 20_000; round += 1) {
      const standing = round % 100;
      if (round >= 100) shelf.remove(standing, (round - 100) % 71, AWAKE);
      shelf.add(standing * 10, standing, round % 71);
    }
    expect(shelf.size).toBe(100);
    expect(shelf.startOf(70)).toBeLessThan(1_000);
  });

  test('has nobody before anybody comes', () => {
    const { shelf } = shelfBetween();
    expect([shelf.awakeRun(0), shelf.ecpmOf(-1), shelf.ecpmOf(0), shelf.size]).toEqual([-1, -1, -1, 0]);
  });

  test('has its head to itself, however many there are', () => {
    const heads = new ShelfHeads();
    const positions = { at: new Int32Array(40) };
    const shelves = Array.from({ length: 40 }, (_, at) => {
      const shelf = new Shelf(heads, positions);
      shelf.add(at, at, at + 1);
      return shelf;
    });
    expect(shelves.map(({ headAt }) => heads.cells[headAt + HEAD_ECPM])).toEqual(
      Array.from({ length: 40 }, (_, at) => at + 1),
    );
    expect(new Set(shelves.map(({ headAt }) => headAt)).size).toBe(40);
  });

  test('gives some unit of it by two numbers below 1: any of a run, from the first to the last', () => {
    const { shelf } = shelfBetween();
    for (const standing of [0, 1, 2]) shelf.add(standing * 10, standing, 7);
    const most = 1 - Number.EPSILON / 2;
    expect([0, 0.34, 0.67, most].map((within) => shelf.someUnit(0, within))).toEqual([0, 10, 20, 20]);
    shelf.add(50, 5, 9);
    expect([0, 0.49, 0.5, most].map((at) => shelf.someUnit(at, most))).toEqual([50, 50, 20, 20]);
    shelf.remove(5, 9, AWAKE);
    expect(shelf.someUnit(0, 0)).toBe(-1);
  });
});
