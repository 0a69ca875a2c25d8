import type { ClickId } from '@placard/contract/wire/click-id';
import { VISIT_KINDS, type VisitRecord } from '@placard/contract/wire/collect-record';
import { FACT_COUNT_KEYS, ROW_COUNTED, ROW_FILTERED } from '@placard/domain/analytics/facts';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { DAY_MS } from '@placard/domain/time-zone';
import { describe, expect, it } from 'vitest';
import { CodeNotes } from './code-notes.ts';
import { FactTable, KEY, SUM } from './fact-table.ts';
import { FilteredExamples } from './filtered-examples.ts';
import { VisitJudge, type VisitJudgeInput } from './judge-visits.ts';
import { ParkedEvents } from './parked-events.ts';
import { isOver, ParkedVisits, type StoredVisit, VISIT_PARKING_MS } from './parked-visits.ts';
import { KIND_COUNTED_CLICK, SeenPages } from './seen-pages.ts';
import { bookOf } from './testing/books.ts';

const NOON = Date.UTC(2026, 4, 13, 12);
const MINUTE = NOON / 60_000;
const AD_SETS = new Map(
  [7, 8].map((adSetId) => [
    adSetId,
    bookOf({ adSetId, campaignId: 10 * adSetId, advertiserId: 100 * adSetId }),
  ]),
);
const CLICK: ClickId = {
  ...{ shard: 3, minute: MINUTE, sequence: 5, adSetId: 7, creativeId: 6, widgetId: 9 },
  ...{ clickedAtMs: NOON, device: 2, countryLanguage: 0x4652_6465, size: 300 * 65_536 + 250 },
};

const visit = (more: Partial<VisitRecord> = {}): StoredVisit => ({
  bytes: new Uint8Array(1),
  visit: {
    ...{ kind: VISIT_KINDS.conversion, reason: 0, atMs: NOON + 1, campaignId: 70, click: CLICK },
    ...{ valueMicros: null, currency: '', orderId: '', ...more },
  },
});

/** Of clicks all were counted, or none was settled. */
class Clicks extends SeenPages {
  readonly #counted: boolean;
  constructor(counted: boolean) {
    super();
    this.#counted = counted;
  }
  override has(kind: number): boolean {
    return this.#counted && kind === KIND_COUNTED_CLICK;
  }
}

function judge(visits: readonly StoredVisit[], counted = true, more: Partial<VisitJudgeInput> = {}) {
  const input: VisitJudgeInput = {
    ...{ adSets: AD_SETS, campaignIds: new Set([70, 80]), seen: new Clicks(counted), known: new Set() },
    ...{ parkedEvents: new ParkedEvents(), parkedVisits: new ParkedVisits(), facts: new FactTable() },
    ...{ notes: new CodeNotes(), examples: new FilteredExamples(), currency: 'USD', horizonMinute: 0 },
    ...{ nowMs: NOON, ...more },
  };
  const judged = new VisitJudge(input);
  for (const each of visits) judged.fresh(each);
  const { facts } = input;
  const rows = Array.from({ length: facts.size }, (_, row) => ({
    key: Object.values(KEY).map((word) => facts.keyAt(row, word)),
    counts: Object.fromEntries(
      FACT_COUNT_KEYS.map((count) => [count, facts.sumAt(row, SUM[count])]).filter(([, sum]) => sum !== 0),
    ),
  }));
  const note = input.notes.of('campaign', 70);
  return { judged, note, rows, waiting: input.parkedVisits.all, problems: [...note.problems] };
}

const problemsOf = (found: ReturnType<typeof judge>) =>
  found.problems.map(([name, { count }]) => [name, count]);
const key = (kind: number, code: number) => [
  ...[7, 6, 9, CLICK.countryLanguage, CLICK.size, NOON / 900_000, 2 | (kind << 8) | (code << 16)],
];

