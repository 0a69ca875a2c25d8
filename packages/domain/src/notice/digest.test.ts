import { describe, expect, it } from 'vitest';
import { digestTurnMs, isDigestDue } from './digest.ts';

const at = (instant: string) => Date.parse(instant);
const turn = (timeZone: string, now: string) => new Date(digestTurnMs(timeZone, at(now))).toISOString();

describe('the turn of a digest', () => {
  it('is eight in the morning of the account, to the millisecond', () => {
    expect(turn('Europe/Berlin', '2026-01-15T07:00:00.000Z')).toBe('2026-01-15T07:00:00.000Z');
    expect(turn('Europe/Berlin', '2026-01-15T06:59:59.999Z')).toBe('2026-01-14T07:00:00.000Z');
    expect(turn('Pacific/Kiritimati', '2026-01-15T00:00Z')).toBe('2026-01-14T18:00:00.000Z');
    expect(turn('Asia/Kathmandu', '2026-01-15T12:00Z')).toBe('2026-01-15T02:15:00.000Z');
  });

  it('moves with the clocks: 23 hours after the one before in spring, 25 in autumn', () => {
    expect(turn('Europe/Berlin', '2026-03-29T05:59:59Z')).toBe('2026-03-28T07:00:00.000Z');
    expect(turn('Europe/Berlin', '2026-03-29T06:00:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(turn('Europe/Berlin', '2026-10-25T06:59:59Z')).toBe('2026-10-24T06:00:00.000Z');
    expect(turn('Europe/Berlin', '2026-10-25T07:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
    expect(turn('America/New_York', '2026-11-01T13:00:00Z')).toBe('2026-11-01T13:00:00.000Z');
  });

  it('goes over the ends of months and years, and comes on a leap day', () => {
    expect(turn('UTC', '2026-02-01T07:59Z')).toBe('2026-01-31T08:00:00.000Z');
    expect(turn('UTC', '2028-03-01T07:59Z')).toBe('2028-02-29T08:00:00.000Z');
    expect(turn('UTC', '2027-01-01T07:59Z')).toBe('2026-12-31T08:00:00.000Z');
    expect(turn('UTC', '2027-01-01T08:00Z')).toBe('2027-01-01T08:00:00.000Z');
  });

  it('comes once on each day of a year, in each zone', () => {
    for (const zone of ['Europe/Berlin', 'Pacific/Auckland', 'America/St_Johns', 'Africa/Cairo']) {
      const turns = new Set<number>();
      for (let ms = at('2026-01-01T00:00Z'); ms < at('2027-01-01T00:00Z'); ms += 900_000) {
        turns.add(digestTurnMs(zone, ms));
      }
      expect(turns.size).toBe(366);
    }
  });
});

it('is due with what is older than the turn, and only while neither it nor a later one was mailed', () => {
  expect(isDigestDue({ turnMs: 100, oldestItemMs: 99, sentForMs: null })).toBe(true);
  expect(isDigestDue({ turnMs: 100, oldestItemMs: 100, sentForMs: null })).toBe(false);
  expect(isDigestDue({ turnMs: 100, oldestItemMs: 99, sentForMs: 99 })).toBe(true);
  expect(isDigestDue({ turnMs: 100, oldestItemMs: 99, sentForMs: 100 })).toBe(false);
  // The account moved to a zone in which it is earlier.
  expect(isDigestDue({ turnMs: 100, oldestItemMs: 99, sentForMs: 101 })).toBe(false);
});
