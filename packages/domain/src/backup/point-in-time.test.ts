import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../time-zone.ts';
import {
  type Base,
  BUCKET_LATE_MS,
  baseFor,
  basesToDrop,
  beginOfPiece,
  isBaseDue,
  isBucketLate,
  isLogName,
  isLogNeeded,
} from './point-in-time.ts';

const base = (beganAtMs: number, endedAtMs = beganAtMs + 1_000): Base => ({
  name: `base-${beganAtMs}`,
  beganAtMs,
  endedAtMs,
});
const anyBases = fc.array(
  fc.integer({ min: 0, max: 40 * DAY_MS }).map((beganAtMs) => base(beganAtMs)),
  { maxLength: 20 },
);

describe('a base', () => {
  it('is due where there is none, and a day after the newest began', () => {
    expect(isBaseDue([], 0)).toBe(true);
    expect(isBaseDue([base(0), base(5)], DAY_MS + 4)).toBe(false);
    expect(isBaseDue([base(0), base(5)], DAY_MS + 5)).toBe(true);
  });

  it('is due also where a clock that was ahead has named one of a day to come', () => {
    expect(isBaseDue([base(0), base(31 * DAY_MS)], DAY_MS)).toBe(true);
    expect(isBaseDue([base(0), base(31 * DAY_MS), base(DAY_MS)], DAY_MS + 1)).toBe(false);
    // By less than a day it is one of today.
    expect(isBaseDue([base(2 * DAY_MS - 1)], DAY_MS)).toBe(false);
    expect(isBaseDue([base(2 * DAY_MS)], DAY_MS)).toBe(true);
  });

  it('serves a moment from when it was whole on, and not before', () => {
    const bases = [base(0, 10), base(100, 110)];
    expect(baseFor(bases, 9)).toBeUndefined();
    expect(baseFor(bases, 10)?.name).toBe('base-0');
    expect(baseFor(bases, 109)?.name).toBe('base-0');
    expect(baseFor(bases, 110)?.name).toBe('base-100');
    expect(baseFor(bases, null)?.name).toBe('base-100');
    // In whatever order they are found.
    expect(baseFor(bases.toReversed(), null)?.name).toBe('base-100');
    expect(baseFor([], null)).toBeUndefined();
  });

  it('stays while a moment of the days that are kept is restored from it', () => {
    const bases = [base(0, 10), base(DAY_MS, DAY_MS + 10), base(2 * DAY_MS, 2 * DAY_MS + 10)];
    expect(basesToDrop(bases, 3 * DAY_MS + 9, 2)).toEqual([]);
    expect(basesToDrop(bases, 3 * DAY_MS + 10, 2).map(({ name }) => name)).toEqual(['base-0']);
  });

  it('is dropped only where no moment that is kept had it', () => {
    fc.assert(
      fc.property(
        anyBases,
        fc.integer({ min: 0, max: 50 * DAY_MS }),
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (bases, nowMs, days, where) => {
          const gone = new Set(basesToDrop(bases, nowMs, days));
          const moment = nowMs - days * DAY_MS * where;
          const before = baseFor(bases, moment);
          const after = baseFor(
            bases.filter((one) => !gone.has(one)),
            moment,
          );
          expect(after?.endedAtMs).toBe(before?.endedAtMs);
        },
      ),
    );
  });
});

describe('a piece of the log', () => {
  it('is known by its name', () => {
    for (const name of [
      '000000010000000A000000FE',
      '000000010000000000000004.00000028.backup',
      '00000002.history',
    ])
      expect(isLogName(name)).toBe(true);
    for (const name of [
      '000000010000000A000000FE.part',
      'chain',
      '000000010000000a000000fe',
      '../00000002.history',
      '00000002.history.gz',
      '000000010000000A000000F',
    ])
      expect(isLogName(name)).toBe(false);
  });

  it('is needed from the base’s first on, whatever its timeline is', () => {
    const first = '000000020000000100000010';
    expect(isLogNeeded('00000002000000010000000F', first)).toBe(false);
    expect(isLogNeeded('00000003000000010000000F', first)).toBe(false);
    expect(isLogNeeded(first, first)).toBe(true);
    expect(isLogNeeded('000000010000000100000010', first)).toBe(true);
    expect(isLogNeeded('000000010000000200000000', first)).toBe(true);
    expect(isLogNeeded('00000001000000010000000F.00000028.backup', first)).toBe(false);
    expect(isLogNeeded('00000002.history', first)).toBe(true);
  });

  it('says where it begins, as the database writes that', () => {
    expect(beginOfPiece('000000010000000A000000FE')).toBe('A/FE000000');
    expect(beginOfPiece('000000020000000000000001')).toBe('0/1000000');
    expect(beginOfPiece('00000001F00000010000000A')).toBe('F0000001/A000000');
    for (const other of ['00000002.history', '000000010000000000000004.00000028.backup'])
      expect(beginOfPiece(other)).toBeNull();
  });
});

it('a bucket is late after a quarter of an hour, and from the first where it never had anything', () => {
  expect(isBucketLate(0, BUCKET_LATE_MS - 1)).toBe(false);
  expect(isBucketLate(0, BUCKET_LATE_MS)).toBe(true);
  expect(isBucketLate(null, 0)).toBe(true);
});
