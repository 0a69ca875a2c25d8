import { expect, it } from 'vitest';
import { pointOfMark } from './point-of-mark.ts';

const at = (...texts: readonly string[]) => texts.map((text) => ({ at: text }));

it('is the point in whose time it happened', () => {
  const days = at('2026-03-01', '2026-03-02', '2026-03-03');
  const mark = (day: string) => ({ at: `${day}T12:00:00.000Z`, day });
  expect(
    ['2026-02-28', '2026-03-01', '2026-03-03'].map((day) => pointOfMark(days, 'day', mark(day))),
  ).toEqual([-1, 0, 2]);
  expect(pointOfMark(at('2026-03-02', '2026-03-09'), 'week', mark('2026-03-08'))).toBe(0);
  expect(pointOfMark(at('2026-02-01', '2026-03-01'), 'month', mark('2026-03-31'))).toBe(1);
  expect(pointOfMark([], 'day', mark('2026-03-01'))).toBe(-1);
});

it('knows an hour that is lived twice by its offset', () => {
  const hours = at('2026-10-25T02:00+02:00', '2026-10-25T02:00+01:00', '2026-10-25T03:00+01:00');
  const mark = (time: string) => ({ at: `2026-10-25T${time}.000Z`, day: '2026-10-25' });
  expect(
    ['00:30:00', '00:59:59', '01:00:00', '02:10:00'].map((time) => pointOfMark(hours, 'hour', mark(time))),
  ).toEqual([0, 0, 1, 2]);
});
