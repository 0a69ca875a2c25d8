import { expect, it } from 'vitest';
import { lanes, type Part } from './test-lanes.ts';

const OUTCOME = { passed: 1, failed: 0, skipped: 0 };

function steps() {
  const happened: string[] = [];
  const gates = new Map<string, () => void>();
  const part = (name: string): Part => ({
    name,
    run: async (keep) => {
      happened.push(`${name} begins`);
      keep?.(`${name} says`);
      await new Promise<void>((resolve) => gates.set(name, resolve));
      happened.push(`${name} ends`);
      return OUTCOME;
    },
  });
  const end = async (name: string) => {
    gates.get(name)?.();
    await new Promise(setImmediate);
  };
  return { happened, part, end };
}

it('runs lanes side by side and the parts of each in their order, after what all need', async () => {
  const { happened, part, end } = steps();
  const running = lanes([part('build')], [[part('browser')], [part('types'), part('units')]], () => {});
  await end('');
  expect(happened).toEqual(['build begins']);
  await end('build');
  expect(happened.slice(1)).toEqual(['build ends', 'browser begins', 'types begins']);
  await end('types');
  expect(happened.slice(4)).toEqual(['types ends', 'units begins']);
  await end('browser');
  await end('units');
  expect((await running).map(({ name }) => name)).toEqual(['build', 'browser', 'types', 'units']);
});

it('tells what a part beside the first lane printed in one piece, when it is over', async () => {
  const { part, end } = steps();
  const printed: string[] = [];
  const running = lanes([], [[part('browser')], [part('types')]], (text) => printed.push(text));
  await end('');
  expect(printed).toEqual([expect.stringMatching(/^\n── browser ─+\n$/)]);
  await end('types');
  expect(printed[1]).toMatch(/^\n── types ─+\ntypes says$/);
  await end('browser');
  expect(await running).toEqual([
    { name: 'browser', seconds: expect.any(Number), outcome: OUTCOME },
    { name: 'types', seconds: expect.any(Number), outcome: OUTCOME },
  ]);
});
