import { expect, it } from 'vitest';
import { atMost } from '../result.ts';
import type { LoadReport } from './load-client.ts';
import { alternate, LARGEST_WAIT_SHARE, ratioOf, withWait } from './rounds.ts';

const report = (perSecond: number, waitShare: number): LoadReport => ({
  perSecond,
  waitShare,
  cpuMicros: 10,
  answered: perSecond,
  refused: 0,
  broken: 0,
  p50Ms: 1,
  p99Ms: 2,
});

/** A thing whose measurements wait as told, one after the other, and carry their number. */
function measured(waits: readonly number[]) {
  let calls = 0;
  return async () => report(calls, waits[calls++] ?? 1);
}

it('takes turns, and does not keep the round that warms', async () => {
  const order: string[] = [];
  const turn = (name: string) => async () => {
    order.push(name);
    return report(order.length, 0);
  };
  const { kept, disturbed } = await alternate({ a: turn('a'), b: turn('b') }, 2);
  expect(order.join('')).toBe('ababab');
  expect(kept.a.map((each) => each.perSecond)).toEqual([3, 5]);
  expect(disturbed).toBe(0);
});

it('measures a round again in which any of them waited for a processor', async () => {
  const quiet = [0, 0, 0, 0];
  const disturbedOnce = [0, LARGEST_WAIT_SHARE + 0.001, LARGEST_WAIT_SHARE, 0];
  const { kept, disturbed } = await alternate({ a: measured(quiet), b: measured(disturbedOnce) }, 2);
  expect(kept.a.map((each) => each.perSecond)).toEqual([2, 3]);
  expect(kept.b.map((each) => each.perSecond)).toEqual([2, 3]);
  expect(disturbed).toBe(1);
});

it('ends on a machine that is never quiet, with the quietest rounds and their number', async () => {
  const { kept, disturbed } = await alternate({ a: measured([0, 0.9, 0.3, 0.8, 0.2, 0.7, 0.6]) }, 2);
  expect(kept.a.map((each) => each.perSecond)).toEqual([4, 2]);
  expect(disturbed).toBe(6);
});

it('compares round by round, since what disturbs a round disturbs both', () => {
  const ours = [report(10, 0), report(20, 0), report(30, 0)];
  const others = [report(20, 0), report(100, 0), report(10, 0)];
  expect(ratioOf(ours, others, ({ perSecond }) => perSecond)).toBe(0.5);
});

it('keeps with a figure what its rounds waited for a processor', () => {
  const figure = withWait(atMost(1, 2, 'ms'), [report(1, 0.01), report(1, 0.04), report(1, 0.02)]);
  expect(figure).toEqual({ value: 1, target: 2, unit: 'ms', met: true, waitShare: 0.02 });
});
