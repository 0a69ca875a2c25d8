import { expect, test } from 'vitest';
import {
  addressDaysIssue,
  dayIssue,
  namedDaysIssue,
  REPORT_MAX_DAYS,
  reportDaysIssue,
} from './day-bounds.ts';
import { addDays } from './time-zone.ts';

test.each([
  ['2000-01-01', null],
  ['2100-12-31', null],
  ['2024-02-29', null],
  ['1999-12-31', 'date_out_of_range'],
  ['2101-01-01', 'date_out_of_range'],
  ['0001-01-01', 'date_out_of_range'],
  ['1969-12-31', 'date_out_of_range'],
  ['9999-12-31', 'date_out_of_range'],
  ['2024-02-30', 'date_invalid'],
  ['2023-02-29', 'date_invalid'],
  ['10000-01-01', 'date_invalid'],
  ['2024-1-1', 'date_invalid'],
  ['', 'date_invalid'],
])('the day %s: %s', (text, issue) => {
  expect(dayIssue(text)).toBe(issue);
});

test('a report runs forwards, covers 800 days at most and ends tomorrow at the latest', () => {
  const today = '2026-11-22';
  const of = (from: string, to: string) => reportDaysIssue({ from, to }, today);
  expect(of(today, today)).toBeNull();
  expect(of(today, '2026-11-21')).toBe('end_date_before_start');
  expect(of(addDays(today, 1 - REPORT_MAX_DAYS), today)).toBeNull();
  expect(of(addDays(today, -REPORT_MAX_DAYS), today)).toBe('report_too_long');
  expect(of(today, '2026-11-23')).toBeNull();
  expect(of(today, '2026-11-24')).toBe('report_in_future');
});

test('an address says days that no report covers', () => {
  const today = '2026-03-31';
  const issueOf = (from?: string, to?: string) => addressDaysIssue({ from, to }, today);
  expect([issueOf(), issueOf('', ''), issueOf('2026-03-01', '2026-04-01')]).toEqual([null, null, null]);
  expect(issueOf('2026-03-01', '2026-02-30')).toBe('date_invalid');
  expect(issueOf('1999-12-31', '2026-03-01')).toBe('date_out_of_range');
  expect([issueOf('2026-03-01'), issueOf(undefined, '2026-03-01')]).toEqual(['day_missing', 'day_missing']);
  expect(issueOf('2026-03-02', '2026-03-01')).toBe('end_date_before_start');
  expect([issueOf('2024-01-22', today), issueOf('2024-01-21', today)]).toEqual([null, 'report_too_long']);
  expect(issueOf('2026-03-01', '2026-04-02')).toBe('report_in_future');
});

test('takes one day where the screen has the other, and says what is wrong with it', () => {
  const asked = { from: '2026-03-25', to: '2026-03-31' };
  const issueOf = (raw: Record<string, string>) => namedDaysIssue(raw, asked, '2026-03-31');
  expect([{}, { from: '' }, { from: '2026-03-30' }, { to: '2026-03-26' }].map(issueOf)).toEqual(
    Array(4).fill(null),
  );
  expect(issueOf({ from: 'soon' })).toBe('date_invalid');
  expect(issueOf({ from: '2026-04-01' })).toBe('end_date_before_start');
});
