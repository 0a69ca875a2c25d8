import { expect, it } from 'vitest';

/** The part itself: what its name leads to in tests is held back (`testing/held-part.tsx`). */
const OWN = './lazy-part.tsx?itself';
const { lazyPart } = (await import(OWN)) as typeof import('./lazy-part.tsx');

const Screen = () => null;

it('asks once for a part, however often it is wanted', async () => {
  let asked = 0;
  const part = lazyPart(async () => {
    asked += 1;
    return { default: Screen };
  });
  await part.preload();
  await part.preload();
  expect(asked).toBe(1);
});

it('asks again for one that did not come', async () => {
  const answers = [new Error('offline'), { default: Screen }];
  let asked = 0;
  const part = lazyPart(async () => {
    asked += 1;
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error) throw answer;
    return answer;
  });
  for (const times of [1, 2, 2]) {
    await part.preload();
    expect(asked).toBe(times);
  }
});
