import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GivingWay } from './giving-way.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Time goes by, and the turns of the event loop that follow. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await nextTurn();
  await nextTurn();
}

const LIMITS = { quietMs: 10, firstMs: 100, latestMs: 100, restTimes: 4, longestRestMs: 400 };

/** Those who give way, by the order in which they begin. */
function road(limits = LIMITS) {
  const givingWay = new GivingWay(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const come = (name: string) =>
    void givingWay.wait().then((end) => {
      begun.push(name);
      ends.push(end);
    });
  return { givingWay, begun, come, end: () => ends.shift()?.() };
}

it('lets everybody begin at once while nobody else is there', async () => {
  const { begun, come } = road();
  for (const name of ['a', 'b']) come(name);
  await nextTurn();
  expect(begun).toEqual(['a', 'b']);
});

it('keeps who gives way back while something of others is under way, and until it was quiet for a moment', async () => {
  const { givingWay, begun, come } = road();
  const [first, second] = [givingWay.begin(), givingWay.begin()];
  come('a');
  come('b');
  await pass(20);
  first();
  // More than once does no harm.
  first();
  await pass(20);
  expect(begun).toEqual([]);
  second();
  await pass(9);
  const third = givingWay.begin();
  await pass(5);
  third();
  await pass(9);
  expect(begun).toEqual([]);
  // Who comes within that moment waits too.
  come('c');
  await pass(1);
  expect(begun[0]).toBe('a');
  await pass(1);
  await pass(1);
  expect(begun).toEqual(['a', 'b', 'c']);
});

it('lets one begin after each while where others are always busy', async () => {
  const { givingWay, begun, come } = road();
  givingWay.begin();
  for (const name of ['a', 'b', 'c']) come(name);
  const after: string[] = [];
  for (const ms of [99, 1, 99, 1, 99, 1]) {
    await pass(ms);
    after.push(begun.join(''));
  }
  expect(after).toEqual(['', 'a', 'a', 'ab', 'ab', 'abc']);
  expect(vi.getTimerCount()).toBe(0);
});

it('lets the first begin later where others are always busy, and again after a long while without any', async () => {
  const { givingWay, begun, come, end } = road({ ...LIMITS, firstMs: 300, restTimes: 0 });
  givingWay.begin();
  come('a');
  await pass(299);
  expect(begun).toEqual([]);
  await pass(1);
  expect(begun).toEqual(['a']);
  end();
  // Alone in the line, again and again.
  for (const name of ['b', 'c']) {
    come(name);
    await pass(99);
    expect(begun).not.toContain(name);
    await pass(1);
    expect(begun).toContain(name);
    end();
  }
  await pass(700);
  come('d');
  await pass(100);
  expect(begun).toContain('d');
  end();
  await pass(701);
  come('e');
  await pass(299);
  expect(begun).not.toContain('e');
  await pass(1);
  expect(begun).toContain('e');
});

it('waits its first while again after what began while it was quiet', async () => {
  const { givingWay, begun, come } = road({ ...LIMITS, firstMs: 300 });
  const quiet = givingWay.begin();
  come('a');
  quiet();
  await pass(10);
  expect(begun).toEqual(['a']);
  givingWay.begin();
  come('b');
  await pass(299);
  expect(begun).toEqual(['a']);
  await pass(1);
  expect(begun).toEqual(['a', 'b']);
});

it('stops where others come between two that begin', async () => {
  const { givingWay, begun, come } = road();
  const end = givingWay.begin();
  for (const name of ['a', 'b']) come(name);
  end();
  await pass(9);
  const turn = vi.advanceTimersByTimeAsync(1);
  givingWay.begin();
  await turn;
  expect(begun).toEqual([]);
  await pass(90);
  expect(begun).toEqual(['a']);
});

it('rests so many times as long as a piece took, where others are always busy', async () => {
  const { givingWay, begun, come, end } = road();
  const quiet = givingWay.begin();
  for (const name of ['a', 'b', 'c', 'd', 'e']) come(name);
  await pass(100);
  await pass(40);
  // 40 ms of work, 160 of rest: longer than what is left of the usual while.
  end();
  await pass(159);
  expect(begun).toEqual(['a']);
  await pass(1);
  expect(begun).toEqual(['a', 'b']);
  await pass(5);
  // 5 ms and 20 of rest: the usual while is longer.
  end();
  await pass(94);
  expect(begun).toEqual(['a', 'b']);
  await pass(1);
  expect(begun).toEqual(['a', 'b', 'c']);
  // Waiting itself perhaps: not longer than the longest rest.
  await pass(99);
  end();
  await pass(395);
  expect(begun).toEqual(['a', 'b', 'c']);
  await pass(1);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  await pass(90);
  end();
  // With nobody else there it begins at once.
  quiet();
  await pass(10);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('waits out the longest rest and no longer, also where nobody waited when the piece ended', async () => {
  const { givingWay, begun, come, end } = road();
  come('a');
  await Promise.resolve();
  await pass(1_000);
  givingWay.begin();
  end();
  await pass(50);
  come('b');
  await pass(349);
  expect(begun).toEqual(['a']);
  await pass(1);
  expect(begun).toEqual(['a', 'b']);
});
