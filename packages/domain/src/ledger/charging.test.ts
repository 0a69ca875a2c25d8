import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCharge } from '../basis-points.ts';
import { dueForViewable, exactMicros, MAX_EXACT_MICROS, publisherPart } from './charging.ts';

describe('dueForViewable', () => {
  it('charges floor((n × cpm + carry) / 1000) over n events and carries the rest', () => {
    const price = fc.integer({ min: 1, max: 2 ** 48 - 1 });
    fc.assert(
      fc.property(
        price,
        fc.integer({ min: 0, max: 999 }),
        fc.integer({ min: 1, max: 50 }),
        (cpm, carry, n) => {
          let due = 0n;
          let left = carry;
          for (let event = 0; event < n; event += 1) {
            const step = dueForViewable(cpm, left);
            due += BigInt(step.dueMicros);
            left = step.carryThousandths;
          }
          const thousandths = BigInt(n) * BigInt(cpm) + BigInt(carry);
          expect(due).toBe(thousandths / 1000n);
          expect(BigInt(left)).toBe(thousandths % 1000n);
        },
      ),
    );
  });
});

describe('publisherPart', () => {
  it('is the floor of the share up to the largest exact charge', () => {
    const charge = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.maxSafeInteger().map(Math.abs));
    fc.assert(
      fc.property(charge, fc.integer({ min: 0, max: 10_000 }), (charged, share) => {
        expect(BigInt(publisherPart(charged, share))).toBe(
          splitCharge(BigInt(charged), share).publisherMicros,
        );
      }),
    );
  });
});

describe('exactMicros', () => {
  it('keeps what a double can carry and clamps the rest', () => {
    expect(exactMicros(1_234_567n)).toBe(1_234_567);
    expect(exactMicros(2n ** 60n)).toBe(MAX_EXACT_MICROS);
  });
});
