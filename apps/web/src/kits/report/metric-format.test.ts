import { expect, it } from 'vitest';
import { formatMetric, formatMetricShort } from './metric-format.ts';

it('an average has cents, below a dollar hundredths of them, and never looks like nothing', () => {
  const average = (dollars: number) => formatMetric('averageCpm', dollars, 'USD');
  expect([0, 0.00004, 0.00006, 0.76283, 2.345678].map(average)).toEqual([
    '$0.00',
    '<$0.0001',
    '$0.0001',
    '$0.7628',
    '$2.35',
  ]);
});

it('an average on a card is that of the table, and a sum is cut off at its cents in both', () => {
  const both = (metric: 'rpm' | 'earnings', dollars: number) => [
    formatMetricShort(metric, dollars, 'USD'),
    formatMetric(metric, dollars, 'USD'),
  ];
  expect(both('rpm', 2.8175)).toEqual(['$2.82', '$2.82']);
  expect(both('rpm', 0.76283)).toEqual(['$0.7628', '$0.7628']);
  expect(both('rpm', 9_999.994)).toEqual(['$9,999.99', '$9,999.99']);
  expect(formatMetricShort('rpm', 10_000, 'USD')).toBe('$10K');
  expect(both('earnings', 2.8175)).toEqual(['$2.81', '$2.8175']);
});
