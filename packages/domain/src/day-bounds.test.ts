import { expect, test } from 'vitest';
import { dayIssue, REPORT_MAX_DAYS, reportDaysIssue } from './day-bounds.ts';
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
