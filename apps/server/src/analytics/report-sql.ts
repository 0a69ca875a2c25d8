import { type FactSum, ROW_TRACKED } from '@placard/domain/analytics/facts';
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
import { dayOfNumber, startOfLocalDayMs } from '@placard/domain/time-zone';
import { FACT_TABLES } from './fact-tables.ts';
import { hasOddHours, startOfLocalHourSql } from './periods.ts';
import { comparable, dimensionSql } from './report-dimensions.ts';
import {
  COLUMNS_OF_DIMENSION,
  type RollupColumn,
  type RollupScope,
  STRETCH_BIT,
  STRETCH_DAYS,
  smallestRollup,
  wholeStretches,
} from './rollup-sets.ts';
import { ROLLUP_TABLES } from './rollup-tables.ts';

/** Whose facts may be read. There is no report without one. */
export type ReportScope =
  | { readonly advertiserId: number }
  | { readonly publisherId: number }
  | { readonly network: true };

export type ReportFilters = Readonly<Partial<Record<Dimension, readonly string[]>>>;

/** Local days, both included. */
export type DayNumbers = { readonly fromDayNumber: number; readonly toDayNumber: number };

/** What one statement reads: facts of a scope within local days, both included. */
export type FactSelection = DayNumbers & {
  readonly scope: ReportScope;
  readonly timeZone: string;
  readonly filters: ReportFilters;
  /** Values that are left out. */
  readonly without?: ReportFilters;
  /** The number under which the scope's rollups in `timeZone` lie; `null`: there are none that hold everything. */
  readonly epoch: number | null;
};

export type Statement = {
  readonly text: string;
  readonly params: Record<string, unknown>;
  /** What it reads: `facts`, or the name of a rollup. */
  readonly source: string;
  /** More rows than these, in their order, are answered but not asked for. */
  readonly firstRows?: number;
  /** The last column of each row counts all rows, as many as there are without the limit. */
  readonly countsLast?: boolean;
  /** What all rows come to, as many as there are without the limit, is answered beside them. */
  readonly totals?: boolean;
};

/** Where a statement finds its answer. */
export type Source = {
  readonly name: string;
  readonly table: string;
  readonly part: number | null;
  /** Of a rollup's set, by which its rows are told apart beside their day. */
  readonly columns?: readonly RollupColumn[];
  /** Day numbers, the second excluded, that are read in whole stretches instead of days. */
  readonly stretches: ReturnType<typeof wholeStretches>;
};

const GRAIN_SQL = {
  hour: 'toString(toUnixTimestamp(toStartOfHour(bucket, {zone:String})))',
  day: 'toString(toDate(bucket, {zone:String}))',
  week: 'toString(toMonday(bucket, {zone:String}))',
  month: 'toString(toStartOfMonth(bucket, {zone:String}))',
} as const satisfies Record<TimeGrain, string>;

const ROLLUP_GRAIN_SQL = {
  hour: 'toString(toUnixTimestamp(local_hour))',
  day: 'toString(local_day)',
  week: 'toString(toMonday(local_day))',
  month: 'toString(toStartOfMonth(local_day))',
} as const satisfies Record<TimeGrain, string>;

/** The period of a quarter of an hour as `periodName` takes it: unix seconds of an hour's start, else the first day. */
export function grainSql(
  grain: TimeGrain,
  days: Pick<FactSelection, 'timeZone' | 'fromDayNumber' | 'toDayNumber'>,
): string {
  if (grain === 'hour' && hasOddHours(days)) {
    return `toString(${startOfLocalHourSql('bucket', '{zone:String}')})`;
  }
  return GRAIN_SQL[grain];
}

