import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DEVICE_CODES,
  decidedAtMs,
  readDecisionPayload,
  TOKEN_BYTES,
  TOKEN_FLAG_CPC,
  TOKEN_FLAG_VIDEO,
  TOKEN_PAYLOAD_BYTES,
  TOKEN_TEXT_LENGTH,
  TOKEN_VERSION,
  writeDecisionPayload,
} from './decision-token.ts';
import { TALLY_BYTES, TOKEN_EVENT_BYTES, writeTally, writeTokenEvent } from './event-record.ts';
import { RECORD_TYPE_AT } from './layout.ts';
import { eachPacingEntry, readPacingPlan, writePacingPlan } from './pacing-plan.ts';
import { PREVIEW_VERSION, previewEndsAtS, previewTokenBytes, readPreviewLink } from './preview-link.ts';
import { readShownPlace, shownPlaceOf } from './shown-place.ts';
import { readEventRecords } from './testing/read-event-records.ts';
import { MAX_SAMPLE_CAPS, MAX_SAMPLE_SIZES, readViewSample, viewSampleRecord } from './view-sample.ts';

const uint = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 });
const letters = (range: string) =>
  fc.oneof(fc.constant(''), fc.string({ unit: fc.constantFrom(...range), minLength: 2, maxLength: 2 }));

const payloads = fc.record({
  keyId: uint(8),
  shard: uint(16),
  minute: uint(32),
  sequence: uint(32),
  adSetId: uint(32),
  creativeId: uint(32),
  widgetId: uint(32),
  priceMicros: uint(48),
  shareBp: fc.integer({ min: 0, max: 10_000 }),
  flags: uint(8),
  device: fc.constantFrom(0 as const, 1 as const, 2 as const, 3 as const),
  country: letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  language: letters('abcdefghijklmnopqrstuvwxyz'),
  widthPx: uint(16),
  heightPx: uint(16),
  msOfMinute: fc.integer({ min: 0, max: 59_999 }),
});

describe('decision token', () => {
  test('is as those are that are on their way', () => {
    expect([TOKEN_PAYLOAD_BYTES, TOKEN_BYTES, TOKEN_TEXT_LENGTH, TOKEN_VERSION]).toEqual([44, 60, 80, 1]);
    expect(DEVICE_CODES).toEqual({ unknown: 0, desktop: 1, mobile: 2, tablet: 3 });
    expect([TOKEN_FLAG_CPC, TOKEN_FLAG_VIDEO]).toEqual([1, 2]);
  });

  test('every payload is read as it was written, at any offset', () => {
    fc.assert(
      fc.property(payloads, fc.integer({ min: 0, max: 7 }), (payload, offset) => {
        const view = new DataView(new ArrayBuffer(TOKEN_PAYLOAD_BYTES + 7));
        writeDecisionPayload(view, offset, payload);
        expect(readDecisionPayload(view, offset)).toEqual(payload);
      }),
    );
  });

  test('another version is none of ours', () => {
    const view = new DataView(new ArrayBuffer(TOKEN_PAYLOAD_BYTES));
    view.setUint8(0, 2);
    expect(readDecisionPayload(view, 0)).toBeNull();
  });

  test('its time is minute and milliseconds', () => {
    expect(decidedAtMs({ minute: 29_000_000, msOfMinute: 1_234 })).toBe(29_000_000 * 60_000 + 1_234);
  });
});

describe('a place of a page', () => {
  test('is read from any token as what the token says', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const bytes = Buffer.alloc(TOKEN_BYTES);
        writeDecisionPayload(new DataView(bytes.buffer, bytes.byteOffset), 0, payload);
        const { adSetId, creativeId } = payload;
        expect(readShownPlace(shownPlaceOf(bytes.toString('base64url')))).toEqual({ adSetId, creativeId });
      }),
    );
  });

  test.each(['', 'AAAAAAAAAAA', 'AAAAAAAAAAAAA', 'AAAA AAAAAAA', 'AAAAAAAAAA+/'])('"%s" is none', (text) => {
    expect(readShownPlace(text)).toBeNull();
  });
});

