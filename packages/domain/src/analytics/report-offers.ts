import type { Dimension, Metric } from './metrics.ts';
import type { ReportOffer } from './report-asked.ts';

/** What each report offers: the columns in their order, and by what it may be broken down. */
export const ADVERTISER_METRICS: readonly Metric[] = [
  'impressions',
  'viewableImpressions',
  'viewableRate',
  'clicks',
  'ctr',
  'spend',
  'averageCpm',
  'averageCpc',
  'visits',
  'conversions',
  'conversionRate',
  'conversionValue',
  'costPerConversion',
  'returnOnSpend',
];
/** Columns of the table that nobody misses at first; its column chooser has them. */
export const ADVERTISER_HIDDEN: readonly Metric[] = [
  'viewableImpressions',
  'averageCpm',
  'visits',
  'conversionRate',
  'conversionValue',
];
export const ADVERTISER_CARDS: readonly Metric[] = [
  'impressions',
  'viewableRate',
  'clicks',
  'ctr',
  'conversions',
  'spend',
];
export const ADVERTISER_SHOWN: readonly Metric[] = ['impressions', 'spend'];
export const ADVERTISER_DIMENSIONS: readonly Dimension[] = [
  'campaign',
  'adSet',
  'creative',
  'website',
  'country',
  'device',
  'language',
  'size',
  'hourOfDay',
  'weekday',
  'date',
];

export const REPORT_SCREENS = ['statistics', 'publisher_report'] as const;
export type ReportScreen = (typeof REPORT_SCREENS)[number];

/** A page of its own with an address that can be saved. `cards` are the few totals that stand above the chart. */
export const REPORT_OFFERS = {
  statistics: {
    metrics: ADVERTISER_METRICS,
    cards: ADVERTISER_CARDS,
    dimensions: ADVERTISER_DIMENSIONS,
    show: ADVERTISER_SHOWN,
    by: 'campaign',
  },
  publisher_report: {
    metrics: ['requests', 'fillRate', 'impressions', 'viewableRate', 'clicks', 'ctr', 'rpm', 'earnings'],
    cards: ['impressions', 'viewableRate', 'clicks', 'ctr', 'rpm', 'fillRate', 'earnings'],
    dimensions: [
      'website',
      'widget',
      'country',
      'device',
      'language',
      'size',
      'hourOfDay',
      'weekday',
      'date',
    ],
    show: ['impressions', 'earnings'],
    by: 'website',
  },
} as const satisfies Record<ReportScreen, ReportOffer & { readonly cards: readonly Metric[] }>;
