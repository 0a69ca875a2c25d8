import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCurrency, microsOfMinorUnits, minorUnits, smallestStepMicros } from './minor-units.ts';

it('counts in the parts that the currency has', () => {
  expect(minorUnits(19_990_000n, 'USD')).toBe(1_999n);
  expect(minorUnits(500_000_000n, 'JPY')).toBe(500n);
  expect(minorUnits(12_340_000n, 'KWD')).toBe(12_340n);
  expect(minorUnits(7_000_000n, 'UGX')).toBe(700n);
});

it('refuses what nobody can pay', () => {
  expect(minorUnits(19_995_000n, 'EUR')).toBeNull();
  expect(minorUnits(500_500_000n, 'JPY')).toBeNull();
  expect(minorUnits(7_500_000n, 'ISK')).toBeNull();
});

it('knows what money is counted in', () => {
  expect(['USD', 'JPY', 'KWD'].every(isCurrency)).toBe(true);
  expect(['EUE', 'DEM', 'usd', ''].some(isCurrency)).toBe(false);
});

it('is exact there and back', () => {
  const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'ISK');
  fc.assert(
    fc.property(currency, fc.bigInt({ min: 1n, max: 10n ** 12n }), (code, steps) => {
      const amountMicros = steps * smallestStepMicros(code);
      const count = minorUnits(amountMicros, code);
      expect(count).not.toBeNull();
      expect(microsOfMinorUnits(count ?? 0n, code)).toBe(amountMicros);
    }),
  );
});
