import { setImmediate as nextTurn } from 'node:timers/promises';
import { TALLY, TALLY_BYTES } from '@placard/contract/wire/event-record';
import { viewOf } from '@placard/contract/wire/layout';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { describe, expect, test } from 'vitest';
import { NO_SIZE } from '../decide/ad-index.ts';
import { Tallies } from '../decide/tallies.ts';
import { ViewSamples } from '../decide/view-samples.ts';
import { TALLIES_A_TURN, writeAllCounts, writeCounts } from './write-counts.ts';

const VIEW = { outcome: TALLY_OUTCOMES.filled, device: 1, country: 0, sizeNumber: NO_SIZE };

function counting(widgets: number) {
  const [tallies, samples] = [new Tallies(1_000), new ViewSamples(() => 0)];
  for (let id = 1; id <= widgets; id += 1) tallies.count(id, VIEW);
  const buffer = Buffer.alloc(4 * TALLIES_A_TURN * TALLY_BYTES);
  const [seen, moment] = [new Set<number>(), { nowMs: 2_000 }];
  const taken = { tallies: 0, room: Number.POSITIVE_INFINITY };
  const spool = {
    buffer,
    reserve: (bytes: number) => {
      if (taken.tallies >= taken.room) return -1;
      taken.tallies += 1;
      return (taken.tallies - 1) * bytes;
    },
  };
  const desk = {
    noteSeen: (ids: readonly number[]) => {
      for (const id of ids) seen.add(id);
    },
  };
  const read = () =>
    Array.from({ length: taken.tallies }, (_, at) => TALLY.read(viewOf(buffer), at * TALLY_BYTES));
  return { counted: { tallies, samples, desk, spool, nowMs: () => moment.nowMs }, taken, seen, moment, read };
}

describe('counts', () => {
  test('of many widgets are handed over in several turns of the loop, each once', async () => {
    const widgets = 2 * TALLIES_A_TURN + 1;
    const { counted, taken, seen, read } = counting(widgets);
    const afterTurns: number[] = [];
    writeCounts(counted);
    for (let turn = 0; turn < 4; turn += 1) {
      afterTurns.push(taken.tallies);
      await nextTurn();
    }
    expect(afterTurns).toEqual([TALLIES_A_TURN, 2 * TALLIES_A_TURN, widgets, widgets]);
    expect(new Set(read().map(({ widgetId, atMs }) => `${widgetId} at ${atMs}`)).size).toBe(widgets);
    expect(read().every(({ atMs }) => atMs === 1_000)).toBe(true);
    expect(seen.size).toBe(widgets);
  });

  test('that the spool refuses are handed over at the end, and those since then', () => {
    const { counted, taken, seen, moment, read } = counting(3);
    taken.room = 1;
    writeCounts(counted);
    expect(taken.tallies).toBe(1);
    counted.tallies.count(2, VIEW);
    taken.room = Number.POSITIVE_INFINITY;
    moment.nowMs = 3_000;
    writeAllCounts(counted);
    expect(read().map(({ widgetId, atMs }) => [widgetId, atMs])).toEqual([
      [1, 1_000],
      [2, 1_000],
      [3, 1_000],
      [2, 2_000],
    ]);
    expect([...seen]).toEqual([1, 2, 3]);
  });
});
