import { defineTexts } from '../texts.ts';

/** The report: figures, chart over time and breakdown, on every page that has one. */
export const reportTexts = defineTexts('report', {
  failed: 'Failed to load the report',
  range: 'Period',
  zone: 'Days in {zone}',
  updated: 'Up to {time}',
  grain: 'Per',
  grains: { hour: 'Hour', day: 'Day', week: 'Week', month: 'Month' },
  chart: 'Over time',
  chartLabel: '{metrics} over time',
  shown: 'Shown in the chart',
  breakdown: 'Breakdown',
  breakdownCaption: 'Figures by {dimensions}',
  by: 'By',
  andBy: 'and by',
  none: 'Nothing',
  search: 'Find in the breakdown',
  filters: 'Filters',
  filtered: '{dimension}: {value}',
  removeFilter: 'Remove the filter {filter}',
  only: 'Show only {value}',
  empty: 'No figures in this period',
  emptyText:
    'Nothing was shown in these days. Choose another period, or come back once your ads are running.',
  noMatchText: 'Nothing in this period fits the filters you have set.',
  unknown: 'Unknown',
  devices: { desktop: 'Desktop', mobile: 'Mobile', tablet: 'Tablet' },
  truncated: 'The first {count, number} rows are shown; the totals hold everything.',
});
