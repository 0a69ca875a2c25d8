import { createHash, randomBytes } from 'node:crypto';
import { type DecisionPayload, TOKEN_TEXT_LENGTH } from '@placard/contract/wire/decision-token';
import { previewTokenBytes } from '@placard/contract/wire/preview-link';
import { trackingTokenBytes } from '@placard/contract/wire/tracking-link';
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

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

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

  test('is neither a click id nor an address of another kind, nor are those one', () => {
    const secret = randomBytes(32);
    const keys = new TokenKeys();
    keys.add(3, secret);
    const sha512 = (input: Uint8Array) => createHash('sha512-256').update(input).digest();
    const decision = { ...(fc.sample(payload, 1)[0] as DecisionPayload), keyId: 3 };
    const texts = {
      decision: keys.sign(decision),
      click: keys.signClickId(decision, 1_770_000_000_000),
      tracking: textOf(trackingTokenBytes({ keyId: 3, adSetId: 8, creativeId: 9 }, secret, sha512)),
      preview: textOf(previewTokenBytes({ creativeId: 9, endsAtS: 3_600 }, { id: 3, secret }, sha512)),
    };
    const readings = {
      decision: (text: string) => keys.check(text)?.payload ?? null,
      click: (text: string) => {
        const bytes = keys.checkClickId(text);
        return bytes === null ? null : Buffer.from(bytes).toString('base64url');
      },
      tracking: (text: string) => keys.checkTrackingLink(text),
      preview: (text: string) => keys.checkPreviewLink(text),
    };
    const expected = {
      decision,
      click: Buffer.from(texts.click, 'base64url').subarray(0, 44).toString('base64url'),
      tracking: expect.objectContaining({ adSetId: 8, creativeId: 9 }),
      preview: { keyId: 3, creativeId: 9, endsAtS: 3_600 },
    };
    const kinds = ['decision', 'click', 'tracking', 'preview'] as const;
    for (const kind of kinds) {
      for (const other of kinds) {
        expect([kind, other, readings[kind](texts[other])]).toEqual([
          kind,
          other,
          kind === other ? expected[kind] : null,
        ]);
      }
      expect(readings[kind](texts[kind].slice(1))).toBeNull();
      expect(readings[kind]('A'.repeat(80))).toBeNull();
    }
  });

  test('names its creative to whoever asks, unless it is none at all', () => {
    const keys = keysWith(3);
    const decision = { ...(fc.sample(payload, 1)[0] as DecisionPayload), keyId: 3, creativeId: 77 };
    expect(keysWith(9).unverifiedCreativeId(keys.sign(decision))).toBe(77);
    expect(isTokenText('!'.repeat(keys.sign(decision).length))).toBe(false);
    expect([keys.unverifiedCreativeId('A'), keys.unverifiedCreativeId(`${keys.sign(decision)}A`)]).toEqual([
      null,
      null,
    ]);
  });

  test('is signed by the newest key, whichever came last, and a known key is not replaced', () => {
    const [newest, older] = [randomBytes(32), randomBytes(32)];
    const keys = new TokenKeys();
    keys.add(9, newest);
    keys.add(3, older);
    expect(keys.newestId).toBe(9);
    const decision = { ...(fc.sample(payload, 1)[0] as DecisionPayload), keyId: 9 };
    const text = keys.sign(decision);
    keys.add(9, randomBytes(32));
    expect(keys.sign(decision)).toBe(text);
    expect(keys.check(text)?.payload).toEqual(decision);
    const click = keys.signClickId({ ...decision, keyId: 3 }, 1);
    expect(keys.checkClickId(click)).not.toBeNull();
    expect(() => keysWith().signClickId(decision, 1)).toThrow('no signing key');
  });

  test('is signed by a new key from its time on, and by the one before until then; each checks both', () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)];
    const keys = new TokenKeys();
    keys.signAsOf(500);
    keys.add(1, older);
    keys.add(2, newer, 1_000);
    const decision = fc.sample(payload, 1)[0] as DecisionPayload;
    const signed = () => keys.sign({ ...decision, keyId: keys.newestId });
    keys.signAsOf(999);
    expect(keys.newestId).toBe(1);
    const before = signed();
    keys.signAsOf(1_000);
    expect(keys.newestId).toBe(2);
    const after = signed();
    for (const text of [before, after]) expect(keys.check(text)).not.toBeNull();
    const learnt = new TokenKeys();
    learnt.add(1, older);
    expect([learnt.check(before), learnt.check(after)]).toEqual([expect.anything(), null]);
    learnt.add(2, newer, 1_000);
    expect([learnt.newestId, learnt.check(after)]).toEqual([1, expect.anything()]);
  });

  test('needs a key of the right length', () => {
    expect(() => keysWith().sign(fc.sample(payload, 1)[0] as DecisionPayload)).toThrow('no signing key');
    expect(() => new TokenKeys().add(1, randomBytes(16))).toThrow(RangeError);
  });
});
