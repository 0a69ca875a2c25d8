import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTooDeep, MAX_JSON_DEPTH } from './json-depth.ts';

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

it('takes fifty levels and not one more', () => {
  expect(MAX_JSON_DEPTH).toBe(50);
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    expect(isTooDeep(nested(50, open, close))).toBe(false);
    expect(isTooDeep(nested(51, open, close))).toBe(true);
  }
  expect(isTooDeep('['.repeat(250_000))).toBe(true);
});

it('counts no brackets in texts', () => {
  expect(isTooDeep(JSON.stringify({ a: '['.repeat(1_000), 'b"\\': '\\"[{' }), 1)).toBe(false);
});

it('says of any JSON how deep it is', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const depth = depthOf(value);
      const text = JSON.stringify(value);
      expect(isTooDeep(text, depth)).toBe(false);
      if (depth > 0) expect(isTooDeep(text, depth - 1)).toBe(true);
    }),
  );
});