describe('event records', () => {
  const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });

  test('token events and tallies are read in order as they were written', () => {
    const event = fc.record({
      kind: fc.constantFrom(1, 2, 3),
      reason: uint(8),
      eventAtMs: times,
      otherClock: fc.boolean(),
      payload: payloads,
    });
    const tally = fc.record({
      outcome: uint(8),
      device: fc.constantFrom(0, 1, 2, 3),
      atMs: times,
      widgetId: uint(32),
      count: uint(32),
      country: letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
      widthPx: uint(16),
      heightPx: uint(16),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 8 }), fc.array(tally, { maxLength: 8 }), (events, tallies) => {
        const body = new Uint8Array(events.length * TOKEN_EVENT_BYTES + tallies.length * TALLY_BYTES);
        events.forEach(({ payload, ...rest }, index) => {
          const bytes = new Uint8Array(TOKEN_PAYLOAD_BYTES);
          writeDecisionPayload(new DataView(bytes.buffer), 0, payload);
          writeTokenEvent(body, index * TOKEN_EVENT_BYTES, {
            ...rest,
            viewerHash: new Uint8Array(8).fill(7),
            payload: bytes,
          });
        });
        const start = events.length * TOKEN_EVENT_BYTES;
        tallies.forEach((each, index) => {
          writeTally(body, start + index * TALLY_BYTES, each);
        });
        const read = [...readEventRecords(body)];
        expect(read).toHaveLength(events.length + tallies.length);
        events.forEach(({ payload, ...rest }, index) => {
          expect(read[index]).toMatchObject({ ...rest, decision: payload });
        });
        tallies.forEach((each, index) => {
          expect(read[events.length + index]).toMatchObject(each);
        });
      }),
    );
  });

  test('a kind nobody knows yet is passed over', () => {
    const body = new Uint8Array(10 + TALLY_BYTES);
    body[1] = 10;
    body[2] = 99;
    const tally = {
      outcome: 1,
      device: 2,
      atMs: 5,
      widgetId: 6,
      count: 7,
      country: 'DE',
      widthPx: 300,
      heightPx: 250,
    };
    writeTally(body, 10, tally);
    expect([...readEventRecords(body)]).toEqual([{ type: 2, ...tally }]);
  });

  test('a forged token leaves no decision', () => {
    const body = new Uint8Array(TOKEN_EVENT_BYTES);
    writeTokenEvent(body, 0, {
      kind: 1,
      reason: 1,
      eventAtMs: 1,
      otherClock: false,
      viewerHash: new Uint8Array(8),
      payload: null,
    });
    expect([...readEventRecords(body)]).toMatchObject([{ reason: 1, decision: null }]);
  });

  test('a damaged length is told, not looped over', () => {
    expect(() => [...readEventRecords(new Uint8Array(8))]).toThrow(RangeError);
    expect(() => [...readEventRecords(new Uint8Array([0, 99, 1]))]).toThrow(RangeError);
  });
});

describe('pacing plan', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

  test('is read as it was written', () => {
    const entry = fc.record({
      adSetId: uint(32),
      remainingMicros: amount,
      ratePerMinuteMicros: amount,
      expectedPerThousandMicros: uint(32),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        expect(readPacingPlan(writePacingPlan(entries))).toEqual(entries);
      }),
    );
  });

  test('a torn plan is refused', () => {
    expect(() => readPacingPlan(new Uint8Array(25))).toThrow(RangeError);
    expect(() => eachPacingEntry(new Uint8Array(25), () => {})).toThrow(RangeError);
  });

  test('is visited in its order, in numbers, and a price beyond its field is the largest of it', () => {
    const entry = { adSetId: 1, remainingMicros: 2n ** 50n + 3n, ratePerMinuteMicros: 2n ** 33n };
    const plan = writePacingPlan([
      { ...entry, expectedPerThousandMicros: 2 ** 32 },
      { adSetId: 2, remainingMicros: 0n, ratePerMinuteMicros: 1n, expectedPerThousandMicros: 4 },
    ]);
    const seen: object[] = [];
    eachPacingEntry(plan, (each) => seen.push({ ...each }));
    expect(seen).toEqual([
      ...[
        {
          adSetId: 1,
          remainingMicros: 2 ** 50 + 3,
          ratePerMinuteMicros: 2 ** 33,
          expectedPerThousandMicros: 2 ** 32 - 1,
        },
      ],
      ...[{ adSetId: 2, remainingMicros: 0, ratePerMinuteMicros: 1, expectedPerThousandMicros: 4 }],
    ]);
  });
});

