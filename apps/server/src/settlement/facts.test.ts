import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { viewOf } from '@placard/contract/wire/layout';
import { FACT_COUNT_KEYS, FACT_SUMS, sumsOfRows } from '@placard/domain/analytics/facts';
import { describe, expect, it } from 'vitest';
import { type AdSetBook, ZoneDays } from './books.ts';
import { FACT_ROW } from './fact-columns.ts';
import { FactTable, SUM } from './fact-table.ts';
import { decodeFactColumns, decodeFacts, encodeFacts } from './facts.ts';

const LARGE = 2 ** 52;
/** As batches of layout 2 on disk have them: an event's row, and one of nobody's. */
const STORED = [
  '001e848000005161000000470000004600000007000000080000005a0000005b000000094445656e012c00fa00050102',
  '000003e8000003e9000003ea000003eb000003ec000003ed001000000000000600100000000000070010000000000008',
  '000003f1000003f2001000000000000b',
  `0000006000000001${'00'.repeat(104)}`,
].join('');
const row = {
  ...{ quarter: 2_000_000, dayNumber: 20_833, advertiserId: 71, campaignId: 70, adSetId: 7, creativeId: 8 },
  ...{
    publisherId: 90,
    websiteId: 91,
    widgetId: 9,
    country: 'DE',
    language: 'en',
    widthPx: 300,
    heightPx: 250,
  },
  ...{ code: 5, kind: 1, device: 2 },
};
const counts = {
  ...{
    requests: 1_000,
    filled: 1_001,
    impressions: 1_002,
    viewables: 1_003,
    clicks: 1_004,
    overDelivered: 1_005,
  },
  ...{ chargedMicros: BigInt(LARGE + 6), publisherMicros: BigInt(LARGE + 7) },
  overDeliveredMicros: BigInt(LARGE + 8),
};
const visits = { visits: 1_009, conversions: 1_010, conversionValueMicros: BigInt(LARGE + 11) };

function table(): FactTable {
  const facts = new FactTable();
  const at = facts.row(7, 8, 9, 0x4445656e, 300 * 65_536 + 250, 2_000_000, 2 | (1 << 8) | (5 << 16));
  for (const count of FACT_COUNT_KEYS) facts.add(at, SUM[count], Number({ ...counts, ...visits }[count]));
  facts.row(1, 2, 3, 0, 0, 96, 0);
  return facts;
}

