import { zstdCompressSync } from 'node:zlib';
import { TOKEN_EVENT_AT as AT, TOKEN_EVENT_BYTES } from '@placard/contract/wire/event-record';
import { viewOf } from '@placard/contract/wire/layout';
import { describe, expect, it } from 'vitest';
import { PartWriter, recordsOfPart } from './part-writer.ts';
import { sliceOf } from './slices.ts';
import { bookOf } from './testing/books.ts';
import { bodyOf, type EventSpec } from './testing/world.ts';

const NOON = Date.UTC(2026, 4, 13, 12, 0, 7);
const SETTLERS = 3;
/** Advertisers by their settler; an ad set is known by its advertiser's number. */
const BY_SLICE = Array.from({ length: SETTLERS }, (_, slice) =>
  Array.from({ length: 40 }, (__, index) => index + 1).filter((id) => sliceOf(id, SETTLERS) === slice),
);
const AD_SETS = new Map(
  BY_SLICE.flat().map((id) => [id, bookOf({ adSetId: id, campaignId: 10 * id, advertiserId: id })]),
);
const [first = 0, second = 0] = BY_SLICE[1] ?? [];
const [other = 0] = BY_SLICE[2] ?? [];
const NOBODY = 99;

const event = (adSetId: number, more: Partial<EventSpec> = {}): EventSpec => ({
  ...{ kind: 'click', eventAtMs: NOON, decidedAtMs: NOON, shard: 3, sequence: 0x0102_0304 },
  ...{ adSetId, widgetId: 9, priceMicros: 5, ...more },
});

/** @param verdicts of the events; 0 = counted */
function written(events: readonly EventSpec[], verdicts: readonly number[]) {
  const writer = new PartWriter(SETTLERS, AD_SETS);
  const body = bodyOf(events);
  const view = viewOf(body);
  for (const index of events.keys()) {
    const at = index * TOKEN_EVENT_BYTES;
    body.fill(0xff, at + AT.viewerHash, at + AT.viewerHash + 8);
    const verdict = verdicts[index] ?? 0;
    if (verdict === 0) writer.counted(body, view, at);
    else writer.filtered(body, view, at, verdict);
  }
  return { body, parts: writer.parts() };
}

describe('what was judged for several settlers', () => {
  it('goes to that of the advertiser, in its order, and what is nobody’s to the first', () => {
    const adSetIds = [first, NOBODY, other, second, first];
    const { parts } = written(
      adSetIds.map((id, creativeId) => event(id, { creativeId })),
      [],
    );
    const found = parts.map(({ slice, eventCount, body }) => {
      const records = viewOf(recordsOfPart(body));
      const creatives = Array.from({ length: eventCount }, (_, index) =>
        records.getUint32(index * TOKEN_EVENT_BYTES + AT.creativeId),
      );
      return [slice, records.byteLength / TOKEN_EVENT_BYTES, ...creatives];
    });
    expect(found).toEqual([
      [0, 1, 1],
      [1, 3, 0, 3, 4],
      [2, 1, 2],
    ]);
    // A settler without any has no part.
    expect(written([event(other)], []).parts.map(({ slice }) => slice)).toEqual([2]);
  });

  it('is the record with its verdict, without the viewer and the number of the decision', () => {
    const { body, parts } = written([event(first), event(first, { reason: 4 })], [0, 9]);
    const expected = Buffer.from(body);
    for (const [at, verdict] of [
      [0, 0],
      [TOKEN_EVENT_BYTES, 9],
    ] as const) {
      expected[at + AT.reason] = verdict;
      for (const [field, bytes] of [
        [AT.viewerHash, 8],
        [AT.minute, 4],
        [AT.sequence, 4],
        [AT.msOfMinute, 2],
      ] as const) {
        expect(expected.subarray(at + field, at + field + bytes).some((byte) => byte !== 0)).toBe(true);
        expected.fill(0, at + field, at + field + bytes);
      }
    }
    expect(parts.map((part) => recordsOfPart(part.body))).toEqual([expected]);
  });

  it('is all there where it is more than there is room for at first', () => {
    const { parts } = written(
      Array.from({ length: 5_000 }, (_, creativeId) => event(first, { creativeId })),
      [],
    );
    const records = viewOf(recordsOfPart(parts[0]?.body ?? Buffer.of()));
    const creatives = Array.from({ length: 5_000 }, (_, index) =>
      records.getUint32(index * TOKEN_EVENT_BYTES + AT.creativeId),
    );
    expect([parts.length, parts[0]?.eventCount, records.byteLength]).toEqual([
      ...[1, 5_000, 5_000 * TOKEN_EVENT_BYTES],
    ]);
    expect(creatives.every((creativeId, index) => creativeId === index)).toBe(true);
  });

  it('is refused where it is no whole number of records', () => {
    const { body } = written([event(first)], []);
    expect(recordsOfPart(zstdCompressSync(Buffer.of()))).toHaveLength(0);
    expect(() => recordsOfPart(zstdCompressSync(body.subarray(1)))).toThrow(
      'a part of 63 bytes is no whole number of records',
    );
  });
});
