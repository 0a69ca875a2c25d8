import { DAY_MS, localDayAt, numberOfDay, QUARTER_HOUR_MS } from '@placard/domain/time-zone';
import { describe, expect, it } from 'vitest';
import { hasOddHours, inOrderOfTime, periodName, periodsOf, startOfLocalHourMs } from './periods.ts';

const days = (timeZone: string, from: string, to: string) => ({
  timeZone,
  fromDayNumber: numberOfDay(from),
  toDayNumber: numberOfDay(to),
});

/** What a clock on the wall shows of an hour, and how far it is from UTC. */
function clockIn(timeZone: string): (ms: number) => string {
  const clock = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23', timeZoneName: 'longOffset' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
  });
  return (ms) => clock.format(ms);
}

describe('an hour', () => {
  it('has the name that the clock shows when it begins, with the offset', () => {
    const at = (zone: string, time: string) => periodName('hour', String(Date.parse(time) / 1_000), zone);
    expect(at('UTC', '2026-01-15T12:00:00Z')).toBe('2026-01-15T12:00+00:00');
    expect(at('America/St_Johns', '2026-01-15T12:30:00Z')).toBe('2026-01-15T09:00-03:30');
    expect(at('America/New_York', '2026-01-15T02:00:00Z')).toBe('2026-01-14T21:00-05:00');
    expect(at('Asia/Kathmandu', '2026-01-15T12:15:00Z')).toBe('2026-01-15T18:00+05:45');
    expect(at('Pacific/Kiritimati', '2026-12-31T10:00:00Z')).toBe('2027-01-01T00:00+14:00');
    expect(periodName('month', '2026-05-01', 'UTC')).toBe('2026-05-01');
  });

  it.each([
    ['Australia/Lord_Howe', '2026-04-04'],
    ['Australia/Lord_Howe', '2026-10-03'],
    ['Asia/Kathmandu', '2026-04-04'],
    ['America/St_Johns', '2026-11-01'],
    ['UTC', '1969-12-31'],
  ])('begins with its first quarter, in %s about %s', (zone, day) => {
    const begin = Date.parse(`${day}T00:00:00Z`);
    const shown = clockIn(zone);
    let start = begin - 2 * DAY_MS;
    for (let at = start; at < begin + 2 * DAY_MS; at += QUARTER_HOUR_MS) {
      if (shown(at) !== shown(at - 1)) start = at;
      if (at < begin - DAY_MS) continue;
      for (const ms of [at, at + QUARTER_HOUR_MS - 1])
        expect([ms, startOfLocalHourMs(zone, ms)]).toEqual([ms, start]);
    }
  });

  it('is odd where clocks change by less than one', () => {
    const odd = (zone: string, from: string, to = from) => hasOddHours(days(zone, from, to));
    const lordHowe = (from: string, to?: string) => odd('Australia/Lord_Howe', from, to);
    expect([lordHowe('2026-04-05'), lordHowe('2026-10-04'), lordHowe('2026-03-01', '2026-11-30')]).toEqual([
      ...[true, true, true],
    ]);
    expect([lordHowe('2026-04-08'), lordHowe('2026-04-01'), lordHowe('2026-05-01', '2026-09-30')]).toEqual([
      ...[false, false, false],
    ]);
    expect([odd('Europe/Berlin', '2026-03-01', '2026-11-30'), odd('Asia/Kathmandu', '2026-04-05')]).toEqual([
      ...[false, false],
    ]);
  });
});

describe('periods of days', () => {
  const names = (grain: 'day' | 'week' | 'month', from: string, to = from) =>
    periodsOf(days('UTC', from, to), grain);

  it('are each day, week from its Monday and month from its first that lies in them', () => {
    expect(names('day', '2026-02-28', '2026-03-01')).toEqual(['2026-02-28', '2026-03-01']);
    expect(names('day', '2028-02-28', '2028-02-29')).toEqual(['2028-02-28', '2028-02-29']);
    expect(names('week', '2026-05-13', '2026-05-18')).toEqual(['2026-05-11', '2026-05-18']);
    expect(names('week', '2026-05-17')).toEqual(['2026-05-11']);
    expect(names('week', '2026-05-11')).toEqual(['2026-05-11']);
    expect(names('month', '2025-12-31', '2026-02-01')).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
    expect(names('month', '2026-01-31')).toEqual(['2026-01-01']);
  });

  it('are each hour once, as many as the days have', () => {
    const count = (zone: string, from: string, to = from) => {
      const hours = periodsOf(days(zone, from, to), 'hour');
      expect(new Set(hours).size).toBe(hours.length);
      for (const hour of hours) {
        const at = Date.parse(hour);
        expect([startOfLocalHourMs(zone, at), hour >= from]).toEqual([at, true]);
        expect(localDayAt(zone, at) <= to).toBe(true);
      }
      return hours.length;
    };
    expect([count('Europe/Berlin', '2026-03-29'), count('Europe/Berlin', '2026-10-25')]).toEqual([23, 25]);
    expect(count('Europe/Berlin', '2026-10-24', '2026-10-26')).toBe(73);
    expect([count('Australia/Lord_Howe', '2026-04-05'), count('Australia/Lord_Howe', '2026-10-04')]).toEqual([
      ...[25, 24],
    ]);
    expect([count('Asia/Kathmandu', '2026-04-05'), count('America/New_York', '2026-11-01')]).toEqual([
      ...[24, 25],
    ]);
  });

  it('are in the order of time, not of their letters', () => {
    const night = ['2026-10-25T02:00+01:00', '2026-10-25T03:00+01:00', '2026-10-25T02:00+02:00'];
    expect(inOrderOfTime(night, 'hour')).toEqual([night[2], night[0], night[1]]);
    expect(inOrderOfTime(['2026-02-01', '2025-12-01', '2026-01-01'], 'month')).toEqual([
      ...['2025-12-01', '2026-01-01', '2026-02-01'],
    ]);
  });
});
