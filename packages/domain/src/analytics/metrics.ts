import type { Role } from '../roles.ts';
import { FACT_SUMS, type FactSum } from './facts.ts';

/**
 * What reports can show and by what it can be broken down, described once: SQL, the API's names, table and CSV
 * columns, units and tooltips all come from here.
 */

/**
 * count: whole number. money: micros. ratio: part of a whole, 0.0123 = 1.23 %. moneyRatio: micros per so many
 * events, rounded down. Ratios of nothing are unknown, not 0.
 */
export type MetricUnit = 'count' | 'money' | 'ratio' | 'moneyRatio';

export type MetricFormula =
  | { readonly kind: 'sum'; readonly of: readonly FactSum[] }
  | {
      readonly kind: 'ratio';
      readonly of: readonly FactSum[];
      readonly per: readonly FactSum[];
      readonly times: number;
    };

export type MetricDescription = {
  readonly label: string;
  readonly unit: MetricUnit;
  readonly formula: MetricFormula;
  /** For the tooltip: what is counted, and how. */
  readonly explanation: string;
  readonly roles: readonly Role[];
};

const EVERYONE = ['advertiser', 'publisher', 'operator'] as const;
const ADVERTISER = ['advertiser', 'operator'] as const;
const PUBLISHER = ['publisher', 'operator'] as const;
const OPERATOR = ['operator'] as const;

function sum(...of: FactSum[]): MetricFormula {
  return { kind: 'sum', of };
}

function ratio(of: FactSum, per: FactSum, times = 1): MetricFormula {
  return { kind: 'ratio', of: [of], per: [per], times };
}

