import { TALLY, TALLY_BYTES, type Tally } from '@placard/contract/wire/event-record';
import { viewOf } from '@placard/contract/wire/layout';
import { DECISION_GATES } from '@placard/domain/decision/gates';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REFUSAL_OF_GATE } from '../testing/auction-model.ts';
import { AdIndex, letterPair, NO_SIZE } from './ad-index.ts';
import { OUTCOME_OF_REFUSAL, Tallies } from './tallies.ts';

/** A spool with room for so many tallies. */
function spool(room = Number.POSITIVE_INFINITY) {
  const buffer = Buffer.alloc(100_000);
  const ends: number[] = [];
  const target = {
    buffer,
    reserve: (bytes: number, recordCount: number) => {
      expect([bytes, recordCount]).toEqual([TALLY_BYTES, 1]);
      if (ends.length >= room) return -1;
      ends.push((ends.length + 1) * bytes);
      return ends.length * bytes - bytes;
    },
  };
  const read = (): Tally[] => ends.map((end) => TALLY.read(viewOf(buffer), end - TALLY_BYTES));
  return { target, read };
}

const sizes = [
  [300, 250],
  [728, 90],
  [2_000, 20],
].map(([widthPx = 0, heightPx = 0]) => new AdIndex().slot(widthPx, heightPx));

const seen = fc.record({
  widgetId: fc.integer({ min: 1, max: 3 }),
  outcome: fc.constantFrom(...Object.values(TALLY_OUTCOMES)),
  device: fc.constantFrom(0, 1, 2, 3),
  country: fc.constantFrom('', 'AA', 'DE', 'US', 'ZZ'),
  size: fc.constantFrom(null, ...sizes),
});

describe('tallies', () => {
  test('come to the spool as they were counted, each kind of view once', () => {
    fc.assert(
      fc.property(fc.array(seen, { maxLength: 40 }), (views) => {
        const tallies = new Tallies(5_000);
        const expected = new Map<string, Tally>();
        for (const { widgetId, outcome, device, country, size } of views) {
          tallies.count(widgetId, {
            outcome,
            device,
            country: letterPair(country),
            sizeNumber: size?.sizeNumber ?? NO_SIZE,
          });
          const { widthPx, heightPx } = size ?? { widthPx: 0, heightPx: 0 };
          const tally = { outcome, device, atMs: 5_000, widgetId, count: 1, country, widthPx, heightPx };
          const key = JSON.stringify(tally);
          expected.set(key, { ...tally, count: (expected.get(key)?.count ?? 0) + 1 });
        }
        const { target, read } = spool();
        expect(tallies.write(target, 6_000)).toBe(expected.size);
        const written = read();
        expect(written).toHaveLength(expected.size);
        expect(written).toEqual(expect.arrayContaining([...expected.values()]));
        expect(tallies.write(target, 7_000)).toBe(0);
      }),
    );
  });

  test('that do not fit wait, and begin where they were counted', () => {
    const tallies = new Tallies(1_000);
    const view = { outcome: 0, device: 1, country: 0, sizeNumber: NO_SIZE };
    tallies.count(1, view);
    tallies.count(1, { ...view, device: 2 });
    tallies.count(2, view);
    const small = spool(1);
    expect(tallies.write(small.target, 2_000)).toBe(1);
    tallies.count(2, view);
    const { target, read } = spool();
    expect(tallies.write(target, 3_000)).toBe(2);
    expect(read().map(({ widgetId, device, count, atMs }) => [widgetId, device, count, atMs])).toEqual([
      [1, 2, 1, 1_000],
      [2, 1, 2, 1_000],
    ]);
    tallies.count(9, view);
    const last = spool();
    expect(tallies.write(last.target, 4_000)).toBe(1);
    expect(last.read()[0]).toMatchObject({ widgetId: 9, atMs: 3_000 });
  });

  test('tell of which widgets a page asked, but not of a page that is not the widget’s', () => {
    const tallies = new Tallies(0);
    const view = { device: 1, country: 0, sizeNumber: NO_SIZE };
    tallies.noteAsked(4);
    tallies.count(5, { ...view, outcome: TALLY_OUTCOMES.wrong_site });
    tallies.count(6, { ...view, outcome: TALLY_OUTCOMES.wrong_site });
    tallies.count(6, { ...view, outcome: TALLY_OUTCOMES.filled });
    tallies.count(6, { ...view, outcome: TALLY_OUTCOMES.floor });
    expect(tallies.seenWidgetIds()).toEqual([4, 6]);
    expect(tallies.seenWidgetIds()).toEqual([6]);
    tallies.write(spool().target, 1);
    expect(tallies.seenWidgetIds()).toEqual([]);
  });

  test('have an outcome for each refusal, in the order of the gates', () => {
    expect(OUTCOME_OF_REFUSAL.map((outcome) => nameOf(outcome))).toEqual([
      ...[
        'no_candidate',
        'minimum_bid',
        'floor',
        'schedule',
        'budget',
        'pacing',
        'frequency',
        'blocked',
        'on_page',
      ],
    ]);
    const ranks = DECISION_GATES.map((gate) => REFUSAL_OF_GATE[gate]);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(REFUSAL_OF_GATE.page).toBeGreaterThan(Math.max(...ranks));
  });
});

function nameOf(outcome: number): string | undefined {
  return Object.entries(TALLY_OUTCOMES).find(([, code]) => code === outcome)?.[0];
}
