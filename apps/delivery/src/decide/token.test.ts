import { randomBytes } from 'node:crypto';
import { type DecisionPayload, TOKEN_TEXT_LENGTH } from '@placard/contract/wire/decision-token';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTokenText, TokenKeys } from './token.ts';

const letters = (from: number) =>
  fc.tuple(fc.nat(25), fc.nat(25)).map(([a, b]) => String.fromCharCode(from + a, from + b));
const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });

const payload: fc.Arbitrary<DecisionPayload> = fc.record({
  keyId: fc.constant(3),
  shard: fc.integer({ min: 0, max: 65_535 }),
  minute: u32,
  sequence: u32,
  adSetId: u32,
  creativeId: u32,
  widgetId: u32,
  priceMicros: fc.maxSafeInteger().map((value) => Math.abs(value) % 2 ** 48),
  shareBp: fc.integer({ min: 0, max: 10_000 }),
  flags: fc.integer({ min: 0, max: 255 }),
  device: fc.constantFrom(0, 1, 2, 3),
  country: fc.oneof(fc.constant(''), letters(65)),
  language: fc.oneof(fc.constant(''), letters(97)),
  widthPx: fc.integer({ min: 0, max: 65_535 }),
  heightPx: fc.integer({ min: 0, max: 65_535 }),
  msOfMinute: fc.integer({ min: 0, max: 59_999 }),
});

function keysWith(...ids: readonly number[]): TokenKeys {
  const keys = new TokenKeys();
  for (const id of ids) keys.add(id, randomBytes(32));
  return keys;
}

describe('a decision token', () => {
  test('comes back as it was signed', () => {
    const keys = keysWith(1, 3);
    fc.assert(
      fc.property(payload, (decision) => {
        const text = keys.sign(decision);
        expect(text).toHaveLength(TOKEN_TEXT_LENGTH);
        expect(isTokenText(text)).toBe(true);
        expect(keys.check(text)?.payload).toEqual(decision);
        expect(keys.unverifiedCreativeId(text)).toBe(decision.creativeId);
      }),
    );
  });

  test('is refused with any one of its bits turned, by any other key, and cut or drawn out', () => {
    const keys = keysWith(3);
    const strangers = keysWith(3);
    fc.assert(
      fc.property(payload, fc.nat(479), (decision, bit) => {
        const text = keys.sign(decision);
        const bytes = Buffer.from(text, 'base64url');
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(keys.check(bytes.toString('base64url'))).toBeNull();
        expect(strangers.check(text)).toBeNull();
        expect(keys.check(text.slice(0, -1))).toBeNull();
        expect(keys.check(`${text}A`)).toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  test('is refused whatever else it is', () => {
    const keys = keysWith(1);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.base64String(), fc.string({ minLength: 80, maxLength: 80 })),
        (text) => {
          expect(keys.check(text)).toBeNull();
        },
      ),
    );
    expect(keys.check('A'.repeat(79).concat('+'))).toBeNull();
  });

  test('of an older key lives on when a newer one signs', () => {
    const keys = keysWith(3);
    const old = keys.sign({ ...fc.sample(payload, 1)[0], keyId: 3 } as DecisionPayload);
    keys.add(9, randomBytes(32));
    expect(keys.newestId).toBe(9);
    expect(keys.check(old)).not.toBeNull();
    // The key that a token names is the one that must have signed it.
    const misnamed = keys.sign({ ...fc.sample(payload, 1)[0], keyId: 3 } as DecisionPayload);
    expect(keys.check(misnamed)).toBeNull();
  });

  test('needs a key of the right length', () => {
    expect(() => keysWith().sign(fc.sample(payload, 1)[0] as DecisionPayload)).toThrow('no signing key');
    expect(() => new TokenKeys().add(1, randomBytes(16))).toThrow(RangeError);
  });
});