/** The smallest store that tells apart what a question asks for, and answers exactly. */
export function sourceOf(
  selection: FactSelection,
  by: readonly Dimension[],
  grain: TimeGrain | null,
): Source {
  const { scope, epoch } = selection;
  if (epoch !== null) {
    const needed = new Set<RollupColumn>();
    for (const dimension of [...by, ...narrowedBy(selection)]) {
      for (const column of COLUMNS_OF_DIMENSION[dimension]) needed.add(column);
    }
    if (grain === 'hour') needed.add('local_hour');
    const choice = smallestRollup(rollupScopeOf(scope), needed);
    if (choice !== null) {
      const { fromDayNumber, toDayNumber } = selection;
      const whole = choice.stretches && grain === null && !tellsDays([...by, ...narrowedBy(selection)]);
      const stretches = whole ? wholeStretches(fromDayNumber, toDayNumber) : null;
      const name = stretches === null ? choice.name : `${choice.name}/${STRETCH_DAYS}d`;
      const { part, columns } = choice;
      return { name, table: ROLLUP_TABLES[rollupScopeOf(scope)], part, columns, stretches };
    }
  }
  return { name: 'facts', table: tableOf(selection), part: null, stretches: null };
}

/** What no sum of several days can tell. */
function tellsDays(dimensions: readonly Dimension[]): boolean {
  return dimensions.includes('date') || dimensions.includes('weekday');
}

function narrowedBy({ filters, without = {} }: FactSelection): Dimension[] {
  return [...Object.keys(filters), ...Object.keys(without)] as Dimension[];
}

export function rollupScopeOf(scope: ReportScope): RollupScope {
  if ('network' in scope) return 'network';
  return 'advertiserId' in scope ? 'advertiser' : 'publisher';
}

/** Sums of the selection, one row. */
export function totalsStatement(selection: FactSelection, metrics: readonly Metric[]): Statement {
  const source = sourceOf(selection, [], null);
  const { where, params } = conditionsOf(selection, source, [], metrics);
  return {
    text: `select ${sumColumns(sumsOf(metrics))} from ${source.table} where ${where}`,
    params,
    source: source.name,
  };
}

/**
 * Sums by period of time. Column `at`: unix seconds for hours, first day otherwise.
 * @param beside other days, none of which the selection has: their sums are in the same answer, with `beside` 1, since a statement of its own
 * would cost nearly as much as both
 */
export function seriesStatement(
  selection: FactSelection,
  metrics: readonly Metric[],
  grain: TimeGrain,
  beside: DayNumbers | null = null,
): Statement {
  const source = sourceOf(selection, [], grain);
  const { ofAllDays, params, days } = conditionsOf(selection, source, [], metrics);
  const other = beside === null ? 'false' : daysCondition({ ...selection, ...beside }, source, 'b', params);
  const at = source.part === null ? grainSql(grain, covering(selection, beside)) : ROLLUP_GRAIN_SQL[grain];
  return {
    text: `select ${at} as at, if(${other}, '1', '0') as beside, ${sumColumns(sumsOf(metrics))}
             from ${source.table} where ${ofAllDays} and (${days} or ${other}) group by at, beside`,
    params,
    source: source.name,
  };
}

function covering(selection: FactSelection, beside: DayNumbers | null) {
  const { timeZone, fromDayNumber, toDayNumber } = selection;
  return {
    timeZone,
    fromDayNumber: Math.min(fromDayNumber, beside?.fromDayNumber ?? fromDayNumber),
    toDayNumber: Math.max(toDayNumber, beside?.toDayNumber ?? toDayNumber),
  };
}

/**
 * Sums by up to two dimensions and the date: the dimensions in their order, then `sumsOf(metrics)` in theirs. Groups are told apart by
 * numbers and days as they are stored; those within the limit alone become text. To be read with `readGroups`, which counts all of them.
 */
export function rowsStatement(selection: FactSelection, query: RowsQuery, totals = false): Statement {
  const source = sourceOf(selection, query.by, null);
  const { where, params } = conditionsOf(selection, source, query.by, query.metrics);
  return {
    text: `select ${shownAsText(query)} from (${groupsText(source, query, where, { totals })}
             limit {limit:UInt32} offset {offset:UInt32}) settings exact_rows_before_limit = 1`,
    params: { ...params, limit: query.limit, offset: query.offset },
    source: source.name,
    totals,
  };
}

