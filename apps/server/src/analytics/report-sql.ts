import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import { type FactSum, ROW_FILTERED, ROW_REQUESTED, ROW_TRACKED } from '@placard/domain/analytics/facts';
import {
  type Dimension,
  isDimension,
  isMetric,
  METRICS,
  type Metric,
  type MetricDescription,
  sumsOf,
  type TimeGrain,
} from '@placard/domain/analytics/metrics';
import type { ReportSort } from '@placard/domain/analytics/report-question';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { startOfLocalDayMs } from '@placard/domain/time-zone';
import { FACT_TABLES } from './fact-tables.ts';

/** Whose facts may be read. There is no report without one. */
export type ReportScope =
  | { readonly advertiserId: number }
  | { readonly publisherId: number }
  | { readonly network: true };

export type ReportFilters = Readonly<Partial<Record<Dimension, readonly string[]>>>;

/** What one statement reads: facts of a scope within local days, both included. */
export type FactSelection = {
  readonly scope: ReportScope;
  readonly timeZone: string;
  readonly fromDayNumber: number;
  readonly toDayNumber: number;
  readonly filters: ReportFilters;
};

export type Statement = { readonly text: string; readonly params: Record<string, unknown> };

const WORDS = {
  device: DEVICE_CODES,
  reason: Object.fromEntries(Object.entries(FILTER_REASONS).map(([reason, { code }]) => [reason, code])),
  outcome: TALLY_OUTCOMES,
} as const satisfies Partial<Record<Dimension, Readonly<Record<string, number>>>>;

type DimensionSql = {
  /** The value as text. */
  readonly text: string;
  /** What a filter compares, and with what type of array. */
  readonly compared: string;
  readonly type: 'UInt32' | 'String' | 'Date';
  /** Only rows of this kind have the dimension. */
  readonly onlyKind?: number;
};

function idColumn(column: string): DimensionSql {
  return { text: `toString(${column})`, compared: column, type: 'UInt32' };
}

const DIMENSION_SQL = {
  advertiser: idColumn('advertiser_id'),
  campaign: idColumn('campaign_id'),
  adSet: idColumn('ad_set_id'),
  creative: idColumn('creative_id'),
  publisher: idColumn('publisher_id'),
  website: idColumn('website_id'),
  widget: idColumn('widget_id'),
  country: { text: 'toString(country)', compared: 'country', type: 'String' },
  language: { text: 'toString(language)', compared: 'language', type: 'String' },
  device: idColumn('device'),
  size: {
    text: "concat(toString(width), 'x', toString(height))",
    compared: "concat(toString(width), 'x', toString(height))",
    type: 'String',
  },
  hourOfDay: {
    text: 'toString(toHour(bucket, {zone:String}))',
    compared: 'toHour(bucket, {zone:String})',
    type: 'UInt32',
  },
  date: {
    text: 'toString(toDate(bucket, {zone:String}))',
    compared: 'toDate(bucket, {zone:String})',
    type: 'Date',
  },
  reason: { ...idColumn('code'), onlyKind: ROW_FILTERED },
  outcome: { ...idColumn('code'), onlyKind: ROW_REQUESTED },
} as const satisfies Record<Dimension, DimensionSql>;

export const GRAIN_SQL = {
  hour: 'toString(toUnixTimestamp(toStartOfHour(bucket, {zone:String})))',
  day: 'toString(toDate(bucket, {zone:String}))',
  week: 'toString(toMonday(bucket, {zone:String}))',
  month: 'toString(toStartOfMonth(bucket, {zone:String}))',
} as const satisfies Record<TimeGrain, string>;

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

/** Sums of the selection, one row. */
export function totalsStatement(selection: FactSelection, metrics: readonly Metric[]): Statement {
  const { where, params } = conditionsOf(selection, [], metrics);
  return {
    text: `select ${sumColumns(sumsOf(metrics))} from ${tableOf(selection)} where ${where}`,
    params,
  };
}

/** Sums by period of time. Column `at`: unix seconds for hours, first day otherwise. */
export function seriesStatement(
  selection: FactSelection,
  metrics: readonly Metric[],
  grain: TimeGrain,
): Statement {
  const { where, params } = conditionsOf(selection, [], metrics);
  return {
    text: `select ${GRAIN_SQL[grain]} as at, ${sumColumns(sumsOf(metrics))}
             from ${tableOf(selection)} where ${where} group by at`,
    params,
  };
}

/** Sums by up to two dimensions, columns `d0` and `d1`; `row_count` counts all groups, not only those within the limit. */
export function rowsStatement(
  selection: FactSelection,
  query: {
    readonly metrics: readonly Metric[];
    readonly by: readonly Dimension[];
    readonly sort: ReportSort;
    readonly limit: number;
    readonly offset: number;
  },
): Statement {
  const { where, params } = conditionsOf(selection, query.by, query.metrics);
  const dims = query.by.map((dimension, index) => `${DIMENSION_SQL[dimension].text} as d${index}`);
  const groups = query.by.map((_, index) => `d${index}`);
  const place = isDimension(query.sort.key) ? query.by.indexOf(query.sort.key) : -1;
  const order = place >= 0 ? orderOfDimension(query.by[place], place) : orderOfMetric(query.sort.key);
  return {
    text: `select ${[...dims, sumColumns(sumsOf(query.metrics))].join(', ')}, toString(count() over ()) as row_count
             from ${tableOf(selection)} where ${where} group by ${groups.join(', ')}
            order by ${order} ${query.sort.descending ? 'desc' : 'asc'} nulls last, ${groups.join(', ')}
            limit {limit:UInt32} offset {offset:UInt32}`,
    params: { ...params, limit: query.limit, offset: query.offset },
  };
}