export const METRICS = {
  requests: {
    label: 'Requests',
    unit: 'count',
    formula: sum('requests'),
    explanation: 'Views of a widget that asked for an ad.',
    roles: PUBLISHER,
  },
  filledRequests: {
    label: 'Filled requests',
    unit: 'count',
    formula: sum('filled'),
    explanation: 'Requests that were answered with an ad.',
    roles: PUBLISHER,
  },
  fillRate: {
    label: 'Fill rate',
    unit: 'ratio',
    formula: ratio('filled', 'requests'),
    explanation: 'Filled requests out of all requests.',
    roles: PUBLISHER,
  },
  impressions: {
    label: 'Impressions',
    unit: 'count',
    formula: sum('impressions'),
    explanation: 'Ads that began to render.',
    roles: EVERYONE,
  },
  viewableImpressions: {
    label: 'Viewable impressions',
    unit: 'count',
    formula: sum('viewables'),
    explanation: 'At least half of the ad in view for one second (video: two), the tab in focus.',
    roles: EVERYONE,
  },
  viewableRate: {
    label: 'Viewable rate',
    unit: 'ratio',
    formula: ratio('viewables', 'impressions'),
    explanation: 'Viewable impressions out of all impressions.',
    roles: EVERYONE,
  },
  clicks: {
    label: 'Clicks',
    unit: 'count',
    formula: sum('clicks'),
    explanation: 'Valid clicks; filtered ones are listed apart.',
    roles: EVERYONE,
  },
  ctr: {
    label: 'CTR',
    unit: 'ratio',
    formula: ratio('clicks', 'impressions'),
    explanation: 'Clicks out of all impressions.',
    roles: EVERYONE,
  },
  spend: {
    label: 'Spend',
    unit: 'money',
    formula: sum('charged_micros'),
    explanation: 'Charged to the wallet for viewable impressions and clicks.',
    roles: ADVERTISER,
  },
  averageCpm: {
    label: 'Average CPM',
    unit: 'moneyRatio',
    formula: ratio('charged_micros', 'impressions', 1000),
    explanation: 'Spend for 1,000 impressions.',
    roles: ADVERTISER,
  },
  averageCpc: {
    label: 'Average CPC',
    unit: 'moneyRatio',
    formula: ratio('charged_micros', 'clicks'),
    explanation: 'Spend for one click.',
    roles: ADVERTISER,
  },
  visits: {
    label: 'Visits',
    unit: 'count',
    formula: sum('visits'),
    explanation: 'Landings that the analytics code saw, each click once.',
    roles: ADVERTISER,
  },
  conversions: {
    label: 'Conversions',
    unit: 'count',
    formula: sum('conversions'),
    explanation: 'Reported by the analytics code within 30 days after a valid click, each order once.',
    roles: ADVERTISER,
  },
  conversionValue: {
    label: 'Conversion value',
    unit: 'money',
    formula: sum('conversion_value_micros'),
    explanation: 'What the analytics code reported the conversions to be worth, in the network’s currency.',
    roles: ADVERTISER,
  },
  conversionRate: {
    label: 'Conversion rate',
    unit: 'ratio',
    formula: ratio('conversions', 'clicks'),
    explanation: 'Conversions out of all clicks.',
    roles: ADVERTISER,
  },
  costPerConversion: {
    label: 'Cost per conversion',
    unit: 'moneyRatio',
    formula: ratio('charged_micros', 'conversions'),
    explanation: 'Spend for one conversion.',
    roles: ADVERTISER,
  },
  returnOnSpend: {
    label: 'Return on spend',
    unit: 'ratio',
    formula: ratio('conversion_value_micros', 'charged_micros'),
    explanation: 'Conversion value out of spend: 200 % is twice what was spent.',
    roles: ADVERTISER,
  },
  filteredConversions: {
    label: 'Filtered conversions',
    unit: 'count',
    formula: sum('filtered_conversions'),
    explanation: 'Conversions that were not counted: repeated, too late, or of a click that was not counted.',
    roles: ADVERTISER,
  },
  trackingImpressions: {
    label: 'Tracking impressions',
    unit: 'count',
    formula: sum('tracking_impressions'),
    explanation: 'Reported by another ad server through a creative’s tracking URLs; never billed.',
    roles: ADVERTISER,
  },
  trackingClicks: {
    label: 'Tracking clicks',
    unit: 'count',
    formula: sum('tracking_clicks'),
    explanation: 'Clicks that came through a creative’s tracking URLs; never billed.',
    roles: ADVERTISER,
  },
  earnings: {
    label: 'Earnings',
    unit: 'money',
    formula: sum('publisher_micros'),
    explanation: 'The publisher’s share of what advertisers were charged.',
    roles: PUBLISHER,
  },
  rpm: {
    label: 'RPM',
    unit: 'moneyRatio',
    formula: ratio('publisher_micros', 'impressions', 1000),
    explanation: 'Earnings for 1,000 impressions.',
    roles: PUBLISHER,
  },
  networkRevenue: {
    label: 'Network revenue',
    unit: 'money',
    formula: sum('network_micros'),
    explanation: 'What remains of the charges after the publishers’ share.',
    roles: OPERATOR,
  },
  filteredEvents: {
    label: 'Filtered events',
    unit: 'count',
    formula: sum('filtered_impressions', 'filtered_viewables', 'filtered_clicks'),
    explanation: 'Events that were not billed because they are repeated, not human or not plausible.',
    roles: EVERYONE,
  },
  filteredImpressions: {
    label: 'Filtered impressions',
    unit: 'count',
    formula: sum('filtered_impressions'),
    explanation: 'Impressions among the filtered events.',
    roles: EVERYONE,
  },
  filteredViewables: {
    label: 'Filtered viewable impressions',
    unit: 'count',
    formula: sum('filtered_viewables'),
    explanation: 'Viewable impressions among the filtered events.',
    roles: EVERYONE,
  },
  filteredClicks: {
    label: 'Filtered clicks',
    unit: 'count',
    formula: sum('filtered_clicks'),
    explanation: 'Clicks among the filtered events.',
    roles: EVERYONE,
  },
  overDelivered: {
    label: 'Over-delivered',
    unit: 'count',
    formula: sum('over_delivered'),
    explanation: 'Events beyond a budget or the wallet: shown for free, wholly or in part.',
    roles: EVERYONE,
  },
  overDeliveredValue: {
    label: 'Over-delivered value',
    unit: 'money',
    formula: sum('over_delivered_micros'),
    explanation: 'What the over-delivered events would have cost.',
    roles: ADVERTISER,
  },
} as const satisfies Record<string, MetricDescription>;

export type Metric = keyof typeof METRICS;
export const METRIC_KEYS = Object.keys(METRICS) as Metric[];

export type DimensionKind = 'id' | 'text' | 'code';

