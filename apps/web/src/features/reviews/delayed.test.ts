import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Delayed, UNDO_MS } from './delayed.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function started() {
  const done: string[] = [];
  /** What waited, each time that something was told to have changed. */
  const told: string[] = [];
  const delayed: Delayed<string> = new Delayed<string>(
    (item) => done.push(item),
    () => told.push([...delayed.keys()].join()),
  );
  return { done, told, delayed };
}

describe('what may be taken back', () => {
  it('is done when its time is over, not before', () => {
    const { done, delayed } = started();
    delayed.add('a', 'one');
    vi.advanceTimersByTime(UNDO_MS - 1);
    expect([done, [...delayed.keys()]]).toEqual([[], ['a']]);
    vi.advanceTimersByTime(1);
    expect([done, [...delayed.keys()]]).toEqual([['one'], []]);
  });

  it('is never done once it was taken back, and is not taken back once it was done', () => {
    const { done, delayed } = started();
    delayed.add('a', 'one');
    expect([delayed.last(), delayed.undo('a'), delayed.undo('a')]).toEqual(['a', true, false]);
    vi.advanceTimersByTime(10 * UNDO_MS);
    expect(done).toEqual([]);
    delayed.add('b', 'two');
    vi.advanceTimersByTime(UNDO_MS);
    expect([delayed.undo('b'), done]).toEqual([false, ['two']]);
  });

  it('is done once more five seconds after it was asked for again, and each change is told', () => {
    const { done, told, delayed } = started();
    delayed.add('a', 'one');
    vi.advanceTimersByTime(4_999);
    delayed.add('a', 'two');
    vi.advanceTimersByTime(4_999);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['two']);
    expect(told).toEqual(['a', '', 'a', '']);
    delayed.add('b', 'three');
    delayed.undo('b');
    expect(told.slice(4)).toEqual(['b', '']);
    // No timer is left behind by what was taken back, asked for again or done.
    delayed.add('c', 'four');
    delayed.flush();
    expect([told.at(-1), vi.getTimerCount()]).toEqual(['', 0]);
  });

  it('is done at once by who leaves, and once', () => {
    const { done, delayed } = started();
    delayed.add('a', 'one');
    delayed.add('b', 'two');
    delayed.flush();
    vi.advanceTimersByTime(10 * UNDO_MS);
    expect(done).toEqual(['one', 'two']);
  });

  it('is done exactly once in whatever order it is asked for, taken back and waited for', () => {
    const step = fc.oneof(
      fc.record({ add: fc.constantFrom('a', 'b') }),
      fc.record({ undo: fc.constantFrom('a', 'b') }),
      fc.record({ wait: fc.integer({ min: 0, max: UNDO_MS }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { done, delayed } = started();
        let [asked, taken, renewed] = [0, 0, 0];
        for (const each of steps) {
          if ('add' in each) {
            if (delayed.keys().has(each.add)) renewed += 1;
            delayed.add(each.add, each.add);
            asked += 1;
          } else if ('undo' in each) taken += delayed.undo(each.undo) ? 1 : 0;
          else vi.advanceTimersByTime(each.wait);
        }
        delayed.flush();
        expect(done.length).toBe(asked - taken - renewed);
      }),
    );
  });
});