/** Creatives that began to render, most shown first; `row_count` counts all of them. */
export function shownCreativesStatement(
  selection: FactSelection,
  query: { readonly metrics: readonly Metric[]; readonly limit: number; readonly offset: number },
): Statement {
  const { where, params } = conditionsOf(selection, [], query.metrics);
  return {
    text: `select toString(creative_id) as d0, ${sumColumns(sumsOf(query.metrics))}, toString(count() over ()) as row_count
             from ${tableOf(selection)} where ${where} and creative_id > 0
            group by creative_id having sum(impressions) > 0
            order by sum(impressions) desc, creative_id desc
            limit {limit:UInt32} offset {offset:UInt32}`,
    params: { ...params, limit: query.limit, offset: query.offset },
  };
}

function orderOfDimension(dimension: Dimension | undefined, place: number): string {
  // Numbers are ordered as numbers, not by their digits.
  return dimension !== undefined && DIMENSION_SQL[dimension].type === 'UInt32'
    ? `toUInt32(d${place})`
    : `d${place}`;
}

function orderOfMetric(key: Metric | Dimension): string {
  if (!isMetric(key)) throw new RangeError(`a report can't be sorted by ${key}, which it does not show`);
  const { formula }: MetricDescription = METRICS[key];
  const total = (columns: readonly FactSum[]) => columns.map((column) => `sum(${column})`).join(' + ');
  if (formula.kind === 'sum') return `(${total(formula.of)})`;
  return `(${total(formula.of)}) / nullIf(${total(formula.per)}, 0)`;
}

/** Exact whatever the driver makes of 64-bit numbers: sums travel as text. */
function sumColumns(sums: readonly FactSum[]): string {
  return sums.map((column) => `toString(sum(${column})) as s_${column}`).join(', ');
}

function tableOf(selection: FactSelection): string {
  const { scope, filters } = selection;
  const byPublisher =
    'publisherId' in scope ||
    ('network' in scope && (filters.publisher ?? filters.website ?? filters.widget) !== undefined);
  return byPublisher ? FACT_TABLES.byPublisher : FACT_TABLES.byAdvertiser;
}

/** The scope's condition first: no statement is made without it. */
function conditionsOf(
  selection: FactSelection,
  by: readonly Dimension[],
  metrics: readonly Metric[],
): { where: string; params: Record<string, unknown> } {
  const { scope, timeZone } = selection;
  const params: Record<string, unknown> = {
    zone: timeZone,
    from: startOfLocalDayMs(timeZone, selection.fromDayNumber) / 1000,
    until: startOfLocalDayMs(timeZone, selection.toDayNumber + 1) / 1000,
  };
  const conditions = [
    scopeCondition(scope, params),
    'bucket >= {from:DateTime}',
    'bucket < {until:DateTime}',
  ];
  // What other ad servers tell belongs to no widget: it makes no rows where nobody asks for it.
  const tracking = sumsOf(metrics).some((column) => column.startsWith('tracking_'));
  if (!tracking) conditions.push(`kind != ${ROW_TRACKED}`);
  const filtered = Object.keys(selection.filters) as Dimension[];
  for (const [index, dimension] of filtered.entries()) {
    const values = selection.filters[dimension] ?? [];
    const { compared, type }: DimensionSql = DIMENSION_SQL[dimension];
    params[`f${index}`] = values.map((value) => comparable(dimension, type, value));
    conditions.push(`${compared} in {f${index}:Array(${type})}`);
  }
  for (const dimension of new Set([...by, ...filtered])) {
    const { onlyKind }: DimensionSql = DIMENSION_SQL[dimension];
    if (onlyKind !== undefined) conditions.push(`kind = ${onlyKind}`);
  }
  return { where: conditions.join(' and '), params };
}

function scopeCondition(scope: ReportScope, params: Record<string, unknown>): string {
  if ('network' in scope) return 'true';
  const [column, id] =
    'advertiserId' in scope ? ['advertiser_id', scope.advertiserId] : ['publisher_id', scope.publisherId];
  // 0 stands for "nobody's": forged and unknown events, which only the network sees.
  if (!Number.isInteger(id) || id <= 0) throw new RangeError(`${id} is no account`);
  params.scope = id;
  return `${column} = {scope:UInt32}`;
}

function comparable(dimension: Dimension, type: DimensionSql['type'], value: string): number | string {
  const words = wordsOf(dimension);
  if (words !== undefined) {
    const code = Object.hasOwn(words, value) ? words[value] : undefined;
    if (code === undefined) throw new ReportFilterError(dimension, value);
    return code;
  }
  if (type === 'String') return value;
  if (type === 'Date') {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) throw new ReportFilterError(dimension, value);
    return value;
  }
  const number = Number(value);
  if (!/^\d{1,10}$/.test(value) || number > 0xffff_ffff) throw new ReportFilterError(dimension, value);
  return number;
}
