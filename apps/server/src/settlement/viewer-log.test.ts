import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { TOKEN_EVENT_AT as AT, TOKEN_EVENT_BYTES } from '@placard/contract/wire/event-record';
import { viewOf } from '@placard/contract/wire/layout';
import { describe, expect, it } from 'vitest';
import type { AdSetBook, WidgetRef } from './books.ts';
import { bookOf } from './testing/books.ts';
import { bodyOf, type EventSpec } from './testing/world.ts';
import { decodeViewerLog, ViewerLog } from './viewer-log.ts';

const NOON = Date.UTC(2026, 4, 13, 12);
const MIDNIGHT = Date.UTC(2026, 4, 14);
const DAY = MIDNIGHT / 86_400_000;
const AD_SETS: ReadonlyMap<number, AdSetBook> = new Map([
  [7, bookOf({ adSetId: 7, campaignId: 70, advertiserId: 700 })],
  [8, bookOf({ adSetId: 8, campaignId: 80, advertiserId: 800 })],
]);
const WIDGETS: ReadonlyMap<number, WidgetRef> = new Map([
  [9, { widgetId: 9, websiteId: 90, publisherId: 900 }],
  [10, { widgetId: 10, websiteId: 100, publisherId: 1_000 }],
]);

const shown = (more: Partial<EventSpec>): EventSpec => ({
  ...{
    kind: 'impression',
    eventAtMs: NOON,
    decidedAtMs: NOON,
    shard: 0,
    sequence: 0,
    adSetId: 7,
    widgetId: 9,
  },
  ...{ priceMicros: 1, creativeId: 5, viewer: 1, ...more },
});

function logOf(events: readonly EventSpec[], upper: (row: number) => number = () => 0) {
  const body = bodyOf(events);
  const log = new ViewerLog();
  for (let row = 0; row < events.length; row += 1) {
    body[row * TOKEN_EVENT_BYTES + AT.viewerHash + 3] = upper(row);
    log.add(viewOf(body), row * TOKEN_EVENT_BYTES);
  }
  return log.batches(AD_SETS, WIDGETS);
}

function rowsOf(body: Uint8Array): number[][] {
  const { rows, ...columns } = decodeViewerLog(body);
  return Array.from({ length: rows }, (_, row) => Object.values(columns).map((column) => column[row] ?? -1));
}

describe('who saw what', () => {
  it('is read as it was noted: forty bits of the key, the ad and the place with those they belong to', () => {
    const [batch, ...others] = logOf(
      [
        shown({ viewer: 0xffff_fffe }),
        shown({ adSetId: 8, widgetId: 10, viewer: 2 }),
        shown({ creativeId: 6 }),
        shown({ widgetId: 10 }),
        shown({ adSetId: 8, widgetId: 10 }),
      ],
      (row) => 255 - row,
    );
    expect(others).toEqual([]);
    expect(batch).toMatchObject({ day: DAY - 1, rows: 5 });
    expect(rowsOf(batch?.body ?? Buffer.of())).toEqual([
      [0xffff_fffe, 255, 700, 70, 7, 5, 900, 90, 9],
      [2, 254, 800, 80, 8, 5, 1_000, 100, 10],
      [1, 253, 700, 70, 7, 6, 900, 90, 9],
      [1, 252, 700, 70, 7, 5, 1_000, 100, 10],
      [1, 251, 800, 80, 8, 5, 1_000, 100, 10],
    ]);
    // Three words of head, three ads of four, two places of three, four columns of five.
    expect(zstdDecompressSync(batch?.body ?? Buffer.of()).byteLength).toBe(4 * (3 + 3 * 4 + 2 * 3 + 4 * 5));
  });

  it('lies on the day of UTC on which it happened', () => {
    const batches = logOf([shown({ eventAtMs: MIDNIGHT - 1 }), shown({ eventAtMs: MIDNIGHT, viewer: 2 })]);
    expect(batches.map(({ day, rows, body }) => [day, rows, rowsOf(body)[0]?.[0]])).toEqual([
      [DAY - 1, 1, 1],
      [DAY, 1, 2],
    ]);
  });

  it('of more than there is room for at first is all there', () => {
    const many = Array.from({ length: 2_500 }, (_, viewer) =>
      shown({ viewer, creativeId: 1 + (viewer % 3) }),
    );
    const [batch] = logOf(many, (row) => row % 7);
    const rows = rowsOf(batch?.body ?? Buffer.of());
    expect(rows.map(([low, high, , , , creative]) => [low, high, creative])).toEqual(
      many.map(({ creativeId }, row) => [row, row % 7, creativeId]),
    );
  });

  it('at a place and of an ad that is unknown belongs to nobody', () => {
    const [batch] = logOf([shown({ adSetId: 77, widgetId: 99 })]);
    expect(rowsOf(batch?.body ?? Buffer.of())).toEqual([[1, 0, 0, 0, 77, 5, 0, 0, 99]]);
  });

  it('is refused where a byte is missing or too many', () => {
    const words = zstdDecompressSync(logOf([shown({})])[0]?.body ?? Buffer.of());
    for (const cut of [
      words.subarray(0, -1),
      words.subarray(0, -4),
      Buffer.concat([words, Buffer.alloc(4)]),
    ]) {
      expect(() => decodeViewerLog(zstdCompressSync(cut))).toThrow(/no whole number of columns/);
    }
    expect(decodeViewerLog(zstdCompressSync(Buffer.alloc(12))).rows).toBe(0);
  });
});
