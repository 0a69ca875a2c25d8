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

const VIEW = { outcome: TALLY_OUTCOMES.filled, device: 1, country: 0, sizeNumber: NO_SIZE };
const EVERYTHING = Number.POSITIVE_INFINITY;

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
        tallies.gather(6_000);
        expect(tallies.write(target, EVERYTHING)).toBe(false);
        const written = read();
        expect(written).toHaveLength(expected.size);
        expect(written).toEqual(expect.arrayContaining([...expected.values()]));
        tallies.gather(7_000);
        expect(tallies.write(target, EVERYTHING)).toBe(false);
        expect(read()).toHaveLength(expected.size);
      }),
    );
  });

  test('go so many at a time', () => {
    const tallies = new Tallies(1_000);
    for (const device of [1, 2, 3]) tallies.count(1, { ...VIEW, device });
    tallies.count(2, VIEW);
    const { target, read } = spool();
    expect(tallies.write(target, 2)).toBe(false);
    expect(read()).toEqual([]);
    tallies.gather(2_000);
    expect(tallies.write(target, 2)).toBe(true);
    expect(read()).toHaveLength(2);
    // Full to the last, and nothing is left.
    expect(tallies.write(target, 2)).toBe(false);
    expect(read().map(({ widgetId, device }) => [widgetId, device])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 1],
    ]);
  });

  test('that do not fit wait, and what comes meanwhile begins where they were set apart', () => {
    const tallies = new Tallies(1_000);
    tallies.count(1, VIEW);
    tallies.count(1, { ...VIEW, device: 2 });
    tallies.count(2, VIEW);
    tallies.gather(2_000);
    const small = spool(1);
    expect(tallies.write(small.target, EVERYTHING)).toBe(false);
    tallies.count(2, VIEW);
    // Nothing is set apart while some waits.
    tallies.gather(2_500);
    const { target, read } = spool();
    expect(tallies.write(target, EVERYTHING)).toBe(false);
    expect(read().map(({ widgetId, device, count, atMs }) => [widgetId, device, count, atMs])).toEqual([
      [1, 2, 1, 1_000],
      [2, 1, 1, 1_000],
    ]);
    tallies.count(9, VIEW);
    tallies.gather(3_000);
    const last = spool();
    expect(tallies.write(last.target, EVERYTHING)).toBe(false);
    expect(last.read().map(({ widgetId, atMs }) => [widgetId, atMs])).toEqual([
      [2, 2_000],
      [9, 2_000],
    ]);
    tallies.count(9, VIEW);
    tallies.gather(4_000);
    tallies.write(last.target, EVERYTHING);
    expect(last.read().at(-1)).toMatchObject({ widgetId: 9, atMs: 3_000 });
  });

  test('tell of which widgets a page asked, but not of a page that is not the widget’s', () => {
    const tallies = new Tallies(0);
    tallies.noteAsked(4);
    tallies.count(5, { ...VIEW, outcome: TALLY_OUTCOMES.wrong_site });
    tallies.count(6, { ...VIEW, outcome: TALLY_OUTCOMES.wrong_site });
    tallies.count(6, { ...VIEW, outcome: TALLY_OUTCOMES.filled });
    tallies.count(6, { ...VIEW, outcome: TALLY_OUTCOMES.floor });
    expect(tallies.takeSeenWidgetIds()).toEqual([4]);
    tallies.gather(1);
    tallies.write(spool().target, EVERYTHING);
    expect(tallies.takeSeenWidgetIds()).toEqual([6]);
    expect(tallies.takeSeenWidgetIds()).toEqual([]);
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
