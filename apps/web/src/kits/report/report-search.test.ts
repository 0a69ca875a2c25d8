import { expect, it } from 'vitest';
import { namedDaysIssue, toggledMetrics, withFilter, withoutFilter } from './report-search.ts';

it('adds a filter once and removes it', () => {
  const one = { dimension: 'country', value: 'DE' } as const;
  expect(withFilter([one], one)).toEqual([one]);
  expect(withoutFilter([one], one)).toEqual([]);
});

it('keeps one metric in the chart and five at most', () => {
  expect(toggledMetrics(['clicks'], 'clicks', false)).toBe('clicks');
  expect(toggledMetrics(['clicks'], 'spend', true)).toBe('clicks,spend');
  expect(toggledMetrics(['clicks', 'spend'], 'clicks', false)).toBe('spend');
  expect(
    toggledMetrics(['clicks', 'spend', 'ctr', 'impressions', 'viewableRate'], 'averageCpc', true).split(','),
  ).toHaveLength(5);
});

it('takes one day where the screen has the other, and says what is wrong with it', () => {
  const asked = { from: '2026-03-25', to: '2026-03-31' };
  const issueOf = (raw: Record<string, string>) => namedDaysIssue(raw, asked, '2026-03-31');
  expect([{}, { from: '' }, { from: '2026-03-30' }, { to: '2026-03-26' }].map(issueOf)).toEqual(
    Array(4).fill(null),
  );
  expect(issueOf({ from: 'soon' })).toBe('date_invalid');
  expect(issueOf({ from: '2026-04-01' })).toBe('end_date_before_start');
});
