import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from './time-zone.ts';
import { dayThen, firstInstantOf, zoneSpans } from './zone-history.ts';

const at = (text: string) => Date.parse(text);

it('a day begins in the zone that held then, or when a change of zones came to it', () => {
  const spans = zoneSpans('America/New_York', [
    { atMs: at('2026-01-10T12:00:00Z'), before: 'Europe/Berlin' },
    { atMs: at('2026-03-31T23:30:00Z'), before: 'UTC' },
  ]);
  expect(firstInstantOf(spans, '2026-01-01')).toBe(at('2025-12-31T23:00:00Z'));
  expect(firstInstantOf(spans, '2026-02-01')).toBe(at('2026-02-01T00:00:00Z'));
  // In New York it is still March when the zone is changed half an hour before its end.
  expect(firstInstantOf(spans, '2026-04-01')).toBe(at('2026-04-01T04:00:00Z'));
  expect([dayThen(spans, at('2025-12-31T23:00:00Z')), dayThen(spans, at('2026-03-31T23:30:00Z'))]).toEqual([
    ...['2026-01-01', '2026-03-31'],
  ]);
  const east = zoneSpans('Asia/Tokyo', [{ atMs: at('2026-03-31T16:00:00Z'), before: 'UTC' }]);
  expect(firstInstantOf(east, '2026-04-01')).toBe(at('2026-03-31T16:00:00Z'));
  expect([dayThen(east, at('2026-03-31T15:59:59Z')), dayThen(east, at('2026-03-31T16:00:00Z'))]).toEqual([
    ...['2026-03-31', '2026-04-01'],
  ]);
  // A day that the old zone would have begun at the very change is begun by the new one.
  const west = zoneSpans('America/New_York', [{ atMs: at('2026-04-01T00:00:00Z'), before: 'UTC' }]);
  expect(firstInstantOf(west, '2026-04-01')).toBe(at('2026-04-01T04:00:00Z'));
});

it('days follow each other without a gap, whichever zones there were', () => {
  const zone = fc.constantFrom(
    'UTC',
    'Pacific/Kiritimati',
    'Pacific/Niue',
    'Europe/Berlin',
    'Asia/Kathmandu',
  );
  const change = fc.record({
    atMs: fc.integer({ min: at('2026-03-20'), max: at('2026-04-10') }),
    before: zone,
  });
  fc.assert(
    fc.property(zone, fc.array(change, { maxLength: 4 }), fc.nat(20 * 86_400_000), (present, changes, ms) => {
      const spans = zoneSpans(
        present,
        changes.toSorted((a, b) => a.atMs - b.atMs),
      );
      const moment = at('2026-03-21') + ms;
      const day = dayThen(spans, moment);
      // Of an instant of the day the day has begun; that after it has not, unless it had begun in another zone.
      expect(firstInstantOf(spans, day) <= moment).toBe(true);
      for (let next = addDays(day, -3), n = 0; n < 6; n += 1, next = addDays(next, 1))
        expect(firstInstantOf(spans, next) <= firstInstantOf(spans, addDays(next, 1))).toBe(true);
    }),
  );
});
