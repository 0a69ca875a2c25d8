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

const LIMITS = { quietMs: 10, latestMs: 100 };

/** Those who give way, by the order in which they begin. */
function road() {
  const givingWay = new GivingWay(LIMITS);
  const begun: string[] = [];
  return { givingWay, begun, come: (name: string) => void givingWay.wait().then(() => begun.push(name)) };
}

it('lets everybody begin at once while nobody else is there', async () => {
  const { begun, come } = road();
  for (const name of ['a', 'b']) come(name);
  await Promise.resolve();
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
