import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOfLocal, latestDueMs, nextDueMs, type Rhythm, turnMeantMs } from './due.ts';

const BERLIN = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();
const daily: Rhythm = { every: 'day', weekday: null, minuteOfDay: 7 * 60 };
const mondays: Rhythm = { every: 'week', weekday: 1, minuteOfDay: 7 * 60 };
const firsts: Rhythm = { every: 'month', weekday: null, minuteOfDay: 0 };

describe('the next turn', () => {
  it('is the local time of the account, strictly after', () => {
    expect(iso(nextDueMs(daily, BERLIN, at('2026-01-10T05:59:59Z')))).toBe('2026-01-10T06:00:00.000Z');
    expect(iso(nextDueMs(daily, BERLIN, at('2026-01-10T06:00:00Z')))).toBe('2026-01-11T06:00:00.000Z');
    expect(iso(nextDueMs(mondays, BERLIN, at('2026-01-10T12:00:00Z')))).toBe('2026-01-12T06:00:00.000Z');
    expect(iso(nextDueMs(firsts, 'Asia/Tokyo', at('2026-01-31T14:59:59Z')))).toBe('2026-01-31T15:00:00.000Z');
    expect(iso(nextDueMs(firsts, 'Asia/Tokyo', at('2026-01-31T15:00:00Z')))).toBe('2026-02-28T15:00:00.000Z');
  });

  it('keeps its local time over a change of the clock', () => {
    expect(iso(nextDueMs(daily, BERLIN, at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T05:00:00.000Z');
    const night = { ...daily, minuteOfDay: 2 * 60 + 30 };
    // 02:30 does not exist on this day: an hour later; and exists twice on that: once.
    expect(iso(nextDueMs(night, BERLIN, at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T01:30:00.000Z');
    expect(iso(nextDueMs(night, BERLIN, at('2026-10-24T12:00:00Z')))).toBe('2026-10-25T00:30:00.000Z');
    expect(iso(nextDueMs(night, BERLIN, at('2026-10-25T00:30:00Z')))).toBe('2026-10-26T01:30:00.000Z');
  });

  it('comes once a day, a week, a month whatever the zone', () => {
    const zones = fc.constantFrom('UTC', BERLIN, 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia');
    const rhythms = fc.record({
      every: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
      weekday: fc.integer({ min: 1, max: 7 }),
      minuteOfDay: fc.integer({ min: 0, max: 1439 }),
    });
    const instants = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    const longest = { day: 25, week: 7 * 24 + 1, month: 31 * 24 + 1 };
    fc.assert(
      fc.property(rhythms, zones, instants, (rhythm, zone, afterMs) => {
        const next = nextDueMs(rhythm, zone, afterMs);
        const then = nextDueMs(rhythm, zone, next);
        expect(next).toBeGreaterThan(afterMs);
        expect(then).toBeGreaterThan(next);
        expect(then - next).toBeLessThanOrEqual(longest[rhythm.every] * 3_600_000);
      }),
    );
  });
});

it('makes up for the last missed turn alone', () => {
  const due = at('2026-01-10T06:00:00Z');
  expect(latestDueMs(daily, BERLIN, due, due)).toBe(due);
  expect(iso(latestDueMs(daily, BERLIN, due, at('2026-01-13T05:59:00Z')))).toBe('2026-01-12T06:00:00.000Z');
  expect(iso(latestDueMs(firsts, 'UTC', at('2024-01-01T00:00:00Z'), at('2026-01-13T05:59:00Z')))).toBe(
    '2026-01-01T00:00:00.000Z',
  );
});

it('finds a local time in a zone far ahead', () => {
  expect(iso(instantOfLocal('Pacific/Kiritimati', 20_000, 0))).toBe('2024-10-03T10:00:00.000Z');
});

describe('a turn that was meant', () => {
  const weekly = { every: 'week', weekday: 1, minuteOfDay: 8 * 60 } as const;

  it('is the one of the same day, whichever way the zone moved', () => {
    // Monday 8:00 in Sydney.
    const due = at('2026-05-10T22:00:00Z');
    expect(turnMeantMs(weekly, 'Australia/Sydney', due)).toBe(due);
    expect(iso(turnMeantMs(weekly, BERLIN, due))).toBe('2026-05-11T06:00:00.000Z');
    expect(iso(turnMeantMs(weekly, 'Pacific/Kiritimati', due))).toBe('2026-05-10T18:00:00.000Z');
    expect(iso(turnMeantMs(firsts, BERLIN, at('2026-06-01T00:00:00Z')))).toBe('2026-05-31T22:00:00.000Z');
  });
});
