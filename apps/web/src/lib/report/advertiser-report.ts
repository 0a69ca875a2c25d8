import type { Dimension, Metric } from '@placard/domain/analytics/metrics';

/** What an advertiser is shown, in this order. */
export const ADVERTISER_METRICS: readonly Metric[] = [
  'impressions',
  'viewableImpressions',
  'viewableRate',
  'clicks',
  'ctr',
  'spend',
  'averageCpm',
  'averageCpc',
];
export const ADVERTISER_CARDS: readonly Metric[] = ['impressions', 'viewableRate', 'clicks', 'ctr', 'spend'];
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
  'date',
];
