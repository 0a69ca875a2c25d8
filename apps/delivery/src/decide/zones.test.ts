import { localTimeAt } from '@placard/domain/targeting/local-time';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Zones } from './zones.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 23, 30);
const timesOf = ({ dayNumber, minuteOfDay, isoWeekday }: ReturnType<Zones['of']>) => ({
  dayNumber,
  minuteOfDay,
  isoWeekday,
});

describe('the clocks of time zones', () => {
  test('show the present minute, whether asked for before it began or within', () => {
    fc.assert(
      fc.property(fc.constantFrom('UTC', 'Asia/Tokyo', 'America/St_Johns'), fc.nat(10 ** 10), (name, ms) => {
        const zones = new Zones();
        const early = zones.of(name);
        zones.at(NOW_MS - 86_400_000);
        zones.at(NOW_MS + ms);
        expect(timesOf(early)).toEqual(localTimeAt(name, NOW_MS + ms));
        expect(zones.of(name)).toBe(early);
        const late = new Zones();
        late.at(NOW_MS + ms);
        expect(timesOf(late.of(name))).toEqual(localTimeAt(name, NOW_MS + ms));
      }),
    );
  });

  test('have another stamp with each minute, and the same within', () => {
    const zones = new Zones();
    const zone = zones.of('UTC');
    const stamps = [0, 59_999, 60_000].map((ms) => {
      zones.at(NOW_MS + ms);
      return [zone.stamp, zone.minuteOfDay, zones.minuteEndMs];
    });
    const minute = NOW_MS / 60_000;
    expect(stamps).toEqual([
      [minute, 1_410, NOW_MS + 60_000],
      [minute, 1_410, NOW_MS + 60_000],
      [minute + 1, 1_411, NOW_MS + 120_000],
    ]);
  });

  test('begin at the epoch’s first minute, too', () => {
    const zones = new Zones();
    zones.at(0);
    expect(timesOf(zones.of('Asia/Tokyo'))).toEqual(localTimeAt('Asia/Tokyo', 0));
    expect(new Zones().of('UTC').stamp).toBe(-1);
  });

  test('are read ahead for tomorrow, one zone with each call, so that no decision has to', async () => {
    // What other tests have asked of any zone is not known to these.
    vi.resetModules();
    const { Zones: Unread } = await import('./zones.ts');
    const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
    onTestFinished(() => asked.mockRestore());
    const farMs = Date.UTC(2093, 4, 5, 6, 7);
    const zones = new Unread();
    zones.at(farMs);
    for (const name of ['Europe/Paris', 'America/Lima', 'Asia/Seoul']) zones.of(name);
    const calls = () => {
      const count = asked.mock.calls.length;
      asked.mockClear();
      return count;
    };
    const first = calls();
    expect(first).toBeGreaterThan(3 * 80);
    const rounds = [1, 2, 3, 4, 5].map(() => {
      zones.readAhead(farMs);
      return calls() > 0;
    });
    // Once a round there is none left; the next one begins anew, with all of it known.
    expect(rounds).toEqual([true, true, true, false, false]);
    zones.at(farMs + 86_400_000);
    expect(calls()).toBe(0);
    zones.at(farMs + 2 * 86_400_000);
    expect(calls()).toBeGreaterThan(0);
  });

  test('read as UTC where the runtime does not know the zone', () => {
    const zones = new Zones();
    zones.at(NOW_MS);
    expect(timesOf(zones.of('Mars/Olympus'))).toEqual(localTimeAt('UTC', NOW_MS));
  });
});