export type DimensionDescription = {
  readonly label: string;
  /** id: a record's number. text: itself. code: a word of a fixed list. */
  readonly kind: DimensionKind;
  readonly roles: readonly Role[];
};

/**
 * Values are always texts in answers: a number for ids, '' where unknown, 'WIDTHxHEIGHT' for sizes, '0' … '23' for hours,
 * '1' (Monday) … '7' for weekdays.
 */
export const DIMENSIONS = {
  advertiser: { label: 'Advertiser', kind: 'id', roles: OPERATOR },
  campaign: { label: 'Campaign', kind: 'id', roles: ADVERTISER },
  adSet: { label: 'Ad set', kind: 'id', roles: ADVERTISER },
  creative: { label: 'Creative', kind: 'id', roles: ADVERTISER },
  publisher: { label: 'Publisher', kind: 'id', roles: OPERATOR },
  website: { label: 'Website', kind: 'id', roles: EVERYONE },
  widget: { label: 'Widget', kind: 'id', roles: PUBLISHER },
  country: { label: 'Country', kind: 'text', roles: EVERYONE },
  device: { label: 'Device', kind: 'code', roles: EVERYONE },
  language: { label: 'Language', kind: 'text', roles: EVERYONE },
  size: { label: 'Size', kind: 'text', roles: EVERYONE },
  hourOfDay: { label: 'Hour of day', kind: 'code', roles: EVERYONE },
  weekday: { label: 'Weekday', kind: 'code', roles: EVERYONE },
  date: { label: 'Date', kind: 'text', roles: EVERYONE },
  reason: { label: 'Filter reason', kind: 'code', roles: EVERYONE },
  outcome: { label: 'Outcome of requests', kind: 'code', roles: PUBLISHER },
} as const satisfies Record<string, DimensionDescription>;

export type Dimension = keyof typeof DIMENSIONS;
export const DIMENSION_KEYS = Object.keys(DIMENSIONS) as Dimension[];

export const TIME_GRAINS = ['hour', 'day', 'week', 'month'] as const;
export type TimeGrain = (typeof TIME_GRAINS)[number];

export function isMetric(key: string): key is Metric {
  return Object.hasOwn(METRICS, key);
}

export function isDimension(key: string): key is Dimension {
  return Object.hasOwn(DIMENSIONS, key);
}

export function metricsOf(role: Role): Metric[] {
  return METRIC_KEYS.filter((key) => (METRICS[key].roles as readonly Role[]).includes(role));
}

/** The sums that a set of metrics is computed from, each once. */
export function sumsOf(metrics: readonly Metric[]): FactSum[] {
  const sums = new Set<FactSum>();
  for (const metric of metrics) {
    const { formula }: MetricDescription = METRICS[metric];
    for (const column of formula.of) sums.add(column);
    if (formula.kind === 'ratio') for (const column of formula.per) sums.add(column);
  }
  return FACT_SUMS.filter((column) => sums.has(column));
}

export type Sums = Readonly<Partial<Record<FactSum, bigint>>>;

/** Counts and money are exact (`bigint` micros for money, `number` for counts); ratios are `null` where they divide by nothing. */
export type MetricValue = number | bigint | null;

/** A metric's value from the sums. Money stays `bigint` micros, a ratio of money is rounded down to the micro. */
export function metricValue(metric: Metric, sums: Sums): MetricValue {
  const { formula, unit }: MetricDescription = METRICS[metric];
  const value = totalOf(formula.of, sums);
  if (formula.kind === 'sum') return unit === 'money' ? value : Number(value);
  const per = totalOf(formula.per, sums);
  if (per === 0n) return null;
  if (unit === 'moneyRatio') return (value * BigInt(formula.times)) / per;
  return (Number(value) * formula.times) / Number(per);
}

function totalOf(columns: readonly FactSum[], sums: Sums): bigint {
  let total = 0n;
  for (const column of columns) total += sums[column] ?? 0n;
  return total;
}

export function metricValues<Key extends Metric>(
  metrics: readonly Key[],
  sums: Sums,
): Record<Key, MetricValue> {
  const values: Partial<Record<Key, MetricValue>> = {};
  for (const metric of metrics) values[metric] = metricValue(metric, sums);
  // Each key has its value by now.
  return values as Record<Key, MetricValue>;
}
