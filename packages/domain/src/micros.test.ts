import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitCharge } from './basis-points.ts';
import {
  decimalOfMicros,
  dollarsFromMicros,
  endsWithACent,
  formatMicros,
  MAX_API_MICROS,
  microsFromDollars,
  minMicros,
  wholeCents,
} from './micros.ts';

const apiMicros = fc.bigInt({ min: -MAX_API_MICROS, max: MAX_API_MICROS });

describe('micros', () => {
  test('every amount the API carries survives the way out and back', () => {
    fc.assert(fc.property(apiMicros, (micros) => microsFromDollars(dollarsFromMicros(micros)) === micros));
  });

  test('survives JSON as well', () => {
    fc.assert(
      fc.property(apiMicros, (micros) => {
        const dollars: unknown = JSON.parse(JSON.stringify(dollarsFromMicros(micros)));
        return typeof dollars === 'number' && microsFromDollars(dollars) === micros;
      }),
    );
  });

  test.each([0.1234567, Number.NaN, Number.POSITIVE_INFINITY, 1_000_000_000, 1e-7])(
    '%s is no amount',
    (dollars) => {
      expect(microsFromDollars(dollars)).toBeNull();
    },
  );

  test('carries a sum beyond what is exact as the nearest number, also one that no amount could be', () => {
    const beyond = fc.bigInt({ min: MAX_API_MICROS + 1n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(beyond, fc.boolean(), (size, isNegative) => {
        const micros = isNegative ? -size : size;
        const off = BigInt(Math.round(dollarsFromMicros(micros))) * 1_000_000n - micros;
        const most = size / 2n ** 50n + 1_000_000n;
        return off <= most && off >= -most;
      }),
    );
    expect(dollarsFromMicros(1_020_000_000_000_000n)).toBe(1_020_000_000);
  });

  test.each([
    [0n, '0.00'],
    [1_500_000n, '1.50'],
    [1_234_567n, '1.234567'],
    [-1n, '-0.000001'],
    [100n, '0.0001'],
  ])('%s micros read %s', (micros, text) => {
    expect(formatMicros(micros)).toBe(text);
  });

  test('the text names exactly the amount', () => {
    fc.assert(
      fc.property(apiMicros, (micros) => BigInt(Math.round(Number(formatMicros(micros)) * 1e6)) === micros),
    );
  });

  test('whole cents never exceed the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_API_MICROS }), (micros) => {
        const rest = micros - wholeCents(micros) * 10_000n;
        return rest >= 0n && rest < 10_000n;
      }),
    );
  });

  test('the smallest of several', () => {
    expect(minMicros(5n, 3n, 9n)).toBe(3n);
  });
});

describe('endsWithACent', () => {
  test('of every amount of cents, however it is written as a number, and of none between two', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999 }),
        fc.integer({ min: 1, max: 9_999 }),
        (cents, micros) => {
          expect(endsWithACent(cents / 100)).toBe(true);
          expect(endsWithACent(dollarsFromMicros(BigInt(cents) * 10_000n + BigInt(micros)))).toBe(false);
        },
      ),
    );
    // As sums of numbers come out.
    expect([0.1 + 0.2, 0.07 * 3, 1.1 * 3].map(endsWithACent)).toEqual([true, true, true]);
  });
});

describe('decimalOfMicros', () => {
  test.each([
    [0n, '0.000000'],
    [1n, '0.000001'],
    [-1n, '-0.000001'],
    [999_999n, '0.999999'],
    [1_500_000n, '1.500000'],
    [-12_345_678_901_234_567_890n, '-12345678901234.567890'],
  ])('%s', (micros, text) => expect(decimalOfMicros(micros)).toBe(text));
});

describe('splitCharge', () => {
  test('publisher and network always sum to the charge, and the publisher gets the floor of the share', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: MAX_API_MICROS }),
        fc.integer({ min: 0, max: 10_000 }),
        (charge, bp) => {
          const { publisherMicros, networkMicros } = splitCharge(charge, bp);
          expect(publisherMicros + networkMicros).toBe(charge);
          expect(publisherMicros * 10_000n <= charge * BigInt(bp)).toBe(true);
          expect((publisherMicros + 1n) * 10_000n > charge * BigInt(bp)).toBe(true);
        },
      ),
    );
  });
});
