import { describe, expect, it } from 'vitest';
import { atMost, type BenchResult } from '../result.ts';
import { inOne, shareOfOthers, type Turn } from './turns.ts';

const result = (figures: Readonly<Record<string, number>>): BenchResult => ({
  name: 'start',
  machine: 'here',
  rounds: 1,
  figures: Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, atMost(value, 10, 's')])),
});
const turn = (now: number, earlier: number, othersShare = 0): Turn => ({
  now: result({ firstStart: now }),
  earlier: result({ firstStart: earlier }),
  othersShare,
});

describe('turns of a whole bench', () => {
  it('come to the median of each side, the earlier commit’s beside this one’s', () => {
    const { figures, against, disturbed } = inOne(
      'start',
      'abc1234',
      [turn(3, 8), turn(9, 6), turn(4, 7)],
      3,
    );
    expect(figures).toEqual({ firstStart: { value: 4, unit: 's', target: 10, met: true, earlier: 7 } });
    expect({ against, disturbed }).toEqual({ against: 'abc1234', disturbed: 0 });
  });

  it('count where others had least of the processors, and say how many did not and how much they had', () => {
    const taken = [turn(1, 1, 0.4), turn(3, 6, 0.01), turn(5, 7, 0.03), turn(4, 8, 0.02)];
    const { figures, disturbed, othersShare } = inOne('start', 'abc1234', taken, 3);
    expect(figures.firstStart).toMatchObject({ value: 4, earlier: 7 });
    expect({ disturbed, othersShare }).toEqual({ disturbed: 1, othersShare: 0.03 });
  });

  it('tell what the earlier commit did not measure yet by itself', () => {
    const one = { ...turn(3, 8), now: result({ firstStart: 3, idleMemory: 5 }) };
    expect(inOne('start', 'abc1234', [one], 1).figures.idleMemory).not.toHaveProperty('earlier');
  });
});

describe('what others had of the processors', () => {
  const at = (atMs: number, machineMs: number, ownMs: number) => ({ atMs, machineMs, ownMs });

  it('is what the machine did beside the bench, of all that its processors could have done', () => {
    expect(shareOfOthers(at(0, 100, 50), at(1_000, 1_700, 1_550), 2)).toBeCloseTo(0.05);
  });

  it('is nothing where clocks that tick differently would make it less than that', () => {
    expect(shareOfOthers(at(0, 0, 0), at(1_000, 990, 1_000), 2)).toBe(0);
  });
});
