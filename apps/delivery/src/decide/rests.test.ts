import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Rests } from './rests.ts';

const START_MS = 1_770_000_000_000;

/** Who comes out of a call, lowest number first. */
function woken(rests: Rests, nowMs: number, most = 1_000): number[] {
  const numbers: number[] = [];
  rests.due(nowMs, most, (number) => numbers.push(number));
  return numbers.sort((a, b) => a - b);
}

describe('those who rest', () => {
  test('wake at their time, and not before, as a plain list has them', () => {
    const step = fc.oneof(
      fc.record({
        kind: fc.constant('add' as const),
        number: fc.nat(40),
        afterMs: fc.integer({ min: 0, max: 40_000 }),
      }),
      fc.record({ kind: fc.constant('remove' as const), number: fc.nat(40) }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.oneof(fc.nat(20), fc.nat(30_000)) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const rests = new Rests();
        const plain = new Map<number, number>();
        let nowMs = START_MS;
        rests.due(nowMs, 1, () => undefined);
        for (const each of steps) {
          if (each.kind === 'add') {
            if (rests.has(each.number)) continue;
            rests.add(each.number, nowMs + each.afterMs);
            plain.set(each.number, Math.max(nowMs + each.afterMs, nowMs + 1));
          } else if (each.kind === 'remove') {
            rests.remove(each.number);
            plain.delete(each.number);
          } else {
            nowMs += each.ms;
            const due = [...plain].filter(([, wakeMs]) => wakeMs <= nowMs).map(([number]) => number);
            expect(woken(rests, nowMs)).toEqual(due.sort((a, b) => a - b));
            for (const number of due) plain.delete(number);
          }
          expect(rests.size).toBe(plain.size);
          for (let number = 0; number <= 40; number += 1) expect(rests.has(number)).toBe(plain.has(number));
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([true, false])(
    'wake at the first millisecond after a time between two, looked at before: %s',
    (wasLooked) => {
      const rests = new Rests();
      if (wasLooked) rests.due(START_MS, 1, () => undefined);
      rests.add(1, START_MS + 10.5);
      expect([woken(rests, START_MS + 10), woken(rests, START_MS + 11)]).toEqual([[], [1]]);
    },
  );

  test('wake a part at a time where they are many, each once', () => {
    const rests = new Rests();
    rests.due(START_MS, 1, () => undefined);
    for (let number = 0; number < 10; number += 1) rests.add(number, START_MS + 5 + Math.floor(number / 6));
    const turns = Array.from({ length: 4 }, () => woken(rests, START_MS + 100, 4).length);
    expect([turns, rests.size]).toEqual([[4, 4, 2, 0], 0]);
    let isAll = rests.due(START_MS + 100, 0, () => undefined);
    expect(isAll).toBe(true);
    rests.add(1, START_MS + 101);
    isAll = rests.due(START_MS + 101, 0, () => undefined);
    expect([isAll, rests.size]).toEqual([false, 1]);
  });

  test('wake between two milliseconds at the next one, and not before', () => {
    const rests = new Rests();
    rests.due(START_MS, 1, () => undefined);
    rests.add(1, START_MS + 5.5);
    rests.add(2, START_MS + 6);
    expect([5, 5.4, 5.6, 6].map((ms) => woken(rests, START_MS + ms))).toEqual([[], [], [], [1, 2]]);
  });

  test('wake also if they came before anybody asked, and after years', () => {
    const early = new Rests();
    early.add(1, START_MS + 100);
    expect([0, 99, 100].map((ms) => woken(early, START_MS + ms))).toEqual([[], [], [1]]);
    const rests = new Rests();
    rests.add(1, START_MS);
    expect(woken(rests, START_MS)).toEqual([1]);
    rests.add(2, START_MS + 7_000);
    rests.add(3, 9e15);
    expect(woken(rests, START_MS + 1e12)).toEqual([2]);
    expect(rests.size).toBe(1);
  });

  test('of one moment go one by one, whichever goes first', () => {
    for (const gone of [1, 2, 3]) {
      const rests = new Rests();
      rests.due(START_MS, 1, () => undefined);
      for (const number of [1, 2, 3]) rests.add(number, START_MS + 5);
      rests.remove(gone);
      expect(woken(rests, START_MS + 5)).toEqual([1, 2, 3].filter((number) => number !== gone));
      rests.add(gone, START_MS + 6);
      expect(woken(rests, START_MS + 6)).toEqual([gone]);
    }
  });

  test('wake after a clock that was set back, at their time by it', () => {
    const rests = new Rests();
    rests.due(START_MS, 1, () => undefined);
    rests.add(1, START_MS + 50);
    expect(woken(rests, START_MS - 5_000)).toEqual([]);
    rests.add(2, START_MS - 4_000);
    expect(woken(rests, START_MS - 3_990)).toEqual([2]);
    expect(woken(rests, START_MS + 49)).toEqual([]);
    expect(woken(rests, START_MS + 50)).toEqual([1]);
  });
});