describe('a visit or a conversion', () => {
  it('counts where its click did, in the row of what was clicked', () => {
    const found = judge([
      visit({ kind: VISIT_KINDS.visit, atMs: NOON + 899_999 }),
      visit({ kind: VISIT_KINDS.visit }),
      visit({ orderId: 'A', atMs: NOON + 9, valueMicros: 5n }),
      visit({ orderId: 'B', atMs: NOON + 7, valueMicros: 6n, currency: 'USD' }),
      visit({ orderId: 'B' }),
    ]);
    expect(found.rows).toEqual([
      { key: key(ROW_COUNTED, 0), counts: { visits: 1, conversions: 2, conversionValueMicros: 11 } },
      { key: key(ROW_FILTERED, FILTER_REASONS.repeated.code), counts: { conversions: 1 } },
    ]);
    expect(found.note).toMatchObject({ visits: 1, conversions: 2, filtered: 1, lastConversionMs: NOON + 9 });
    expect([found.judged.visits.length, found.judged.conversions.length]).toEqual([1, 2]);
    expect(found.problems).toEqual([]);
  });

  it('tells that the code was called; that it works where no bot called it', () => {
    const calls = [
      visit({ kind: VISIT_KINDS.opened, click: null, atMs: NOON + 60_000 }),
      visit({ kind: VISIT_KINDS.visit, click: null, atMs: NOON + 60_001 }),
      visit({ kind: VISIT_KINDS.conversion, click: null, atMs: NOON + 60_000 }),
      visit({ kind: VISIT_KINDS.conversion, click: null, atMs: NOON + 60_000 }),
      visit({ kind: VISIT_KINDS.opened, atMs: NOON + 60_000 }),
      visit({ reason: FILTER_REASONS.bot.code, atMs: NOON, click: null }),
      visit({ campaignId: 71 }),
    ];
    const notes = new CodeNotes();
    const { note, rows } = judge(calls, true, { notes });
    expect(notes.all.map(({ kind, id }) => [kind, id])).toEqual([['campaign', 70]]);
    expect([...note.hits]).toEqual([
      [MINUTE + 1, 5],
      [MINUTE, 1],
    ]);
    expect(note).toMatchObject({ firstSeenMs: NOON + 60_000, lastSeenMs: NOON + 60_001 });
    expect(note).toMatchObject({ unattributed: 2, visits: 0, conversions: 0, filtered: 0 });
    expect(rows).toEqual([]);
  });

  it('counts for 30 days after its click, to the millisecond; of what comes later only a conversion is told', () => {
    const at = (afterMs: number, more: Partial<VisitRecord>) => visit({ atMs: NOON + afterMs, ...more });
    const found = judge([
      at(30 * DAY_MS, { orderId: 'A' }),
      at(30 * DAY_MS + 1, { orderId: 'B' }),
      at(30 * DAY_MS + 1, { kind: VISIT_KINDS.visit }),
    ]);
    expect(found.note).toMatchObject({ conversions: 1, visits: 0, filtered: 1 });
    expect(problemsOf(found)).toEqual([['late_conversion', 1]]);
  });

  it('of another campaign’s click is no visit of this one; of conversions it is told', () => {
    const click = { ...CLICK, adSetId: 8 };
    for (const [kind, problems] of [
      [VISIT_KINDS.visit, []],
      [VISIT_KINDS.conversion, [['other_campaign', 1]]],
    ] as const) {
      const found = judge([visit({ click, kind })]);
      expect([found.note.visits, found.note.conversions, found.rows]).toEqual([0, 0, []]);
      expect(problemsOf(found)).toEqual(problems);
    }
  });

  it('waits for its click where that may come still, which no click does from before the horizon or of no number', () => {
    const waits = (click: Partial<ClickId>) =>
      judge([visit({ click: { ...CLICK, ...click } })], false, { horizonMinute: MINUTE }).waiting.length;
    expect([waits({}), waits({ minute: MINUTE - 1 })]).toEqual([1, 0]);
    expect([waits({ sequence: 2 ** 24 - 1 }), waits({ sequence: 2 ** 24 })]).toEqual([1, 0]);
    const counted = judge([visit({ click: { ...CLICK, sequence: 2 ** 24 } })]);
    expect([counted.note.conversions, counted.note.filtered]).toEqual([0, 1]);
  });

  it('that delivery found to be a bot’s is filtered for that, where its click is of the campaign', () => {
    const bot = { reason: FILTER_REASONS.bot.code };
    const [own, others] = [visit(bot), visit({ ...bot, click: { ...CLICK, adSetId: 8 } })];
    const found = judge([own, others, visit({ ...bot, kind: VISIT_KINDS.visit })]);
    expect(found.rows).toEqual([
      { key: key(ROW_FILTERED, FILTER_REASONS.bot.code), counts: { conversions: 1 } },
    ]);
    expect([found.note.filtered, found.problems]).toEqual([1, []]);
  });

  it('that does not count says so of a conversion alone', () => {
    const before = { horizonMinute: MINUTE + 1 };
    const found = judge([visit({ kind: VISIT_KINDS.visit }), visit()], false, before);
    expect([found.note.filtered, problemsOf(found)]).toEqual([1, [['click_not_counted', 1]]]);
    expect(found.rows).toEqual([
      {
        key: key(ROW_FILTERED, FILTER_REASONS.click_not_counted.code),
        counts: { conversions: 1 },
      },
    ]);
  });

  it('has its value where it is of the network’s currency; what no sum can hold exactly adds nothing', () => {
    const most = BigInt(Number.MAX_SAFE_INTEGER);
    const sumOf = (...values: readonly [value: bigint | null, currency: string][]) =>
      judge(
        values.map(([valueMicros, currency], order) => visit({ valueMicros, currency, orderId: `${order}` })),
      );
    expect(sumOf([most - 1n, ''], [1n, 'USD']).rows[0]?.counts).toEqual({
      conversions: 2,
      conversionValueMicros: Number(most),
    });
    expect(sumOf([most, ''], [1n, '']).rows[0]?.counts.conversionValueMicros).toBe(Number(most));
    const other = sumOf([5n, 'EUR'], [null, 'EUR'], [null, ''], [6n, 'GBP']);
    expect(other.rows[0]?.counts).toEqual({ conversions: 4 });
    expect(problemsOf(other)).toEqual([['other_currency', 2]]);
    expect(other.judged.conversions.map(({ valueMicros }) => valueMicros)).toEqual([null, null, null, null]);
  });
});

