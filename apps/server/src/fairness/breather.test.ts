import { turnsDuring } from '@placard/db/testing/turns-during';
import { expect, it } from 'vitest';
import { breather, eachInBreaths, inBreaths, STEPS_A_STRETCH, throughSteps } from './breather.ts';

it('lets others run after so many steps, and not before', async () => {
  const breathe = breather();
  expect(await turnsDuring(async () => await breathe(STEPS_A_STRETCH - 1))).toBe(0);
  expect(await turnsDuring(async () => await breathe(1))).toBe(1);
  expect(await turnsDuring(async () => await breathe(STEPS_A_STRETCH - 1))).toBe(0);
});

it('counts steps of different sizes together', async () => {
  const breathe = breather();
  const work = async () => {
    for (let step = 0; step < 10; step += 1) await breathe(STEPS_A_STRETCH / 2);
  };
  expect(await turnsDuring(work)).toBe(5);
});

it('makes a list into another in order, with breaths between', async () => {
  const list = Array.from({ length: 10 }, (_, index) => index);
  let made: number[] = [];
  const turns = await turnsDuring(async () => {
    made = await inBreaths(list, STEPS_A_STRETCH / 5, (entry) => entry * 2);
  });
  expect(made).toEqual(list.map((entry) => entry * 2));
  expect(turns).toBe(2);
});

it('goes through work in steps, and lets others run after so many', async () => {
  function* work(steps: number): Generator<void, number> {
    for (let step = 0; step < steps; step += 1) yield;
    return steps;
  }
  const made: number[] = [];
  const turnsOf = async (steps: number) =>
    await turnsDuring(async () => void made.push(await throughSteps(work(steps))));
  expect(await turnsOf(STEPS_A_STRETCH - 1)).toBe(0);
  expect(await turnsOf(STEPS_A_STRETCH)).toBe(1);
  expect(await turnsOf(3 * STEPS_A_STRETCH + 5)).toBe(3);
  expect(made).toEqual([STEPS_A_STRETCH - 1, STEPS_A_STRETCH, 3 * STEPS_A_STRETCH + 5]);
});

it('does something with each entry in order, with breaths between', async () => {
  const done: string[] = [];
  const act = (entry: string) => void done.push(entry);
  const turnsOf = async (entries: Iterable<string>, steps: number) =>
    await turnsDuring(async () => await eachInBreaths(entries, steps, act));
  expect(await turnsOf(new Set(['a', 'b', 'c']), STEPS_A_STRETCH)).toBe(3);
  expect(await turnsOf(['d', 'e'], STEPS_A_STRETCH / 2 - 1)).toBe(0);
  expect(done.join('')).toBe('abcde');
});
