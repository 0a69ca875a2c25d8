import {
  TOKEN_EVENT_AT as AT,
  RECORD_TYPE_TALLY,
  TALLY_BYTES,
  type Tally,
  TOKEN_EVENT_BYTES,
  writeTally,
} from '@placard/contract/wire/event-record';
import { viewOf } from '@placard/contract/wire/layout';
import { TRACKING_RECORD_BYTES, writeTrackingRecord } from '@placard/contract/wire/tracking-link';
import {
  FACT_COUNT_KEYS,
  ROW_COUNTED,
  ROW_FILTERED,
  ROW_REQUESTED,
  ROW_TRACKED,
} from '@placard/domain/analytics/facts';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { EVENT_KIND_CODES } from '@placard/domain/event-kind';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { describe, expect, it } from 'vitest';
import { Charger } from './charger.ts';
import { FactTable, KEY, SUM } from './fact-table.ts';
import { FilteredExamples } from './filtered-examples.ts';
import { Judge, type JudgeInput } from './judge.ts';
import { PARKING_MS, ParkedEvents } from './parked-events.ts';
import { DamagedBatchError, isJudgeable, Scan } from './scan.ts';
import { KIND_COUNTED_CLICK, pageKey, SeenPages, sequenceInRange } from './seen-pages.ts';
import { bookOf } from './testing/books.ts';
import { bodyOf, type EventSpec } from './testing/world.ts';

const NOON = Date.UTC(2026, 4, 13, 12);
const QUARTER = NOON / 900_000;
const AD_SETS = new Map([[7, bookOf({ adSetId: 7, campaignId: 70, advertiserId: 700 })]]);
const WIDGETS = new Map([[9, { widgetId: 9, websiteId: 90, publisherId: 900 }]]);

const event = (more: Partial<EventSpec>): EventSpec => ({
  ...{
    kind: 'impression',
    eventAtMs: NOON,
    decidedAtMs: NOON,
    shard: 3,
    sequence: 5,
    adSetId: 7,
    widgetId: 9,
  },
  ...{ priceMicros: 1, ...more },
});
const batchOf = (body: Buffer) => ({
  shard: 3,
  spoolOffset: 0n,
  spoolEnd: BigInt(body.byteLength),
  recordCount: 1,
  body,
});

/** Keys in their order and the counts that are not 0, of each row. */
function rowsOf(facts: FactTable) {
  return Array.from({ length: facts.size }, (_, row) => ({
    key: Object.values(KEY).map((word) => facts.keyAt(row, word)),
    counts: Object.fromEntries(
      FACT_COUNT_KEYS.map((count) => [count, facts.sumAt(row, SUM[count])]).filter(([, sum]) => sum !== 0),
    ),
  }));
}

function judged(body: Buffer, more: Partial<JudgeInput> = {}) {
  const facts = new FactTable();
  const judge = new Judge({
    ...{ adSets: AD_SETS, widgets: WIDGETS, seen: new SeenPages(), parked: new ParkedEvents(), facts },
    ...{ viewerClicks: new Map<string, readonly number[]>(), horizonMinute: 0, nowMs: NOON },
    ...{ verdicts: new Charger(AD_SETS, facts), examples: new FilteredExamples(), ...more },
  });
  judge.body(body);
  return rowsOf(facts);
}

