import type { TimerOptions } from 'node:timers';
import timers from 'node:timers/promises';
import { spiedBuiltins, unspiedBuiltins } from '@placard/db/testing/spied-builtin';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Repeating } from './repeating.ts';

type Sleep = { readonly ms: number; readonly end: () => void };

const sleeps: Sleep[] = [];
const clock = { ms: 0 };
let starts: number[];
let running: Repeating;

async function sleepUntilEnded<T>(ms = 0, value?: T, { signal }: TimerOptions = {}): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const end = () => {
      clock.ms += ms;
      resolve(value as T);
    };
    const leave = () => reject(new Error('aborted'));
    if (signal?.aborted === true) leave();
    sleeps.push({ ms, end });
    signal?.addEventListener('abort', leave, { once: true });
  });
}

beforeEach(() => {
  vi.spyOn(timers, 'setTimeout').mockImplementation(sleepUntilEnded);
  spiedBuiltins();
  vi.spyOn(performance, 'now').mockImplementation(() => clock.ms);
  sleeps.length = 0;
  clock.ms = 0;
  starts = [];
});
afterEach(async () => {
  await running.stop();
  unspiedBuiltins();
});

/** @param tookMs of each run */
function begin(tookMs: number, hurriedMs?: number, answer?: false): void {
  const work = async () => {
    starts.push(clock.ms);
    clock.ms += tookMs;
    return answer;
  };
  running = new Repeating(work, 1_000, () => undefined, hurriedMs === undefined ? {} : { hurriedMs });
  running.start();
}

async function nextSleep(): Promise<Sleep> {
  return await vi.waitUntil(() => sleeps.shift(), { timeout: 20_000, interval: 1 });
}

it('runs every so often, after long work as long again three times', async () => {
  begin(100);
  const calm = await nextSleep();
  expect(calm.ms).toBe(900);
  calm.end();
  await nextSleep();
  expect(starts).toEqual([0, 1_000]);
  await running.stop();
  sleeps.length = 0;
  begin(600);
  expect((await nextSleep()).ms).toBe(1_800);
});

it('pauses for a minute at most: what took longer has waited for somebody', async () => {
  begin(20_000);
  expect((await nextSleep()).ms).toBe(60_000);
  await running.stop();
  sleeps.length = 0;
  begin(600_000);
  expect((await nextSleep()).ms).toBe(60_000);
});

it('runs at once when it is hurried and has no distance to keep', async () => {
  begin(100);
  await nextSleep();
  running.hurry();
  await nextSleep();
  expect(starts).toEqual([0, 100]);
});

it('keeps its distance from the last start however often it is hurried, and no more than that', async () => {
  begin(100, 1_500);
  await nextSleep();
  running.hurry();
  running.hurry();
  const rest = await nextSleep();
  expect(rest.ms).toBe(1_400);
  expect(starts).toEqual([0]);
  rest.end();
  await nextSleep();
  expect(starts).toEqual([0, 1_500]);
  // Hurried after longer than that, it waits for nothing.
  clock.ms = 9_000;
  running.hurry();
  await nextSleep();
  expect(starts).toEqual([0, 1_500, 9_000]);
});

it('stops within the distance it keeps', async () => {
  begin(100, 1_500);
  await nextSleep();
  running.hurry();
  await nextSleep();
  await running.stop();
  expect(starts).toEqual([0]);
});

it('keeps no distance from a start that had nothing to do', async () => {
  begin(100, 1_500, false);
  await nextSleep();
  running.hurry();
  await nextSleep();
  expect(starts).toEqual([0, 100]);
});
