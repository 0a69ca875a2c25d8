import { localTimeAt } from '@placard/domain/targeting/local-time';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

  test('read as UTC where the runtime does not know the zone', () => {
    const zones = new Zones();
    zones.at(NOW_MS);
    expect(timesOf(zones.of('Mars/Olympus'))).toEqual(localTimeAt('UTC', NOW_MS));
  });
});
