import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS } from '../time-zone.ts';
import { EXPORTS_A_DAY, nextExportAt } from './data-export.ts';

const NOW = new Date('2026-11-29T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);
const times = (count: number, ms: number) => Array.from({ length: count }, () => ago(ms));

it('lets five archives be asked for within a day, and the sixth once the first of them is a day old', () => {
  expect(nextExportAt(times(EXPORTS_A_DAY - 1, 0), NOW)).toBeNull();
  expect(nextExportAt([...times(EXPORTS_A_DAY - 1, 0), ago(DAY_MS - 1)], NOW)).toEqual(ago(-1));
  expect(nextExportAt([...times(EXPORTS_A_DAY - 1, 0), ago(DAY_MS)], NOW)).toBeNull();
});

it('waits for as many as are too many', () => {
  expect(nextExportAt([ago(5), ago(4), ago(3), ago(2), ago(1), ago(6)], NOW)).toEqual(ago(5 - DAY_MS));
});

it('lets one be asked for at the time it says, and not a moment before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 2 * DAY_MS }), { maxLength: 12 }), (ages) => {
      const asked = ages.map(ago);
      const next = nextExportAt(asked, NOW);
      if (next === null) return;
      expect(nextExportAt(asked, next)).toBeNull();
      expect(nextExportAt(asked, new Date(next.getTime() - 1))).toEqual(next);
    }),
  );
});
