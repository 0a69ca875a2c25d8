import { expect, it } from 'vitest';
import { askWhoIsThere, stepUpStore } from './step-up-store.ts';

it('asks once for all calls that wait, and anew for the next', async () => {
  const [first, second] = [askWhoIsThere(), askWhoIsThere()];
  const question = stepUpStore.get();
  question?.answer(true);
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(stepUpStore.get()).toBeNull();
  const third = askWhoIsThere();
  expect(stepUpStore.get()).not.toBeNull();
  stepUpStore.get()?.answer(false);
  expect(await third).toBe(false);
});
