import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALARM_PATIENCE_MS, alarmSteps, CALM_MS, type NotedAlarm } from './alarm-steps.ts';
import {
  DEFAULT_THRESHOLDS,
  type DeliveryLately,
  deliveryAlarms,
  isOverDelivered,
  JUDGED_DECISIONS,
  JUDGED_EVENTS,
  JUDGED_SPEND_MICROS,
  JUDGED_VIEWS,
} from './alarm-thresholds.ts';
import { LATENCY_BOUNDS_MS, LATENCY_CLASSES, latencyAt, latencyClass } from './latency.ts';

const NOW = Date.UTC(2026, 4, 13, 12);
const QUIET: DeliveryLately = {
  ...{ views: 0, filled: 0, events: 0, filtered: 0, timed: 0, p99Ms: null, spoolBytes: 0 },
};

describe('classes of latency', () => {
  it('take a bound into the class below it', () => {
    for (const [at, bound] of LATENCY_BOUNDS_MS.entries()) {
      expect([latencyClass(bound), latencyClass(bound + 1e-9)]).toEqual([at, at + 1]);
    }
  });

  it('promise nothing that was not measured', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 600, noNaN: true }), { minLength: 1 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (tooks, share) => {
          const counts = Array.from({ length: LATENCY_CLASSES }, () => 0);
          for (const took of tooks) counts[latencyClass(took)] = (counts[latencyClass(took)] ?? 0) + 1;
          const found = latencyAt(counts, share) ?? Number.NaN;
          const within = tooks.filter((took) => took <= found).length;
          expect(within >= tooks.length * share || found === LATENCY_BOUNDS_MS.at(-1)).toBe(true);
        },
      ),
    );
    expect(latencyAt([], 0.5)).toBeNull();
  });
});

describe('thresholds', () => {
  const all = { ...DEFAULT_THRESHOLDS, fillPercent: 40 };
  const found = (change: Partial<DeliveryLately>) => deliveryAlarms({ ...QUIET, ...change }, all);

  it('are beyond by one, and only with enough to judge by', () => {
    const [views, events] = [JUDGED_VIEWS, JUDGED_EVENTS];
    expect(found({ views, filled: views * 0.4 })).toEqual([]);
    expect(found({ views, filled: views * 0.4 - 1 })).toEqual(['fill_low']);
    expect(found({ views: views - 1, filled: 0 })).toEqual([]);
    expect(found({ events, filtered: events / 2 })).toEqual([]);
    expect(found({ events, filtered: events / 2 + 1 })).toEqual(['filtered_high']);
    expect(found({ events: events - 1, filtered: events - 1 })).toEqual([]);
    expect(found({ timed: JUDGED_DECISIONS, p99Ms: 100 })).toEqual([]);
    expect(found({ timed: JUDGED_DECISIONS, p99Ms: 500 })).toEqual(['latency_high']);
    expect(found({ timed: JUDGED_DECISIONS - 1, p99Ms: 500 })).toEqual([]);
    expect(found({ spoolBytes: 256_000_000 })).toEqual([]);
    expect(found({ spoolBytes: 256_000_001 })).toEqual(['spool_full']);
  });

  it('that are empty are never beyond', () => {
    const off = { fillPercent: null, filteredPercent: null, latencyMs: null, spoolMegabytes: null };
    const bad = {
      views: 9e9,
      filled: 0,
      events: 9e9,
      filtered: 9e9,
      timed: 9e9,
      p99Ms: 500,
      spoolBytes: 9e15,
    };
    expect(deliveryAlarms(bad, { ...all, ...off })).toEqual([]);
    expect(deliveryAlarms(bad, all)).toHaveLength(4);
  });

  it('of over-delivery are a share of all that was shown', () => {
    const spentMicros = 95_000_000n;
    expect(isOverDelivered({ freeMicros: 5_000_000n, spentMicros }, all)).toBe(false);
    expect(isOverDelivered({ freeMicros: 5_000_001n, spentMicros }, all)).toBe(true);
    expect(isOverDelivered({ freeMicros: JUDGED_SPEND_MICROS - 1n, spentMicros: 0n }, all)).toBe(false);
    expect(isOverDelivered({ freeMicros: JUDGED_SPEND_MICROS, spentMicros: 0n }, all)).toBe(true);
    const never = { ...all, overDeliveredPercent: null };
    expect(isOverDelivered({ freeMicros: JUDGED_SPEND_MICROS, spentMicros: 0n }, never)).toBe(false);
  });
});

describe('telling of an alarm', () => {
  type Kind = 'a' | 'b';
  const looks = (...steps: readonly (readonly [atMs: number, found: readonly Kind[]])[]) => {
    let noted: readonly NotedAlarm<Kind>[] = [];
    return steps.map(([atMs, found]) => {
      const step = alarmSteps(noted, found, NOW + atMs);
      noted = step.noted;
      return [step.begun, step.over.map(({ kind }) => kind)];
    });
  };

  it('waits until it has lasted, and tells once', () => {
    const last = ALARM_PATIENCE_MS;
    expect(looks([0, ['a']], [last - 1, ['a']], [last, ['a']], [last + 1, ['a']])).toEqual([
      [[], []],
      [[], []],
      [['a'], []],
      [[], []],
    ]);
  });

  it('counts anew from a clock that went back, and never sees a last time before the first', () => {
    const far = 1_000 * ALARM_PATIENCE_MS;
    const steps = looks([far, ['a']], [0, ['a']], [ALARM_PATIENCE_MS, ['a']]);
    expect(steps.map(([begun]) => begun)).toEqual([[], [], ['a']]);
    const first = alarmSteps<Kind>([], ['a'], NOW).noted;
    const { noted } = alarmSteps<Kind>(first, ['a'], NOW - 1);
    expect(noted).toMatchObject([{ firstSeenMs: NOW - 1, lastSeenMs: NOW - 1 }]);
  });

  it('does not tell of what was gone by then, nor that this is over', () => {
    const found = looks([0, ['a']], [30_000, []], [ALARM_PATIENCE_MS, ['a']], [10 * CALM_MS, []]);
    expect(found.flat(2)).toEqual([]);
  });

  it('says that it is over once it was away long enough; what comes back sooner is the same one', () => {
    const t = ALARM_PATIENCE_MS;
    const begun = [[0, ['a']] as const, [t, ['a', 'b']] as const];
    expect(looks(...begun, [t + CALM_MS - 1, ['b']], [t + CALM_MS, ['b']]).at(-1)).toEqual([[], ['a']]);
    const back = looks(...begun, [t + CALM_MS - 1, ['a']], [t + CALM_MS, []], [t + 2 * CALM_MS - 2, []]);
    expect(back.slice(2).flat(2)).toEqual([]);
  });
});