describe('a preview link', () => {
  test('ends between one and two hours after it was given out, alike for all of an hour', () => {
    const hourMs = 3_600_000;
    const ends = [0, hourMs - 1, hourMs].map((ms) => previewEndsAtS(29 * hourMs + ms) / 3_600);
    expect(ends).toEqual([31, 31, 32]);
  });

  test('is read as it was written, and no token of another version is one', () => {
    const link = { creativeId: 0xfedc_ba98, endsAtS: 0x8765_4321 };
    const bytes = previewTokenBytes(link, { id: 7, secret: new Uint8Array([1]) }, (input) => {
      // The key before the payload.
      expect(input[0]).toBe(1);
      return new Uint8Array(32).fill(9);
    });
    const view = new DataView(bytes.buffer);
    expect([bytes.byteLength, readPreviewLink(view, 0)]).toEqual([TOKEN_BYTES, { ...link, keyId: 7 }]);
    expect([...bytes.subarray(TOKEN_PAYLOAD_BYTES)]).toEqual(
      Array(TOKEN_BYTES - TOKEN_PAYLOAD_BYTES).fill(9),
    );
    expect(readDecisionPayload(view, 0)).toBeNull();
    view.setUint8(0, PREVIEW_VERSION + 1);
    expect(readPreviewLink(view, 0)).toBeNull();
  });
});

describe('a view sample', () => {
  const sample = fc.record({
    ...{ device: fc.constantFrom(0, 1, 2, 3), atMs: uint(48), widgetId: uint(32), weight: uint(32) },
    country: letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
    language: letters('abcdefghijklmnopqrstuvwxyz'),
    ...{ floorMicros: uint(31), winningEcpmMicros: uint(31), winningAdSetId: uint(32) },
    sizes: fc.array(fc.record({ widthPx: uint(16), heightPx: uint(16) }), { maxLength: 5 }),
    cappedAdSetIds: fc.array(uint(32), { maxLength: 5 }),
  });

  test('is read as it was written; cut short, or another record, it is none', () => {
    fc.assert(
      fc.property(sample, (written) => {
        const bytes = viewSampleRecord(written);
        expect(readViewSample(bytes)).toEqual(written);
        expect(readViewSample(bytes.subarray(0, -1))).toBeNull();
        bytes[RECORD_TYPE_AT] = 2;
        expect(readViewSample(bytes)).toBeNull();
      }),
    );
    expect(readViewSample(new Uint8Array(3))).toBeNull();
  });

  test('has as many sizes and caps as there is room for', () => {
    const [written] = fc.sample(sample, 1);
    if (written === undefined) return expect.fail('no sample');
    const size = { widthPx: 300, heightPx: 250 };
    const read = readViewSample(
      viewSampleRecord({
        ...written,
        sizes: Array(MAX_SAMPLE_SIZES + 1).fill(size),
        cappedAdSetIds: Array.from({ length: MAX_SAMPLE_CAPS + 1 }, (_, id) => id),
      }),
    );
    expect([read?.sizes.length, read?.cappedAdSetIds.length]).toEqual([30, 100]);
    expect(read?.cappedAdSetIds.at(-1)).toBe(99);
  });
});
