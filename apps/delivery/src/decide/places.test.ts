import { expect, test } from 'vitest';
import { Places } from './places.ts';

test('numbers in a row keep what stands at them while others are given out, however many these are', () => {
  const places = new Places();
  const given: number[] = [];
  for (const count of [1, 62, 1, 1, 64, 1, 500]) {
    const first = places.take(count);
    for (let number = first; number < first + count; number += 1) {
      places.shelf[number] = 3 * number + 1;
      places.unit[number] = 3 * number + 2;
      places.at[number] = 3 * number + 3;
      given.push(number);
    }
    expect(given).toEqual(given.map((_, number) => number));
    expect(places.size).toBe(given.length);
    for (const number of given) {
      expect([places.shelf[number], places.unit[number], places.at[number]]).toEqual([
        ...[3 * number + 1, 3 * number + 2, 3 * number + 3],
      ]);
    }
  }
});

test('what is given back goes to who needs as many, what came last first, and to nobody twice', () => {
  const places = new Places();
  const [two, three, twice] = [places.take(2), places.take(3), places.take(2)];
  for (const [first, count] of [
    [two, 2],
    [three, 3],
    [twice, 2],
  ] as const)
    places.giveBack(first, count);
  expect([2, 1, 3, 2, 2].map((count) => places.take(count))).toEqual([twice, 7, three, two, 8]);
  expect(places.size).toBe(10);
});
