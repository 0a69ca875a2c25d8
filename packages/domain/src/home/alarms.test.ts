import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DELIVERY_NETWORKS_GONE_MS } from '../address/known-networks.ts';
import { DEFAULT_THRESHOLDS, type DeliveryLately } from '../health/alarm-thresholds.ts';
import { RECONCILED_WITHIN_MS } from '../ledger/reconciliation.ts';
import {
  ALARM_KINDS,
  alarmsOf,
  diskIsLow,
  MONTH_LATE_MS,
  type NetworkState,
  REPORTS_LATE_MS,
} from './alarms.ts';

const NOW = Date.UTC(2026, 4, 13, 12);
const GIB = 2 ** 30;
const NONE = { count: 0, sinceMs: null };
const QUIET: DeliveryLately = {
  ...{ views: 0, filled: 0, events: 0, filtered: 0, timed: 0, p99Ms: null, spoolBytes: 0 },
};
const WELL: NetworkState = {
  nowMs: NOW,
  thresholds: DEFAULT_THRESHOLDS,
  lately: QUIET,
  overDeliveredSinceMs: null,
  unsettledSinceMs: null,
  unloadedSinceMs: null,
  books: { isGreen: true, lookedMs: NOW, differing: 0 },
  deliveryToldMs: NOW,
  disk: { freeBytes: 50 * GIB, totalBytes: 100 * GIB },
  stuckMails: NONE,
  openMonths: { count: 0, endedMs: null },
  emptyWallets: NONE,
};
const kinds = (change: Partial<NetworkState>) => alarmsOf({ ...WELL, ...change }).map(({ kind }) => kind);

describe('alarms', () => {
  it('are none while all is well, also where the disk cannot be asked', () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ disk: null })).toEqual([]);
  });

  it.each([
    [
      'settlement_behind',
      (at: number) => ({ unsettledSinceMs: at }),
      DEFAULT_THRESHOLDS.settlementSeconds * 1_000,
    ],
    ['reports_behind', (at: number) => ({ unloadedSinceMs: at }), REPORTS_LATE_MS],
    ['delivery_silent', (at: number) => ({ deliveryToldMs: at }), DELIVERY_NETWORKS_GONE_MS],
    ['month_open', (at: number) => ({ openMonths: { count: 2, endedMs: at } }), MONTH_LATE_MS],
  ] as const)('%s begins a millisecond after its patience', (kind, since, patienceMs) => {
    expect(kinds(since(NOW - patienceMs))).toEqual([]);
    expect(kinds(since(NOW - patienceMs - 1))).toEqual([kind]);
  });

  it('say that the books differ at once, and that nobody looks at them after a day and a half', () => {
    const lookedMs = NOW - RECONCILED_WITHIN_MS;
    const red = { isGreen: false, lookedMs, differing: 3 };
    expect(alarmsOf({ ...WELL, books: red })).toEqual([
      { kind: 'books_differ', level: 'stop', sinceMs: lookedMs, count: 3 },
    ]);
    const green = (at: number) => kinds({ books: { isGreen: true, lookedMs: at, differing: 0 } });
    expect([green(lookedMs), green(lookedMs - 1)]).toEqual([[], ['books_unchecked']]);
    expect(kinds({ books: null })).toEqual([]);
  });

  it('say that no ad server ever told of itself', () => {
    expect(kinds({ deliveryToldMs: null })).toEqual(['delivery_silent']);
  });

  it('count mails and wallets from the first', () => {
    const one = { count: 1, sinceMs: NOW };
    expect(alarmsOf({ ...WELL, stuckMails: one, emptyWallets: one })).toEqual([
      { kind: 'mail_stuck', level: 'look', ...one },
      { kind: 'wallets_empty', level: 'look', ...one },
    ]);
  });

  it.each([
    [10 * GIB, GIB],
    [100 * GIB, 5 * GIB],
    [2_000 * GIB, 20 * GIB],
  ])('of a disk of %d bytes below %d free ones', (totalBytes, limit) => {
    expect(diskIsLow({ totalBytes, freeBytes: limit }, DEFAULT_THRESHOLDS)).toBe(false);
    expect(diskIsLow({ totalBytes, freeBytes: limit - 1 }, DEFAULT_THRESHOLDS)).toBe(true);
  });

  it('come each at most once, in one order, and all that stop something first', () => {
    const at = fc.option(fc.integer({ min: NOW - 10 * MONTH_LATE_MS, max: NOW }), { nil: null });
    const many = fc.record({ count: fc.nat(9), sinceMs: at });
    const state = fc.record({
      nowMs: fc.constant(NOW),
      thresholds: fc.constant({ ...DEFAULT_THRESHOLDS, fillPercent: 50 }),
      lately: fc.record({
        ...{ views: fc.nat(9_999), filled: fc.nat(9_999), events: fc.nat(9_999), filtered: fc.nat(9_999) },
        ...{ timed: fc.nat(999), p99Ms: fc.constantFrom(null, 1, 500), spoolBytes: fc.nat(10 ** 9) },
      }),
      overDeliveredSinceMs: at,
      unsettledSinceMs: at,
      unloadedSinceMs: at,
      books: fc.option(
        fc.record({
          isGreen: fc.boolean(),
          lookedMs: fc.integer({ min: NOW - 10 * MONTH_LATE_MS, max: NOW }),
          differing: fc.nat(9),
        }),
        { nil: null },
      ),
      deliveryToldMs: at,
      disk: fc.option(fc.record({ freeBytes: fc.nat(), totalBytes: fc.nat() }), { nil: null }),
      stuckMails: many,
      openMonths: fc.record({ count: fc.nat(9), endedMs: at }),
      emptyWallets: many,
    });
    fc.assert(
      fc.property(state, (now) => {
        const found = alarmsOf(now);
        const places = found.map(({ kind }) => ALARM_KINDS.indexOf(kind));
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        const levels = found.map(({ level }) => level);
        expect(levels.lastIndexOf('stop')).toBeLessThan(
          levels.includes('look') ? levels.indexOf('look') : Number.POSITIVE_INFINITY,
        );
        // Time alone ends no alarm.
        const later = alarmsOf({ ...now, nowMs: NOW + 1 }).map(({ kind }) => kind);
        expect(later).toEqual(expect.arrayContaining(found.map(({ kind }) => kind)));
      }),
    );
  });
});
