import { expect, it } from 'vitest';
import { toggledMetrics, withFilter, withoutFilter } from './report-search.ts';

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