describe('a batch of facts', () => {
  const wallet = {
    advertiserId: 71,
    zone: new ZoneDays('UTC'),
    leftMicros: 0,
    chargedMicros: 0,
  };
  const books = { dailyBudgetMicros: null, days: new Map(), leftMicros: 0, chargedMicros: 0 };
  const adSet: AdSetBook = {
    ...{ adSetId: 7, campaign: { campaignId: 70, wallet, ...books }, ...books, carryThousandths: 0 },
    ...{ impressions: 0, viewables: 0, clicks: 0, touched: false },
  };
  const widget = { widgetId: 9, websiteId: 91, publisherId: 90 };
  const body = encodeFacts(table(), new Map([[7, adSet]]), new Map([[9, widget]]));

  it('is read as what it counts', () => {
    const nobody = FACT_ROW.read(viewOf(Buffer.from(STORED, 'hex')), FACT_ROW.bytes);
    expect(decodeFacts(body, 3)).toEqual([{ ...row, ...counts, ...visits }, nobody]);
  });

  it('has words for its head, its dictionaries and the columns that are not 0 throughout', () => {
    const words = zstdDecompressSync(body);
    // 8 columns of keys, 8 counts, 4 large ones of two halves; one ad set, one widget.
    expect(words.byteLength).toBe(4 * (4 + 3 + 3 + 2 * (8 + 8 + 4 * 2)));
    const counted = new FactTable();
    counted.add(counted.row(7, 8, 9, 0, 0, 96, 0), SUM.impressions, 1);
    const small = encodeFacts(counted, new Map([[7, adSet]]), new Map());
    // Ad set, day, creative, quarter, impressions.
    expect(zstdDecompressSync(small).byteLength).toBe(4 * (4 + 3 + 5));
    expect(decodeFacts(small, 3)).toMatchObject([
      {
        adSetId: 7,
        campaignId: 70,
        creativeId: 8,
        widgetId: 0,
        quarter: 96,
        dayNumber: 1,
        impressions: 1,
        clicks: 0,
      },
    ]);
    for (const cut of [Buffer.alloc(0), words.subarray(0, 8), words.subarray(0, -4)]) {
      expect(() => decodeFacts(zstdCompressSync(cut), 3)).toThrow(/no whole number/);
    }
  });

  it('has each row on a day: the advertiser’s, or that of UTC where there is none', () => {
    // Five and a half hours ahead of UTC: the day begins 22 quarters sooner.
    const ahead = { ...wallet, zone: new ZoneDays('Asia/Kolkata') };
    const known = new Map([[7, { ...adSet, campaign: { ...adSet.campaign, wallet: ahead } }]]);
    const day = 20_833;
    const facts = new FactTable();
    const quarters = [day * 96 - 23, day * 96 - 22, day * 96 - 1, day * 96];
    for (const adSetId of [7, 0]) for (const at of quarters) facts.row(adSetId, 0, 0, 0, 0, at, 0);
    expect(decodeFacts(encodeFacts(facts, known, new Map()), 3).map(({ dayNumber }) => dayNumber)).toEqual([
      ...[day - 1, day, day, day],
      ...[day - 1, day - 1, day - 1, day],
    ]);
  });

  it('of the second layout is read as it was written', () => {
    const rows = zstdCompressSync(Buffer.from(STORED, 'hex'));
    expect(decodeFacts(rows, 2)[0]).toEqual({ ...row, ...counts, ...visits });
  });

  it('is cleared without a trace', () => {
    const used = table();
    used.clear();
    used.row(1, 2, 3, 0, 0, 96, 0);
    expect(used.size).toBe(1);
    for (const count of FACT_COUNT_KEYS) expect(used.sumAt(0, SUM[count])).toBe(0);
  });

  it('of the first layout is read as having no visits', () => {
    const bytes = Buffer.from(STORED, 'hex');
    const older = Buffer.concat([bytes.subarray(0, 96), bytes.subarray(FACT_ROW.bytes, FACT_ROW.bytes + 96)]);
    const none = { visits: 0, conversions: 0, conversionValueMicros: 0n };
    const facts = decodeFacts(zstdCompressSync(older), 1);
    expect(facts[0]).toEqual({ ...row, ...counts, ...none });
    expect(facts[1]).toMatchObject({ quarter: 96, adSetId: 0, ...none });
    expect(() => decodeFacts(zstdCompressSync(older), 2)).toThrow(/no whole number/);
    expect(() => decodeFacts(body, 4)).toThrow(/newer release/);
  });

  it('comes to the columns of its kind alone', () => {
    const one = decodeFactColumns(body, 3).counts;
    const columnsOf = (kind: number) =>
      Object.fromEntries(
        FACT_SUMS.map((column) => [column, sumsOfRows(column, new Uint32Array([kind]), one)[0]]),
      );
    const always = {
      ...{ requests: 1_000, filled: 1_001, over_delivered: 1_005, charged_micros: LARGE + 6 },
      ...{ publisher_micros: LARGE + 7, network_micros: -1, over_delivered_micros: LARGE + 8 },
      conversion_value_micros: LARGE + 11,
    };
    const none = Object.fromEntries(FACT_SUMS.map((column) => [column, 0]));
    const counted = {
      impressions: 1_002,
      viewables: 1_003,
      clicks: 1_004,
      visits: 1_009,
      conversions: 1_010,
    };
    expect(columnsOf(0)).toEqual({ ...none, ...always, ...counted });
    const filtered = { filtered_impressions: 1_002, filtered_viewables: 1_003, filtered_clicks: 1_004 };
    expect(columnsOf(1)).toEqual({ ...none, ...always, ...filtered, filtered_conversions: 1_010 });
    expect(columnsOf(2)).toEqual({ ...none, ...always });
    const tracked = { tracking_impressions: 1_002, tracking_clicks: 1_004 };
    expect(columnsOf(3)).toEqual({ ...none, ...always, ...tracked });
  });
});
