import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { build, plainModel } from '../testing/auction-model.ts';
import {
  ASIDE_BUDGET,
  ASIDE_DEAD,
  ASIDE_PACE,
  ASIDE_SCHEDULE,
  Bucket,
  BucketHeads,
  HEAD_AWAKE,
  HEAD_ECPM,
  HEAD_RUN,
  HEAD_START,
  HEAD_WAKE_MS,
  mergeUnits,
} from './bucket.ts';
import { byEcpm, type Unit } from './unit.ts';

const REASONS = [ASIDE_SCHEDULE, ASIDE_BUDGET, ASIDE_PACE, ASIDE_DEAD];

const { adSet } = build([plainModel({})]).index.standing(1) ?? {};

function unitOf(id: number, ecpmMicros: number, learning = false): Unit {
  if (adSet === undefined) throw new Error('an ad set is missing');
  return { adSet: { ...adSet, id }, creatives: [], ecpmMicros, widthPx: 300, heightPx: 250, learning };
}

/** One bucket of a slot's second and its neighbours, with a plain account of who is aside. */
function bucketOf(ecpms: readonly number[]) {
  const units = ecpms.map((ecpm, at) => unitOf(at + 1, ecpm)).sort(byEcpm);
  const heads = new BucketHeads();
  const before = heads.add();
  const at = heads.add();
  const after = heads.add();
  const bucket = new Bucket([...units], { heads, at });
  bucket.writeHead();
  const runs = [...new Set(units.map(({ ecpmMicros }) => ecpmMicros))];
  const aside = new Map<number, { readonly reason: number; readonly wakeMs: number }>();
  const awakeIds = (run: number) =>
    units.filter(({ adSet, ecpmMicros }) => ecpmMicros === runs[run] && !aside.has(adSet.id)).map(idOf);
  const expectRight = () => {
    let first = -1;
    for (let run = runs.length - 1; run >= 0; run -= 1) {
      const start = units.findIndex(({ ecpmMicros }) => ecpmMicros === runs[run]);
      const awake = awakeIds(run);
      if (awake.length > 0) first = run;
      expect(bucket.awakeRun(run)).toBe(first);
      expect([bucket.ecpmOf(run), bucket.startOf(run), bucket.awakeIn(run)]).toEqual([
        runs[run],
        start,
        awake.length,
      ]);
      expect(
        bucket.units
          .slice(start, start + awake.length)
          .map(idOf)
          .sort(ascending),
      ).toEqual(awake);
    }
    expect(bucket.awakeRun(runs.length)).toBe(-1);
    expect(bucket.units.map(idOf).sort(ascending)).toEqual(units.map(idOf).sort(ascending));
    expect(bucket.aside).toEqual(
      REASONS.map((reason) => [...aside.values()].filter((each) => each.reason === reason).length),
    );
    const cells = (from: number) => [...heads.cells.subarray(from, from + 8)];
    expect(cells(before)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(cells(after)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    const head = cells(at);
    expect([head[HEAD_WAKE_MS], head[HEAD_RUN], head[HEAD_ECPM]]).toEqual([
      Math.min(Number.POSITIVE_INFINITY, ...[...aside.values()].map(({ wakeMs }) => wakeMs)),
      first,
      first < 0 ? -1 : runs[first],
    ]);
    if (first >= 0)
      expect([head[HEAD_START], head[HEAD_AWAKE]]).toEqual([bucket.startOf(first), awakeIds(first).length]);
  };
  return { bucket, aside, runs, expectRight };
}

const idOf = (unit: Unit) => unit.adSet.id;
const ascending = (a: number, b: number) => a - b;

describe('a bucket', () => {
  test('keeps who is awake at the front of each run, and wakes the others at their time', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('draw' as const),
        run: fc.nat(200),
        tickets: fc.array(fc.tuple(fc.nat(50), fc.option(fc.tuple(fc.nat(3), fc.nat(20)))), { maxLength: 6 }),
      }),
      fc.record({ kind: fc.constant('wake' as const), nowMs: fc.nat(20) }),
    );
    fc.assert(
      fc.property(
        // Many runs of one, more than three words of bits hold; some runs of few; few runs of many.
        fc.oneof(
          fc.integer({ min: 90, max: 110 }).map((runs) => Array.from({ length: runs }, (_, ecpm) => ecpm)),
          fc.array(fc.nat(90), { minLength: 1, maxLength: 120, size: 'max' }),
          fc.array(fc.nat(2), { minLength: 1, maxLength: 30, size: 'max' }),
        ),
        fc.array(step, { maxLength: 12, size: 'max' }),
        (ecpms, steps) => {
          const { bucket, aside, runs, expectRight } = bucketOf(ecpms);
          expectRight();
          for (const each of steps) {
            if (each.kind === 'wake') {
              bucket.wake(each.nowMs);
              for (const [id, { wakeMs }] of aside) if (wakeMs <= each.nowMs) aside.delete(id);
            } else {
              draw(bucket, each.run % runs.length, each.tickets, aside);
            }
            expectRight();
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('puts every unit aside and wakes them in the order of their times', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { minLength: 1, maxLength: 40 }), (times) => {
        const { bucket, aside, expectRight } = bucketOf(times.map(() => 5));
        for (const wakeMs of times) {
          aside.set(bucket.unitAt(0)?.adSet.id ?? 0, { reason: ASIDE_PACE, wakeMs });
          bucket.putAside(0, 0, { reason: ASIDE_PACE, wakeMs });
        }
        for (let nowMs = 0; nowMs <= 40; nowMs += 1) {
          bucket.wake(nowMs);
          for (const [id, { wakeMs }] of aside) if (wakeMs <= nowMs) aside.delete(id);
          expectRight();
        }
        expect(aside.size).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  test('knows which of its units learn', () => {
    const heads = new BucketHeads();
    const units = [unitOf(1, 3, true), unitOf(2, 2), unitOf(3, 1, true)];
    expect(new Bucket(units, { heads, at: heads.add() }).learning.map(idOf)).toEqual([1, 3]);
    expect(new Bucket([unitOf(1, 1)], { heads, at: heads.add() }).learning).toEqual([]);
  });

  test('has its head to itself, however many there are', () => {
    const heads = new BucketHeads();
    const buckets = Array.from({ length: 40 }, (_, at) => {
      const bucket = new Bucket([unitOf(at, at + 1)], { heads, at: heads.add() });
      bucket.writeHead();
      return bucket;
    });
    expect(buckets.map(({ headAt }) => heads.cells[headAt + HEAD_ECPM])).toEqual(
      Array.from({ length: 40 }, (_, at) => at + 1),
    );
    expect(new Set(buckets.map(({ headAt }) => headAt)).size).toBe(40);
  });
});

/** Draws from a run as an auction does: each drawn unit goes aside or behind the undrawn ones, and is not drawn again. */
function draw(
  bucket: Bucket,
  run: number,
  tickets: readonly (readonly [number, readonly [number, number] | null])[],
  aside: Map<number, { readonly reason: number; readonly wakeMs: number }>,
): void {
  const start = bucket.startOf(run);
  let undrawn = bucket.awakeIn(run);
  const drawn = new Set<number>();
  for (const [ticket, putAside] of tickets) {
    if (undrawn === 0) break;
    const place = start + (ticket % undrawn);
    const id = bucket.unitAt(place)?.adSet.id ?? 0;
    expect(drawn).not.toContain(id);
    drawn.add(id);
    undrawn -= 1;
    if (putAside === null) {
      bucket.swap(place, start + undrawn);
    } else {
      const [reason, wakeMs] = putAside;
      bucket.putAside(place, bucket.awakeIn(run) - undrawn - 1, { reason, wakeMs });
      aside.set(id, { reason, wakeMs });
    }
  }
}

test('merged units stand in auction order, without those that are gone', () => {
  const part = fc.array(fc.tuple(fc.nat(4), fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(part, part, (first, second) => {
      const make = (list: typeof first, from: number) =>
        list.map(([ecpm, live], at) => {
          const unit = unitOf(from + 2 * at, ecpm);
          unit.adSet.live = live;
          return unit;
        });
      const [old, added] = [make(first, 1).sort(byEcpm), make(second, 2)];
      expect(mergeUnits(old, added)).toEqual(
        [...old, ...added].filter(({ adSet }) => adSet.live).sort(byEcpm),
      );
    }),
  );
  expect([unitOf(2, 1), unitOf(1, 1), unitOf(3, 2)].sort(byEcpm).map(idOf)).toEqual([3, 1, 2]);
});