/** Exact whatever the driver makes of 64-bit numbers: groups travel as text. */
export function shownAsText({ by, metrics }: Pick<GroupsQuery, 'by' | 'metrics'>): string {
  const names = [...by.map((_, index) => `d${index}`), ...sumsOf(metrics).map((column) => `s_${column}`)];
  return names.map((name) => `toString(${name})`).join(', ');
}

export type GroupsQuery = {
  readonly metrics: readonly Metric[];
  readonly by: readonly Dimension[];
  readonly sort: ReportSort;
};
export type RowsQuery = GroupsQuery & { readonly limit: number; readonly offset: number };

/** All groups in their order: `d0` … typed, sums as whole numbers, and `constants`. */
export function groupsText(
  source: Source,
  { metrics, by, sort }: GroupsQuery,
  where: string,
  {
    constants = [],
    totals = false,
  }: { readonly constants?: readonly string[]; readonly totals?: boolean } = {},
): string {
  const columns = [
    ...by.map((dimension, index) => `${dimensionSql(source.part !== null, dimension).compared} as d${index}`),
    ...sumsOf(metrics).map((column) => `sum(${column}) as s_${column}`),
    ...constants,
  ];
  const groups = by.map((_, index) => `d${index}`).join(', ');
  const order = isDimension(sort.key) ? `d${by.indexOf(sort.key)}` : orderOfMetric(sort.key);
  return `select ${columns.join(', ')} from ${source.table} where ${where} group by ${groups} ${totals ? 'with totals' : ''}
           order by ${order} ${sort.descending ? 'desc' : 'asc'} nulls last, ${groups}`;
}

/** Creatives that began to render, most shown first. */
export function shownCreativesStatement(
  selection: FactSelection,
  query: { readonly metrics: readonly Metric[]; readonly limit: number; readonly offset: number },
): Statement {
  const source: Source = { name: 'facts', table: tableOf(selection), part: null, stretches: null };
  const { where, params } = conditionsOf(selection, source, [], query.metrics);
  return {
    text: `select toString(creative_id), ${sumColumns(sumsOf(query.metrics))}
             from ${source.table} where ${where} and creative_id > 0
            group by creative_id having sum(impressions) > 0
            order by sum(impressions) desc, creative_id desc
            limit {limit:UInt32} offset {offset:UInt32} settings exact_rows_before_limit = 1`,
    params: { ...params, limit: query.limit, offset: query.offset },
    source: source.name,
  };
}

