import fc from 'fast-check';
import { expect, it } from 'vitest';
import { minMicros } from '../micros.ts';
import { type PaceClaim, sharedPaces } from './share-pace.ts';

const sum = (values: readonly bigint[]) => values.reduce((total, each) => total + each, 0n);
const ofToday = (paceMicros: bigint, spreadMs: number): PaceClaim => ({
  paceMicros,
  spreadMs,
  isOfToday: true,
});

it('gives out all of a limit and no more, to nobody more than claimed and to who may not run nothing', () => {
  const claim = fc.record({
    paceMicros: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    spreadMs: fc.constantFrom(0, 1, 60_000, 3_600_000, 86_400_000),
    isOfToday: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(claim, { maxLength: 6 }),
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      (claims, limit) => {
        const paces = sharedPaces(claims, limit);
        const open = claims.filter(({ spreadMs }) => spreadMs > 0);
        const most = sum(open.map(({ paceMicros }) => paceMicros));
        expect(sum(paces) <= limit).toBe(true);
        // Each part is rounded down.
        expect(sum(paces) >= minMicros(most, limit) - BigInt(claims.length)).toBe(true);
        for (const [at, { paceMicros, spreadMs }] of claims.entries())
          expect((paces[at] ?? -1n) <= (spreadMs > 0 ? paceMicros : 0n)).toBe(true);
      },
    ),
  );
});

it('shares by what is claimed and by the time for it, of days to come by what is claimed alone', () => {
  expect(sharedPaces([ofToday(60n, 4), ofToday(60n, 8)], 60n)).toEqual([20n, 40n]);
  expect(sharedPaces([ofToday(30n, 5), ofToday(60n, 5)], 60n)).toEqual([20n, 40n]);
  // Whoever has much time and claims little gets it, and leaves the rest.
  expect(sharedPaces([ofToday(100n, 1), ofToday(10n, 24)], 60n)).toEqual([50n, 10n]);
  expect(sharedPaces([ofToday(60n, 4), { ...ofToday(60n, 8), isOfToday: false }], 60n)).toEqual([30n, 30n]);
  // Who may not run any more today makes no flight of it.
  expect(
    sharedPaces([ofToday(60n, 4), ofToday(60n, 8), { ...ofToday(60n, 0), isOfToday: false }], 60n),
  ).toEqual([20n, 40n, 0n]);
});
