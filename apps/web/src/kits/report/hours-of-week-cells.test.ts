import { expect, it } from 'vitest';
import { heatOf, hoursOfWeek } from './hours-of-week-cells.ts';

const row = (weekday: string, hourOfDay: string, metrics: object) => ({
  dims: { weekday, hourOfDay },
  labels: {},
  within: {},
  metrics,
});

it('puts each figure in its hour; of what did not happen a sum is nothing and a ratio is not known', () => {
  const rows = [row('1', '0', { clicks: 4, ctr: 0.5 }), row('7', '23', { clicks: 1, ctr: null })];
  const clicks = hoursOfWeek(rows, 'clicks');
  expect([clicks.length, clicks[0]?.length]).toEqual([7, 24]);
  expect([clicks[0]?.[0], clicks[6]?.[23], clicks[0]?.[1]]).toEqual([4, 1, 0]);
  const each = Array.from({ length: 7 }, (_, index) => row(String(index + 1), '5', { clicks: index + 1 }));
  expect(hoursOfWeek(each, 'clicks').map((hours) => hours[5])).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const ctr = hoursOfWeek(rows, 'ctr');
  expect([ctr[0]?.[0], ctr[6]?.[23], ctr[3]?.[3]]).toEqual([0.5, null, null]);
});

it('colours by the strongest hour, and a little where there is anything', () => {
  const clicks = hoursOfWeek(
    [row('1', '0', { clicks: 1000 }), row('1', '1', { clicks: 500 }), row('1', '2', { clicks: 1 })],
    'clicks',
  );
  expect([0, 1, 2, 3].map((hour) => heatOf(clicks, 1, hour))).toEqual([100, 50, 8, 0]);
  expect(heatOf(hoursOfWeek([], 'clicks'), 1, 0)).toBe(0);
});
