import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextPayout } from './next-payout.ts';

const payout = (availableMicros: bigint, pendingMicros: bigint, minMicros: bigint) =>
  nextPayout({ availableMicros, pendingMicros, minMicros });

it('lacks nothing at the smallest payout, and a micro below it', () => {
  expect(payout(20n, 30n, 50n)).toEqual({ amountMicros: 50n, missingMicros: 0n });
  expect(payout(20n, 29n, 50n)).toEqual({ amountMicros: 49n, missingMicros: 1n });
});

it('together with what is missing reaches the smallest payout, and just that', () => {
  const micros = fc.bigInt({ min: 0n, max: 10n ** 13n });
  fc.assert(
    fc.property(micros, micros, micros, (available, pending, min) => {
      const { amountMicros, missingMicros } = payout(available, pending, min);
      expect(amountMicros).toBe(available + pending);
      expect(missingMicros).toBe(amountMicros < min ? min - amountMicros : 0n);
    }),
  );
});