/** @param sumOf a sum in SQL */
export function orderOfMetric(
  key: Metric | Dimension,
  sumOf = (column: FactSum) => `sum(${column})`,
): string {
  if (!isMetric(key)) throw new RangeError(`a report can't be sorted by ${key}, which it does not show`);
  const { formula }: MetricDescription = METRICS[key];
  const total = (columns: readonly FactSum[]) => columns.map(sumOf).join(' + ');
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

/** The scope's condition first: no statement is made without it. `ofAllDays`: without the selection's `days`. */
export function conditionsOf(
  selection: FactSelection,
  source: Source,
  by: readonly Dimension[],
  metrics: readonly Metric[],
): { where: string; ofAllDays: string; days: string; params: Record<string, unknown> } {
  const params: Record<string, unknown> = { zone: selection.timeZone };
  const conditions =
    source.part === null
      ? [scopeCondition(selection.scope, params)]
      : [rollupCondition(selection, source.part, source.stretches, params)];
  // What other ad servers tell belongs to no widget: it makes no rows where nobody asks for it.
  if (!showTracked(metrics)) conditions.push(source.part === null ? `kind != ${ROW_TRACKED}` : 'tracked = 0');
  conditions.push(...filterConditions(selection, source, params));
  for (const dimension of new Set([...by, ...(Object.keys(selection.filters) as Dimension[])])) {
    const { onlyKind } = dimensionSql(false, dimension);
    if (onlyKind !== undefined) conditions.push(`kind = ${onlyKind}`);
  }
  const ofAllDays = conditions.join(' and ');
  const days = daysCondition(selection, source, 'd', params);
  return { where: `${ofAllDays} and ${days}`, ofAllDays, days, params };
}

/** Whether any of these is of what other ad servers tell. */
export function showTracked(metrics: readonly Metric[]): boolean {
  return sumsOf(metrics).some((column) => column.startsWith('tracking_'));
}

function filterConditions(
  { filters, without = {} }: FactSelection,
  source: Source,
  params: Record<string, unknown>,
): string[] {
  const kept = [
    { name: 'f', operator: 'in', values: filters },
    { name: 'g', operator: 'not in', values: without },
  ];
  return kept.flatMap(({ name, operator, values }) =>
    (Object.keys(values) as Dimension[]).map((dimension, index) => {
      const { compared, type, onlyKind } = dimensionSql(source.part !== null, dimension);
      params[`${name}${index}`] = (values[dimension] ?? []).map((value) =>
        comparable(dimension, type, value),
      );
      const condition = `${compared} ${operator} {${name}${index}:Array(${type})}`;
      // What has no such value stays: events that count have no reason, and a number that means something else.
      return operator === 'not in' && onlyKind !== undefined
        ? `(kind != ${onlyKind} or ${condition})`
        : condition;
    }),
  );
}

/** @param name of the values among the parameters */
function daysCondition(
  selection: FactSelection,
  source: Source,
  name: string,
  params: Record<string, unknown>,
): string {
  const { timeZone, fromDayNumber, toDayNumber } = selection;
  if (source.part === null) {
    params[`${name}From`] = startOfLocalDayMs(timeZone, fromDayNumber) / 1000;
    params[`${name}Until`] = startOfLocalDayMs(timeZone, toDayNumber + 1) / 1000;
    return `(bucket >= {${name}From:DateTime} and bucket < {${name}Until:DateTime})`;
  }
  params[`${name}From`] = dayOfNumber(fromDayNumber);
  params[`${name}To`] = dayOfNumber(toDayNumber);
  const days = `local_day >= {${name}From:Date} and local_day <= {${name}To:Date}`;
  if (source.stretches === null) return `(${days})`;
  params.stretchFrom = dayOfNumber(source.stretches.from);
  params.stretchTo = dayOfNumber(source.stretches.to);
  const within = 'local_day >= {stretchFrom:Date} and local_day < {stretchTo:Date}';
  // The days before and after whole stretches, and these under their own number.
  return `((part = {part:UInt32} and ${days} and not (${within})) or (part = {stretchPart:UInt32} and ${within}))`;
}

function rollupCondition(
  selection: FactSelection,
  part: number,
  stretches: Source['stretches'],
  params: Record<string, unknown>,
): string {
  params.owner = ownerOfScope(selection.scope);
  params.epoch = selection.epoch;
  params.part = part;
  params.stretchPart = part + STRETCH_BIT;
  const parts = stretches === null ? 'part = {part:UInt32}' : 'part in ({part:UInt32}, {stretchPart:UInt32})';
  return `owner = {owner:UInt32} and epoch = {epoch:UInt32} and ${parts}`;
}

/** The account's number, 0 for the network. 0 stands for "nobody's" facts elsewhere, which only the network sees. */
export function ownerOfScope(scope: ReportScope): number {
  if ('network' in scope) return 0;
  const id = 'advertiserId' in scope ? scope.advertiserId : scope.publisherId;
  if (!Number.isInteger(id) || id <= 0) throw new RangeError(`${id} is no account`);
  return id;
}

function scopeCondition(scope: ReportScope, params: Record<string, unknown>): string {
  if ('network' in scope) return 'true';
  params.scope = ownerOfScope(scope);
  return `${'advertiserId' in scope ? 'advertiser_id' : 'publisher_id'} = {scope:UInt32}`;
}
