import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { OneATurn } from './one-a-turn.ts';

it('lets one through in each turn of the event loop, in their order, also who comes meanwhile', async () => {
  const door = new OneATurn();
  const passed: string[] = [];
  const come = (name: string) => void door.pass().then(() => passed.push(name));
  const after: string[] = [];
  for (const name of ['a', 'b', 'c']) come(name);
  expect(passed).toEqual([]);
  for (let turn = 0; turn < 5; turn += 1) {
    if (turn === 1) come('d');
    await nextTurn();
    after.push(passed.join(''));
  }
  expect(after).toEqual(['a', 'ab', 'abc', 'abcd', 'abcd']);
  come('e');
  await nextTurn();
  expect(passed.join('')).toBe('abcde');
});