describe('what is added up and not judged', () => {
  const tally: Tally = {
    ...{ outcome: TALLY_OUTCOMES.filled, device: 2, atMs: NOON, widgetId: 9, count: 40, country: 'DE' },
    ...{ widthPx: 300, heightPx: 250 },
  };
  const tallies = (all: readonly Partial<Tally>[]) => {
    const body = Buffer.alloc(all.length * TALLY_BYTES);
    for (const [index, more] of all.entries()) writeTally(body, index * TALLY_BYTES, { ...tally, ...more });
    return body;
  };
  const size = 300 * 65_536 + 250;
  const germany = 0x4445_0000;

  it('are a widget’s views, by what became of them; what was filled is requested too', () => {
    const code = (outcome: number) => 2 | (ROW_REQUESTED << 8) | (outcome << 16);
    expect(
      judged(
        tallies([
          {},
          { count: 2 },
          { outcome: TALLY_OUTCOMES.floor, count: 3 },
          { atMs: NOON - 1, country: '' },
        ]),
      ),
    ).toEqual([
      { key: [0, 0, 9, germany, size, QUARTER, code(0)], counts: { requests: 42, filled: 42 } },
      { key: [0, 0, 9, germany, size, QUARTER, code(TALLY_OUTCOMES.floor)], counts: { requests: 3 } },
      { key: [0, 0, 9, 0, size, QUARTER - 1, code(0)], counts: { requests: 40, filled: 40 } },
    ]);
  });

  it('are what another ad server told of ad sets there are, whose device is of two bits', () => {
    const body = Buffer.alloc(3 * TRACKING_RECORD_BYTES);
    const told = {
      ...{ kind: EVENT_KIND_CODES.impression, device: 3 as const, atMs: NOON, adSetId: 7, creativeId: 8 },
      ...{ country: 'DE', language: 'en', widthPx: 300, heightPx: 250 },
    } as const;
    const others = [{}, { kind: EVENT_KIND_CODES.click }, { adSetId: 8 }];
    for (const [index, more] of others.entries()) {
      writeTrackingRecord(body, index * TRACKING_RECORD_BYTES, { ...told, ...more });
    }
    expect(judged(body)).toEqual([
      {
        key: [7, 8, 0, 0x4445_656e, size, QUARTER, 3 | (ROW_TRACKED << 8)],
        counts: { impressions: 1, clicks: 1 },
      },
    ]);
  });

  it('are not records of another length or kind, and what follows them is', () => {
    const shorter = tallies([{}]).subarray(0, TALLY_BYTES - 1);
    shorter.writeUInt16BE(TALLY_BYTES - 1, 0);
    const unknown = Buffer.from(tallies([{}]));
    unknown.writeUInt8(200, 2);
    expect(shorter[2]).toBe(RECORD_TYPE_TALLY);
    expect(judged(Buffer.concat([shorter, unknown, tallies([{ count: 1 }])]))).toMatchObject([
      { counts: { requests: 1 } },
    ]);
  });
});

describe('a batch is looked through before it is judged', () => {
  const scanOf = (body: Buffer) => {
    const scan = new Scan(new SeenPages(), new ParkedEvents());
    scan.batch(batchOf(body));
    return scan;
  };

  it('for whom it names and when', () => {
    const tally = Buffer.alloc(TALLY_BYTES);
    writeTally(tally, 0, {
      outcome: 1,
      device: 0,
      atMs: NOON - 900_000,
      widgetId: 11,
      count: 1,
      country: '',
      widthPx: 1,
      heightPx: 1,
    });
    const { subjects, viewers } = scanOf(
      Buffer.concat([
        bodyOf([
          event({}),
          event({ sequence: 6, adSetId: 8, widgetId: 10 }),
          event({ eventAtMs: NOON + 900_000 }),
        ]),
        tally,
        bodyOf([event({ kind: 'click', viewer: 0xab })]),
      ]),
    );
    expect([...subjects.adSetIds]).toEqual([7, 8]);
    expect([...subjects.widgetIds]).toEqual([9, 10, 11]);
    expect([subjects.firstQuarter, subjects.lastQuarter]).toEqual([QUARTER - 1, QUARTER + 1]);
    expect([...viewers]).toEqual(['00000000000000ab']);
  });

  it('which is one of an event only where both its kind and its length are', () => {
    const body = bodyOf([
      event({}),
      event({ adSetId: 8, widgetId: 10 }),
      event({ adSetId: 11, widgetId: 12 }),
    ]);
    // Of the first the kind, of the second the length is another's: two bytes of it are a record of their own.
    body.writeUInt8(200, 2);
    body.writeUInt16BE(TOKEN_EVENT_BYTES - 4, TOKEN_EVENT_BYTES);
    body.writeUInt16BE(4, 2 * TOKEN_EVENT_BYTES - 4);
    const { subjects } = scanOf(body);
    expect([[...subjects.adSetIds], [...subjects.widgetIds]]).toEqual([[11], [12]]);
  });

  it.each([
    ['ends within its last record', (body: Buffer) => body.subarray(0, -1), TOKEN_EVENT_BYTES],
    [
      'has two bytes of one',
      (body: Buffer) => Buffer.concat([body, Buffer.from([0, 3])]),
      2 * TOKEN_EVENT_BYTES,
    ],
    [
      'has a record of two bytes',
      (body: Buffer) => Buffer.concat([body, Buffer.from([0, 2, 9])]),
      2 * TOKEN_EVENT_BYTES,
    ],
  ])('and is damaged where it %s', (_name, cut, atByte) => {
    const whole = bodyOf([event({}), event({ sequence: 6 })]);
    expect(() => scanOf(cut(whole))).toThrow(DamagedBatchError);
    expect(() => scanOf(cut(whole))).toThrow(`batch at offset 0 of shard 3 is damaged at byte ${atByte}`);
    expect(() => scanOf(Buffer.concat([whole, Buffer.from([0, 3, 9])]))).not.toThrow();
  });

  it('and an event is one of ours where kind, version and number are', () => {
    const is = (change: (body: Buffer) => void) => {
      const body = bodyOf([event({ kind: 'click' })]);
      change(body);
      return isJudgeable(viewOf(body), 0);
    };
    expect(is(() => undefined)).toBe(true);
    const kinds = [0, 1, 2, 3, 4].map((kind) => is((body) => body.writeUInt8(kind, AT.kind)));
    expect(kinds).toEqual([false, true, true, true, false]);
    expect(is((body) => body.writeUInt8(1, AT.reason))).toBe(false);
    expect(is((body) => body.writeUInt8(9, AT.version))).toBe(false);
    const most = 2 ** 24 - 1;
    expect(
      [most, most + 1].map((sequence) => is((body) => body.writeUInt32BE(sequence, AT.sequence))),
    ).toEqual([true, false]);
    expect([sequenceInRange(most), sequenceInRange(most + 1)]).toEqual([true, false]);
  });
});

