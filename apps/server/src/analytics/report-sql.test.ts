import { numberOfDay } from '@placard/domain/time-zone';
import { expect, it } from 'vitest';
import { type FactSelection, seriesStatement } from './report-sql.ts';

const days = (from: string, to: string) => ({
  fromDayNumber: numberOfDay(from),
  toDayNumber: numberOfDay(to),
});

it('takes hours as the clock has them where it changed by half an hour in one of two periods', () => {
  const isByTheClock = (
    zone: string,
    asked: ReturnType<typeof days>,
    beside: ReturnType<typeof days> | null,
  ) => {
    const selection: FactSelection = {
      ...{ scope: { publisherId: 1 }, timeZone: zone, filters: {}, epoch: null },
      ...asked,
    };
    return seriesStatement(selection, ['impressions'], 'hour', beside).text.includes('timeZoneOffset');
  };
  const [before, change, after] = [
    days('2026-03-20', '2026-03-21'),
    days('2026-04-05', '2026-04-05'),
    days('2026-04-20', '2026-04-21'),
  ];
  const lordHowe = (asked: ReturnType<typeof days>, beside: ReturnType<typeof days> | null) =>
    isByTheClock('Australia/Lord_Howe', asked, beside);
  expect([lordHowe(change, null), lordHowe(after, change), lordHowe(change, after)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([lordHowe(before, change), lordHowe(change, before)]).toEqual([true, true]);
  expect([lordHowe(after, null), lordHowe(before, null)]).toEqual([false, false]);
  expect(isByTheClock('Europe/Berlin', days('2026-03-29', '2026-03-29'), null)).toBe(false);
});
