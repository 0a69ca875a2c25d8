import type { DecisionPayload } from '@placard/contract/wire/decision-token';
import { EVENT_KINDS, EVENT_LIFETIME_MS } from '@placard/domain/event-kind';
import { describe, expect, test } from 'vitest';
import { CLOCK_TOLERANCE_MS, filterReasonOf, type RequestSigns } from './judge.ts';

const DECIDED_MS = Date.UTC(2026, 10, 20, 22, 30) + 1;
const DECISION = { minute: Math.floor(DECIDED_MS / 60_000), msOfMinute: 1 } as DecisionPayload;
const HONEST: RequestSigns = {
  ...{ properMethod: true, prefetch: false, bot: false, dataCentre: false },
  ...{ trafficRule: false, otherSite: false, hiddenAd: false },
};

const judged = (
  signs: Partial<RequestSigns>,
  nowMs = DECIDED_MS,
  kind: (typeof EVENT_KINDS)[number] = 'click',
) => filterReasonOf(kind, DECISION, { nowMs, signs: { ...HONEST, ...signs } });

describe('an event', () => {
  test.each(EVENT_KINDS)(
    'of kind %s counts as long as its kind lives, and not a millisecond longer',
    (kind) => {
      const lastMs = DECIDED_MS + EVENT_LIFETIME_MS[kind];
      expect([judged({}, DECIDED_MS, kind), judged({}, lastMs, kind)]).toEqual([null, null]);
      expect(judged({}, lastMs + 1, kind)).toBe('expired_token');
    },
  );

  test('may be ten seconds older than its decision, as clocks of several machines differ', () => {
    expect(CLOCK_TOLERANCE_MS).toBe(10_000);
    expect(judged({}, DECIDED_MS - 10_000)).toBeNull();
    expect(judged({}, DECIDED_MS - 10_001)).toBe('clock_skew');
  });

  test('has the most certain of its faults as the reason', () => {
    const faults = [
      ['wrong_method', { properMethod: false }],
      ['prefetch', { prefetch: true }],
      ['bot', { bot: true }],
      ['data_centre', { dataCentre: true }],
      ['traffic_rule', { trafficRule: true }],
      ['wrong_site', { otherSite: true }],
      ['hidden_ad', { hiddenAd: true }],
    ] as const;
    for (const [at, [reason, signs]] of faults.entries()) {
      expect(judged(signs)).toBe(reason);
      const andTheRest = Object.assign({}, ...faults.slice(at).map(([, rest]) => rest));
      expect(judged(andTheRest)).toBe(reason);
    }
    const all: RequestSigns = Object.assign({}, HONEST, ...faults.map(([, signs]) => signs));
    expect(filterReasonOf('click', null, { nowMs: DECIDED_MS, signs: all })).toBe('forged_token');
    // Whether it is too late is told by the token, what asks by less certain signs.
    for (const [nowMs, reason] of [
      [DECIDED_MS + EVENT_LIFETIME_MS.click + 1, 'expired_token'],
      [DECIDED_MS - CLOCK_TOLERANCE_MS - 1, 'clock_skew'],
    ] as const) {
      expect(judged({ prefetch: true, bot: true }, nowMs)).toBe('prefetch');
      expect(judged({ bot: true, dataCentre: true }, nowMs)).toBe(reason);
    }
  });
});
