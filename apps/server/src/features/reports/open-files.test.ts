import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TooManyWaiting } from '../../fairness/turns.ts';
import { OPEN_FILE_LIMITS, OpenFiles } from './open-files.ts';

const LIMITS = { ofAnAccount: 1, inAll: 2, idleMs: 60_000, longestMs: 150_000 };
const open = (files: OpenFiles, account: number) => files.open(account, new AbortController().signal);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('files that are being written', () => {
  it('are one of an account and so many in all; a place that is given back twice is free once', () => {
    const files = new OpenFiles(LIMITS);
    const first = open(files, 1);
    expect(() => open(files, 1)).toThrow('A file of a report is being written');
    open(files, 2);
    expect(() => open(files, 3)).toThrow(TooManyWaiting);
    first.close();
    first.close();
    expect(files.count).toBe(1);
    open(files, 1);
    expect(() => open(files, 3)).toThrow(TooManyWaiting);
  });

  it('end when nothing is taken for too long, not while something is', () => {
    const place = open(new OpenFiles(LIMITS), 1);
    vi.advanceTimersByTime(59_999);
    place.taken();
    vi.advanceTimersByTime(59_999);
    expect(place.ended.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(place.ended.aborted).toBe(true);
  });

  it('end when they take too long in all, and with whoever asked', () => {
    const files = new OpenFiles(LIMITS);
    const place = open(files, 1);
    for (let passed = 0; passed < 149_999; passed += 49_999) {
      vi.advanceTimersByTime(Math.min(49_999, 149_999 - passed));
      place.taken();
    }
    expect(place.ended.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(place.ended.aborted).toBe(true);
    const gone = new AbortController();
    const other = files.open(2, gone.signal);
    gone.abort();
    expect(other.ended.aborted).toBe(true);
  });

  it('are twenty in all unless said otherwise, for half an hour, and a minute without a reader', () => {
    const files = new OpenFiles();
    const places = Array.from({ length: 20 }, (_, account) => open(files, account));
    expect(() => open(files, 3)).toThrow('A file of a report is being written');
    expect(() => open(files, 20)).toThrow('20 files are being written');
    places[3]?.close();
    const late = open(files, 20);
    for (const place of places) place.close();
    expect(files.count).toBe(1);
    const minutes = OPEN_FILE_LIMITS.longestMs / 60_000;
    expect([minutes, OPEN_FILE_LIMITS.idleMs]).toEqual([30, 60_000]);
    for (let minute = 0; minute < minutes; minute += 0.5) {
      expect(late.ended.aborted).toBe(false);
      vi.advanceTimersByTime(30_000);
      late.taken();
    }
    expect(late.ended.aborted).toBe(true);
    // Of those that were closed no clock went on.
    expect(places.filter(({ ended }) => ended.aborted)).toEqual([]);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('are as many of an account as it may have', () => {
    const files = new OpenFiles({ ...LIMITS, ofAnAccount: 2, inAll: 3 });
    const [first, second] = [open(files, 1), open(files, 1)];
    expect(() => open(files, 1)).toThrow('A file of a report is being written');
    first.close();
    open(files, 1);
    expect(() => open(files, 1)).toThrow('A file of a report is being written');
    second.close();
    expect(files.count).toBe(1);
  });
});