describe('pages of bits', () => {
  it('have numbers of their own for each minute, shard, kind and 32,768 decisions, which fit a double', () => {
    const parts = [0, 1, 65_535].flatMap((shard) =>
      [0, 1, 2 ** 26 - 1].flatMap((minute) =>
        [KIND_COUNTED_CLICK, 1, 2, 3].flatMap((kind) =>
          [0, 32_767, 32_768, 2 ** 24 - 1].map((sequence) => [shard, minute, kind, sequence] as const),
        ),
      ),
    );
    const keys = parts.map((part) => pageKey(...part));
    // Of four numbers of decisions the first two share a page.
    expect(new Set(keys).size).toBe((parts.length * 3) / 4);
    expect(Math.max(...keys)).toBe(2 ** 53 - 1);
  });
});

describe('what waits for its impression', () => {
  const parkedWith = (...all: Partial<EventSpec>[]) => {
    const parked = new ParkedEvents();
    for (const [index, more] of all.entries()) {
      parked.park(
        bodyOf([event({ kind: 'viewable', ...more })]),
        0,
        more.kind === 'click' ? 3 : 2,
        NOON + index,
      );
    }
    return parked;
  };
  const place = (more: Partial<EventSpec> = {}) => viewOf(bodyOf([event(more)]));
  const kindsOf = (events: readonly { kind: number }[]) => events.map(({ kind }) => kind);

  it('is found and taken by its decision: shard, minute and number, all of it, in its order', () => {
    const parked = parkedWith(
      { kind: 'click' },
      {},
      { sequence: 6 },
      { shard: 4 },
      { decidedAtMs: NOON + 60_000 },
    );
    expect(parked.size).toBe(5);
    const minute = NOON / 60_000;
    expect(parked.isWaiting(3, minute, 5, 3)).toBe(true);
    expect([
      parked.isWaiting(3, minute, 6, 3),
      parked.isWaiting(2, minute, 5, 3),
      parked.isWaiting(3, minute + 1, 5, 3),
    ]).toEqual([...[false, false, false]]);
    expect(kindsOf(parked.waitingFor(place(), 0))).toEqual([3, 2]);
    expect(kindsOf(parked.take(place(), 0))).toEqual([3, 2]);
    expect([parked.size, parked.take(place(), 0), parked.waitingFor(place(), 0)]).toEqual([3, [], []]);
    expect(parked.isWaiting(3, minute, 5, 3)).toBe(false);
    for (const more of [{ sequence: 6 }, { shard: 4 }, { decidedAtMs: NOON + 60_000 }]) {
      expect(parked.take(place(more), 0)).toHaveLength(1);
    }
    expect(parked.size).toBe(0);
  });

  it('is kept by itself, whatever becomes of the batch that it came in', () => {
    const body = bodyOf([event({}), event({ kind: 'click', sequence: 6 })]);
    const parked = new ParkedEvents();
    parked.park(body, TOKEN_EVENT_BYTES, 3, NOON);
    const [click] = parked.waitingFor(place({ sequence: 6 }), 0);
    expect(click?.bytes.byteLength).toBe(TOKEN_EVENT_BYTES);
    const before = Buffer.from(click?.bytes ?? []);
    body.fill(0);
    expect(Buffer.from(click?.bytes ?? [])).toEqual(before);
  });

  it('waits a minute to the millisecond, and what came first is over first', () => {
    expect(PARKING_MS).toBe(60_000);
    const parked = parkedWith({ sequence: 9, decidedAtMs: NOON + 60_000 }, {}, { sequence: 6 });
    const over = (nowMs: number) => parked.expired(nowMs).map(({ parkedAtMs }) => parkedAtMs - NOON);
    expect([over(NOON + PARKING_MS - 1), over(NOON + PARKING_MS), over(NOON + PARKING_MS + 2)]).toEqual([
      [],
      [0],
      [0, 1, 2],
    ]);
  });

  it('is removed by itself, once', () => {
    const parked = parkedWith({ kind: 'click' }, {});
    const [click, viewable] = parked.waitingFor(place(), 0);
    if (click === undefined || viewable === undefined) throw new Error('two wait');
    expect([parked.remove(click), parked.remove(click), parked.size]).toEqual([true, false, 1]);
    expect(kindsOf(parked.waitingFor(place(), 0))).toEqual([2]);
    expect([parked.remove(viewable), parked.remove(viewable), parked.size]).toEqual([true, false, 0]);
    expect(parked.expired(NOON + 2 * PARKING_MS)).toEqual([]);
  });
});