describe('what waits for its click', () => {
  it('waits two and a half minutes, to the millisecond', () => {
    const parked = new ParkedVisits();
    parked.park(visit(), NOON);
    const [before, at] = [NOON + 149_999, NOON + 150_000];
    expect([parked.isDue(before), parked.isDue(at)]).toEqual([false, true]);
    expect([isOver(NOON, before), isOver(NOON, at), VISIT_PARKING_MS]).toEqual([false, true, 150_000]);
  });

  it('is 50,000 at most, and the same again is none more', () => {
    const parked = new ParkedVisits();
    const order = (number: number) => visit({ orderId: `${number}` });
    for (let number = 1; number < 50_000; number += 1) parked.park(order(number), NOON);
    expect([parked.park(order(0), NOON), parked.park(order(-1), NOON)]).toEqual([true, false]);
    expect(parked.park(order(1), NOON)).toBe(true);
    expect(parked.all).toHaveLength(50_000);
  });

  it('is kept by itself, whatever becomes of the batch that it came in', () => {
    const parked = new ParkedVisits();
    const batch = Buffer.from([1, 2, 3]);
    parked.park({ ...visit(), bytes: batch.subarray(1) }, NOON);
    batch.fill(0);
    expect(parked.all.map(({ bytes }) => [...bytes])).toEqual([[2, 3]]);
  });

  it('goes on waiting where the same is told again too late, or for another campaign', () => {
    const parkedVisits = new ParkedVisits();
    judge([visit({ orderId: 'A' })], false, { parkedVisits });
    const late = visit({ orderId: 'A', atMs: NOON + 31 * DAY_MS });
    expect(judge([late], false, { parkedVisits }).note.filtered).toBe(1);
    expect(parkedVisits.all).toHaveLength(1);
    // It is told apart by its campaign, its kind, its click and its order.
    judge([visit({ orderId: 'B' }), visit({ kind: VISIT_KINDS.visit })], false, { parkedVisits });
    judge([visit({ orderId: 'A', click: { ...CLICK, sequence: 6 } })], false, { parkedVisits });
    expect(parkedVisits.all).toHaveLength(4);
  });

  it('waits no more where its click is of another campaign', () => {
    const parkedVisits = new ParkedVisits();
    parkedVisits.park(visit({ click: { ...CLICK, adSetId: 8 } }), NOON);
    const { judged } = judge([], false, { parkedVisits });
    for (const parked of parkedVisits.all) judged.waiting(parked, true);
    expect(parkedVisits.all).toEqual([]);
  });

  it('is judged when its click is settled, or its time is over, and waits no more', () => {
    for (const [counted, mayWait, left, note] of [
      [true, true, 0, { conversions: 1, filtered: 0 }],
      [false, true, 1, { conversions: 0, filtered: 0 }],
      [false, false, 0, { conversions: 0, filtered: 1 }],
    ] as const) {
      const parkedVisits = new ParkedVisits();
      parkedVisits.park(visit(), NOON);
      const { judged, note: found } = judge([], counted, { parkedVisits });
      for (const parked of parkedVisits.all) judged.waiting(parked, mayWait);
      expect(parkedVisits.all).toHaveLength(left);
      expect(found).toMatchObject(note);
    }
  });
});
