import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LoaderTurns } from './loader-turns.ts';

/** What is done when somebody says so. */
function held(): { readonly work: () => Promise<void>; readonly letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: async () => await promise, letGo: resolve };
}

it('loads come one after the other beside a step, and who is alone waits for both', async () => {
  const turns = new LoaderTurns();
  const done: string[] = [];
  const step = held();
  const stepping = turns.step(async () => {
    done.push('step begins');
    return step.work;
  });
  const load = held();
  const loads = [
    turns.besideStep(async () => {
      await load.work();
      done.push('first load');
    }),
    turns.besideStep(async () => done.push('second load')),
  ];
  load.letGo();
  await Promise.all(loads);
  const alone = turns.alone(async () => done.push('alone'));
  const next = turns.step(async () => null);
  await setImmediate();
  expect(done).toEqual(['step begins', 'first load', 'second load']);
  step.letGo();
  expect(await stepping).toBe(true);
  done.push('step has ended');
  await alone;
  expect(await next).toBe(false);
  expect(done.slice(3).toSorted()).toEqual(['alone', 'step has ended']);
});

it('a step that fails says so to who asked for it, and nobody else', async () => {
  const turns = new LoaderTurns();
  const stepping = turns.step(async () => async () => {
    throw new Error('no more disk');
  });
  await expect(stepping).rejects.toThrow('no more disk');
  expect(await turns.alone(async () => 'as ever')).toBe('as ever');
  await expect(
    turns.step(async () => {
      throw new Error('none begins');
    }),
  ).rejects.toThrow('none begins');
  expect(await turns.step(async () => null)).toBe(false);
});
