import { expect, it } from 'vitest';
import { zoomedDays } from './zoomed-days.ts';

const SPRING = { from: '2026-03-04', to: '2026-05-20' };

it('takes whole days, weeks and months, within those that are shown', () => {
  expect(zoomedDays('2026-03-10', '2026-03-12', 'day', SPRING)).toEqual({
    from: '2026-03-10',
    to: '2026-03-12',
  });
  expect(zoomedDays('2026-03-09', '2026-03-16', 'week', SPRING)).toEqual({
    from: '2026-03-09',
    to: '2026-03-22',
  });
  expect(zoomedDays('2026-04-01', '2026-04-01', 'month', SPRING)).toEqual({
    from: '2026-04-01',
    to: '2026-04-30',
  });
  expect(zoomedDays('2026-03-02', '2026-05-18', 'week', SPRING)).toEqual(SPRING);
  const around = { from: '2026-10-24', to: '2026-10-26' };
  expect(zoomedDays('2026-10-25T01:00+02:00', '2026-10-25T09:00+01:00', 'hour', around)).toEqual({
    ...{ from: '2026-10-25', to: '2026-10-25' },
  });
  const night = { from: '2026-10-25', to: '2026-10-25' };
  expect(zoomedDays('2026-10-25T02:00+02:00', '2026-10-25T02:00+01:00', 'hour', night)).toEqual(night);
});
