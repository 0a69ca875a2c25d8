import { expect, it } from 'vitest';
import { formatMetric } from './metric-format.ts';

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