/** Every decision is in its pages, and none was used before. */
class KnownPages extends SeenPages {
  override add(): boolean {
    return true;
  }
  override has(): boolean {
    return true;
  }
}

describe('what was judged is counted by all that a report can ask for', () => {
  const TOO_FAST = FILTER_REASONS.too_fast.code;
  const key = (kind: number, code: number, device: number) => [
    ...[7, 6, 9, 0x4652_6465, 300 * 65_536 + 250, QUARTER, device | (kind << 8) | (code << 16)],
  ];
  const spec = (more: Partial<EventSpec>) =>
    event({ creativeId: 6, country: 'FR', eventAtMs: NOON + 899_999, viewer: 5, ...more });

  it('each kind in a sum of its own, what counted apart from what was filtered, devices of two bits', () => {
    const body = bodyOf([
      spec({ device: 3, sequence: 1 }),
      spec({ device: 2, kind: 'viewable', priceMicros: 4_000, shareBp: 2_500 }),
      spec({ device: 2, kind: 'click' }),
      ...(['impression', 'viewable', 'click'] as const).map((kind) =>
        spec({ device: 1, kind, reason: TOO_FAST }),
      ),
    ]);
    expect(judged(body, { seen: new KnownPages() })).toEqual([
      { key: key(ROW_COUNTED, 0, 3), counts: { impressions: 1 } },
      {
        key: key(ROW_COUNTED, 0, 2),
        counts: { viewables: 1, clicks: 1, chargedMicros: 4, publisherMicros: 1 },
      },
      { key: key(ROW_FILTERED, TOO_FAST, 1), counts: { impressions: 1, viewables: 1, clicks: 1 } },
    ]);
  });

  it('and never for an ad set that is unknown: one that waited under such a one is nobody’s', () => {
    const parked = new ParkedEvents();
    for (const kind of ['viewable', 'click'] as const)
      parked.park(bodyOf([spec({ kind, adSetId: 8 })]), 0, EVENT_KIND_CODES[kind], NOON);
    expect(judged(bodyOf([spec({})]), { seen: new KnownPages(), parked })).toMatchObject([
      { counts: { impressions: 1 } },
      {
        key: [8, ...key(ROW_FILTERED, FILTER_REASONS.forged_token.code, 1).slice(1)],
        counts: { viewables: 1, clicks: 1 },
      },
    ]);
    const charger = new Charger(AD_SETS, new FactTable());
    const body = bodyOf([spec({ adSetId: 8 })]);
    expect(() => charger.counted(body, viewOf(body), 0)).toThrow('unknown ad set');
  });
});
