import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eachAlone, inTurn, MOST_FAULTS, severalAlone } from './each-alone.ts';

it('gives what came of each, in order', async () => {
  expect(await eachAlone([1, 2, 3], 'sums failed', async (value) => value * 2)).toEqual([2, 4, 6]);
  expect(await eachAlone([], 'sums failed', async (value) => value)).toEqual([]);
});

it('lets one that fails keep none of the others waiting, and tells all that did', async () => {
  const done: number[] = [];
  const work = eachAlone([1, 2, 3, 4], 'sums failed', async (value) => {
    if (value % 2 === 1) throw new RangeError(`${value} is odd`);
    done.push(value);
  });
  const fault: unknown = await work.catch((error: unknown) => error);
  expect(done).toEqual([2, 4]);
  expect(fault).toMatchObject({
    message: '2 sums failed',
    errors: [new RangeError('1 is odd'), new RangeError('3 is odd')],
  });
});

it('begins no other once it is to stop, and ends the one that is under way', async () => {
  const stopping = new AbortController();
  const work = eachAlone(
    [1, 2, 3],
    'sums failed',
    async (value) => {
      if (value === 2) stopping.abort();
      return value;
    },
    stopping.signal,
  );
  expect(await work).toEqual([1, 2]);
});

it('tries others than the first ones where many of these fail', async () => {
  const failing = 2 * MOST_FAULTS - 1;
  const done: number[] = [];
  const work = eachAlone(Array.from({ length: 100 }).keys(), 'failed', async (value) => {
    if (value < failing) throw new RangeError(`${value} is small`);
    done.push(value);
  });
  await expect(work).rejects.toThrow(`${failing} failed`);
  expect(done.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 100 - failing }, (_, index) => failing + index),
  );
});

it.each([
  [2 * MOST_FAULTS - 1, 1_000],
  [2 * MOST_FAULTS, 2 * MOST_FAULTS],
])('after %i failures of a thousand %i were tried', async (failing, expected) => {
  let tried = 0;
  const work = eachAlone(Array.from({ length: 1_000 }).keys(), 'failed', async () => {
    tried += 1;
    if (tried <= failing) throw new Error('the database is away');
  });
  await expect(work).rejects.toThrow(`${failing} failed`);
  expect(tried).toBe(expected);
});

it('several at once are never more than that, and those beside one that fails go on', async () => {
  let [busy, most] = [0, 0];
  const done: number[] = [];
  const work = severalAlone(inTurn([1, 2, 3, 4, 5, 6, 7]), { atOnce: 3, failed: 'failed' }, async (value) => {
    busy += 1;
    most = Math.max(most, busy);
    await setImmediate();
    busy -= 1;
    if (value === 2) throw new Error('two');
    done.push(value);
  });
  await expect(work).rejects.toMatchObject({ message: '1 failed', errors: [new Error('two')] });
  expect([most, done.toSorted()]).toEqual([3, [1, 3, 4, 5, 6, 7]]);
});

it('several at once end at twenty failures', async () => {
  let tried = 0;
  const entries = inTurn(Array.from({ length: 100 }).keys());
  const work = severalAlone(entries, { atOnce: 1, failed: 'failed' }, async () => {
    tried += 1;
    throw new Error('the database is away');
  });
  await expect(work).rejects.toThrow(`${MOST_FAULTS} failed`);
  expect(tried).toBe(MOST_FAULTS);
});
