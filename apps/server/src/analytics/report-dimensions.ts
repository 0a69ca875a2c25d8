import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import { ROW_FILTERED, ROW_REQUESTED } from '@placard/domain/analytics/facts';
import type { Dimension } from '@placard/domain/analytics/metrics';
import { canBe } from '@placard/domain/analytics/report-question';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { FILTER_REASONS } from '@placard/domain/filter-reason';

const WORDS = {
  device: DEVICE_CODES,
  reason: Object.fromEntries(Object.entries(FILTER_REASONS).map(([reason, { code }]) => [reason, code])),
  outcome: TALLY_OUTCOMES,
} as const satisfies Partial<Record<Dimension, Readonly<Record<string, number>>>>;

export type DimensionSql = {
  /** The value as it is grouped by and compared, and with what type of array. */
  readonly compared: string;
  readonly type: 'UInt32' | 'String' | 'Date';
  /** Only rows of this kind have the dimension. */
  readonly onlyKind?: number;
};

function idColumn(column: string): DimensionSql {
  return { compared: column, type: 'UInt32' };
}

const DIMENSION_SQL = {
  advertiser: idColumn('advertiser_id'),
  campaign: idColumn('campaign_id'),
  adSet: idColumn('ad_set_id'),
  creative: idColumn('creative_id'),
  publisher: idColumn('publisher_id'),
  website: idColumn('website_id'),
  widget: idColumn('widget_id'),
  country: { compared: 'country', type: 'String' },
  language: { compared: 'language', type: 'String' },
  device: idColumn('device'),
  size: {
    compared: "concat(toString(width), 'x', toString(height))",
    type: 'String',
  },
  hourOfDay: {
    compared: 'toHour(bucket, {zone:String})',
    type: 'UInt32',
  },
  weekday: {
    compared: 'toDayOfWeek(bucket, 0, {zone:String})',
    type: 'UInt32',
  },
  date: {
    compared: 'toDate(bucket, {zone:String})',
    type: 'Date',
  },
  reason: { ...idColumn('code'), onlyKind: ROW_FILTERED },
  outcome: { ...idColumn('code'), onlyKind: ROW_REQUESTED },
} as const satisfies Record<Dimension, DimensionSql>;

/** In rollups local time is a column. */
const ROLLUP_DIMENSION_SQL: Partial<Record<Dimension, DimensionSql>> = {
  hourOfDay: {
    compared: 'toHour(local_hour, {zone:String})',
    type: 'UInt32',
  },
  weekday: { compared: 'toDayOfWeek(local_day)', type: 'UInt32' },
  date: { compared: 'local_day', type: 'Date' },
};

/** Whether a breakdown by a dimension leaves out whatever does not have it. */
export function isOfOneKind(dimension: Dimension): boolean {
  return dimensionSql(false, dimension).onlyKind !== undefined;
}

/** How a dimension is asked for, in the facts or in a rollup. */
export function dimensionSql(isRollup: boolean, dimension: Dimension): DimensionSql {
  return (isRollup ? ROLLUP_DIMENSION_SQL[dimension] : undefined) ?? DIMENSION_SQL[dimension];
}

/** A value that a filter was given does not fit its dimension. */
export class ReportFilterError extends Error {
  readonly dimension: Dimension;

  constructor(dimension: Dimension, value: string) {
    super(`${JSON.stringify(value)} is no value of ${dimension}`);
    this.name = 'ReportFilterError';
    this.dimension = dimension;
  }
}

/** The text of a coded dimension's value; others are their own. */
export function wordOf(dimension: Dimension, value: string): string {
  const words: Readonly<Record<string, number>> | undefined = wordsOf(dimension);
  if (words === undefined) return value;
  const code = Number(value);
  return Object.keys(words).find((word) => words[word] === code) ?? '';
}

function wordsOf(dimension: Dimension): Readonly<Record<string, number>> | undefined {
  return dimension === 'device' || dimension === 'reason' || dimension === 'outcome'
    ? WORDS[dimension]
    : undefined;
}

/** A filter's value as its column has it. @throws ReportFilterError */
export function comparable(dimension: Dimension, type: DimensionSql['type'], value: string): number | string {
  if (!canBe({ dimension, value })) throw new ReportFilterError(dimension, value);
  const words = wordsOf(dimension);
  if (words !== undefined) {
    const code = words[value];
    if (code === undefined) throw new ReportFilterError(dimension, value);
    return code;
  }
  return type === 'UInt32' ? Number(value) : value;
}
