import { describe, expect, it } from 'vitest';
import { daysBetween, REPORT_MAX_DAYS } from '../day-bounds.ts';
import { addDays, numberOfDay, weekdayOfNumber } from '../time-zone.ts';
import { daysBefore, daysLastYear, readCompared } from './compared-days.ts';

const TODAY = '2026-03-31';
const RANGE = { from: '2026-03-02', to: TODAY };

describe('days to compare with', () => {
  it('are as many as those asked for, right before them or on the same weekdays of the year before', () => {
    expect(daysBefore(RANGE)).toEqual({ from: '2026-01-31', to: '2026-03-01' });
    expect(daysBefore({ from: TODAY, to: TODAY })).toEqual({ from: '2026-03-30', to: '2026-03-30' });
    const { from, to } = daysLastYear(RANGE);
    expect(daysBetween(from, to)).toBe(30);
    expect(weekdayOfNumber(numberOfDay(from))).toBe(weekdayOfNumber(numberOfDay(RANGE.from)));
    expect(from).toBe('2025-03-03');
  });

  it('are those before unless the address names others that a report covers', () => {
    const read = (raw: object) => readCompared(raw, RANGE, TODAY);
    const before = { comparison: 'previous', compared: daysBefore(RANGE) };
    expect(read({})).toEqual(before);
    expect(read({ vs: 'none' })).toEqual({ comparison: 'none', compared: null });
    expect(read({ vs: 'year' })).toEqual({ comparison: 'year', compared: daysLastYear(RANGE) });
    const days = (vsFrom?: string, vsTo?: string) => read({ vs: 'days', vsFrom, vsTo });
    const longest = { from: addDays(TODAY, 1 - REPORT_MAX_DAYS), to: TODAY };
    expect(days(longest.from, longest.to)).toEqual({ comparison: 'days', compared: longest });
    expect(days(addDays(longest.from, -1), longest.to)).toEqual(before);
    expect(days('2026-02-02', '2026-02-01')).toEqual(before);
    expect(days('2026-02-01')).toEqual(before);
    expect(days('2026-02-30', '2026-03-01')).toEqual(before);
    expect(read({ vsFrom: '2026-02-01', vsTo: '2026-02-03' })).toEqual(before);
  });

  it('lie within the days that there are', () => {
    const early = { from: '2000-12-30', to: '2000-12-30' };
    expect(readCompared({ vs: 'year' }, early, TODAY).compared?.from).toBe('2000-01-01');
    const earlier = { from: '2000-12-29', to: '2000-12-29' };
    expect(readCompared({ vs: 'year' }, earlier, TODAY).comparison).toBe('previous');
    expect(daysBefore({ from: '2000-01-03', to: '2000-01-04' })).toEqual({
      from: '2000-01-01',
      to: '2000-01-02',
    });
    const first = { from: '2000-01-02', to: '2000-01-03' };
    expect(daysBefore(first)).toBeNull();
    expect(readCompared({}, first, TODAY)).toEqual({ comparison: 'none', compared: null });
  });
});
