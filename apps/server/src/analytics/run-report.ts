import type { FactSum } from '@placard/domain/analytics/facts';
import {
  DIMENSIONS,
  type Dimension,
  METRICS,
  type Metric,
  type MetricValue,
  metricValues,
  type Sums,
  sumsOf,
  type TimeGrain,
} from '@placard/domain/analytics/metrics';
import type { DayRange } from '@placard/domain/analytics/range-preset';
import type { ReportSort } from '@placard/domain/analytics/report-question';
import { daysBetween, HOURLY_MAX_DAYS, REPORT_MAX_DAYS } from '@placard/domain/day-bounds';
import type { Role } from '@placard/domain/roles';
import { type LocalDay, numberOfDay } from '@placard/domain/time-zone';
import { breather, inBreaths } from '../fairness/breather.ts';
import type { HasAnalytics } from './open-analytics.ts';
import { inOrderOfTime, periodName, periodsOf } from './periods.ts';
import { rankedPairsStatement } from './ranked-pairs.ts';
import { isOfOneKind, wordOf } from './report-dimensions.ts';
import { ReportRefusedError } from './report-refused-error.ts';
import {
  type FactSelection,
  ownerOfScope,
  type ReportFilters,
  type ReportScope,
  type RowsQuery,
  rollupScopeOf,
  rowsStatement,
  type Statement,
  seriesStatement,
  totalsStatement,
} from './report-sql.ts';
import { readyEpoch } from './rollup-state.ts';
import { storedRowsStatement } from './stored-rows.ts';

export type ReportQuery = {
  readonly metrics: readonly Metric[];
  /** Up to two, and the date beside them; none leaves `rows` empty. */
  readonly by?: readonly Dimension[];
  readonly grain?: TimeGrain;
  /** Calendar days of `timeZone`, both included. */
  readonly from: LocalDay;
  readonly to: LocalDay;
  /** IANA name of the account's zone. */
  readonly timeZone: string;
  /** Several values of a dimension are alternatives. */
  readonly filters?: ReportFilters;
  /** Values that are left out. */
  readonly without?: ReportFilters;
  /** By default the first metric, the largest first. */
  readonly sort?: ReportSort;
  readonly limit?: number;
  readonly offset?: number;
  /** Days to compare with, both included. */
  readonly compare?: DayRange | null;
  /** Read the facts, also where a rollup could answer: what tests and measurements compare with. */
  readonly onlyFacts?: boolean;
};

/** Money is `bigint` micros, counts and ratios are numbers, unknown ratios `null`. */
export type MetricCells = Readonly<Partial<Record<Metric, MetricValue>>>;
/** `at`: first day of the period, or for hours its start with offset, `2026-11-21T14:00+01:00`. */
export type SeriesPoint = { readonly at: string; readonly metrics: MetricCells };

export type Report = {
  readonly totals: MetricCells;
  readonly previousTotals: MetricCells | null;
  /** One point for each period of the grain, gaps filled; empty without a grain. */
  readonly series: readonly SeriesPoint[];
  readonly previousSeries: readonly SeriesPoint[] | null;
  readonly rows: readonly {
    readonly dims: Readonly<Partial<Record<Dimension, string>>>;
    readonly metrics: MetricCells;
  }[];
  /** Rows without the limit. */
  readonly rowCount: number;
  /** What was read: `facts`, names of rollups. */
  readonly sources: readonly string[];
};

const MAX_DIMENSIONS = 2;
/** Of one answer, whatever limit is asked for. */
export const MAX_ROWS = 10_000;

export async function runReport(deps: HasAnalytics, scope: ReportScope, query: ReportQuery): Promise<Report> {
  const selection = await judgedSelection(deps, scope, query);
  const before = query.compare ? { ...selection, ...daysOf(query.compare) } : null;
  const [times, groups] =
    query.grain === undefined
      ? await onlySums(deps, selection, before, query)
      : await Promise.all([
          series(deps, selection, before, query, query.grain),
          grouped(deps, statementOfRows(selection, query, false), query),
        ]);
  const [now, previous] = times;
  const { rows, rowCount } = groups;
  return {
    totals: now.totals,
    series: now.series,
    previousTotals: previous?.totals ?? null,
    previousSeries: previous?.series ?? null,
    rows,
    rowCount,
    sources: [...new Set([...now.sources, ...groups.sources])],
  };
}

/** The rows alone, in one statement: for a table that shows figures beside rows it has already. */
export async function runBreakdown(
  deps: HasAnalytics,
  scope: ReportScope,
  query: ReportQuery,
): Promise<Pick<Report, 'rows' | 'rowCount' | 'sources'>> {
  const selection = await judgedSelection(deps, scope, query);
  const { rows, rowCount, sources } = await grouped(deps, statementOfRows(selection, query, false), query);
  return { rows, rowCount, sources };
}

/** What a question reads. @throws ReportRefusedError for what its scope may not see, and for too many days. */
export async function judgedSelection(
  deps: HasAnalytics,
  scope: ReportScope,
  query: ReportQuery,
): Promise<FactSelection> {
  refuse(scope, query);
  return await selectionOf(deps, scope, query);
}

async function selectionOf(
  { analytics }: HasAnalytics,
  scope: ReportScope,
  query: ReportQuery,
): Promise<FactSelection> {
  const { timeZone } = query;
  const of = { scope: rollupScopeOf(scope), owner: ownerOfScope(scope), timeZone };
  return {
    scope,
    timeZone,
    epoch: query.onlyFacts === true ? null : await readyEpoch(analytics, of),
    ...daysOf(query),
    filters: query.filters ?? {},
    without: query.without ?? {},
  };
}

function daysOf({ from, to }: DayRange): Pick<FactSelection, 'fromDayNumber' | 'toDayNumber'> {
  return { fromDayNumber: numberOfDay(from), toDayNumber: numberOfDay(to) };
}

function refuse(scope: ReportScope, query: ReportQuery): void {
  const role: Role = 'network' in scope ? 'operator' : 'advertiserId' in scope ? 'advertiser' : 'publisher';
  const sees = (roles: readonly Role[]) => roles.includes(role);
  const { by = [], sort } = query;
  const narrowed = [...Object.keys(query.filters ?? {}), ...Object.keys(query.without ?? {})] as Dimension[];
  const hidden = (field: 'metrics' | 'by' | 'filter', key: string) =>
    new ReportRefusedError(field, `${key} is not shown to ${role}s.`);
  for (const [field, dimensions] of [['by', by] as const, ['filter', narrowed] as const]) {
    for (const dimension of dimensions) {
      if (!sees(DIMENSIONS[dimension].roles)) throw hidden(field, dimension);
    }
  }
  for (const metric of query.metrics) {
    if (!sees(METRICS[metric].roles)) throw hidden('metrics', metric);
  }
  if (query.metrics.length === 0) throw new ReportRefusedError('metrics', 'A report needs a metric.');
  if (by.filter((dimension) => dimension !== 'date').length > MAX_DIMENSIONS)
    throw new ReportRefusedError(
      'by',
      `A report has at most ${MAX_DIMENSIONS} dimensions and the date beside them.`,
    );
  if (new Set(by).size !== by.length) throw new ReportRefusedError('by', 'A dimension is named twice.');
  const shown: readonly (Metric | Dimension)[] = [...query.metrics, ...by];
  if (sort !== undefined && !shown.includes(sort.key)) {
    throw new ReportRefusedError('sort', `A report can't be sorted by ${sort.key}, which it does not show.`);
  }
  refuseDays(query, query);
  if (query.compare) refuseDays(query, query.compare);
}

/** By the hour a report covers fewer days: as a series, and as hours of weekdays. */
function refuseDays({ grain, by = [] }: ReportQuery, { from, to }: DayRange): void {
  const days = daysBetween(from, to);
  const hourly = grain === 'hour' || (by.includes('weekday') && by.includes('hourOfDay'));
  const most = hourly ? HOURLY_MAX_DAYS : REPORT_MAX_DAYS;
  if (days < 1 || days > most)
    throw new ReportRefusedError(
      'to',
      `A report of this kind covers 1 to ${most} days.`,
      hourly && days > most,
    );
}

/** Sums of the selection, and of each period of time. */
type OverTime = { readonly totals: MetricCells; readonly series: SeriesPoint[]; readonly sources: string[] };
/** Of the selection, and of the days that it is compared with. */
type Both = readonly [OverTime, OverTime | null];

/** What the rows come to is told beside them where it can be: another statement costs as much as the rows' own. */
async function onlySums(
  deps: HasAnalytics,
  selection: FactSelection,
  before: FactSelection | null,
  query: ReportQuery,
): Promise<[Both, Grouped]> {
  const { by = [], metrics } = query;
  const sum = async (days: FactSelection): Promise<OverTime> => {
    const statement = totalsStatement(days, metrics);
    const [row] = await readRows(deps, statement);
    return { totals: metricValues(metrics, sumsOfRow(row ?? {})), series: [], sources: [statement.source] };
  };
  const rows = statementOfRows(selection, query, holdAll(selection, by));
  const [groups, apart, previous] = await Promise.all([
    grouped(deps, rows, query),
    rows?.totals === true ? null : sum(selection),
    before && sum(before),
  ]);
  const totals = () => metricValues(metrics, sumsOfGroups(by, metrics)(groups.totals));
  return [[apart ?? { totals: totals(), series: [], sources: [] }, previous], groups];
}

/** Whether rows of these dimensions are of everything that the selection holds: rows by reason are of filtered events alone. */
function holdAll({ filters }: FactSelection, by: readonly Dimension[]): boolean {
  return by.every((dimension) => !isOfOneKind(dimension) || filters[dimension] !== undefined);
}

async function series(
  deps: HasAnalytics,
  selection: FactSelection,
  before: FactSelection | null,
  query: ReportQuery,
  grain: TimeGrain,
): Promise<Both> {
  const { metrics } = query;
  const read = async (days: FactSelection, beside: FactSelection | null) => {
    const statement = seriesStatement(days, metrics, grain, beside);
    return { rows: await readRows(deps, statement), sources: [statement.source] };
  };
  const together = before !== null && areApart(selection, before);
  const [one, other] = await Promise.all([
    read(selection, together ? before : null),
    before === null || together ? null : read(before, null),
  ]);
  const points = async (days: FactSelection, rows: readonly Row[], sources: string[]): Promise<OverTime> => {
    const sums = new Map(
      await inBreaths(
        rows,
        metrics.length,
        (row) => [periodName(grain, row.at ?? '', selection.timeZone), sumsOfRow(row)] as const,
      ),
    );
    const names = new Set(periodsOf(days, grain));
    for (const name of sums.keys()) names.add(name);
    const found = await inBreaths(inOrderOfTime([...names], grain), metrics.length, (at) => ({
      at,
      metrics: metricValues(metrics, sums.get(at) ?? {}),
    }));
    const totals = metricValues(metrics, await added([...sums.values()]));
    return { totals, series: found, sources };
  };
  const isBeside = ({ beside }: Row) => beside === '1';
  const now = await points(
    selection,
    one.rows.filter((row) => !isBeside(row)),
    one.sources,
  );
  if (before === null) return [now, null];
  const previous = other?.rows ?? one.rows.filter(isBeside);
  return [now, await points(before, previous, one.sources)];
}

function areApart(one: FactSelection, other: FactSelection): boolean {
  return one.toDayNumber < other.fromDayNumber || other.toDayNumber < one.fromDayNumber;
}

type Grouped = Pick<Report, 'rows' | 'rowCount' | 'sources'> & { readonly totals: Group };

/** @returns `null` where nobody asks for rows */
function statementOfRows(
  selection: FactSelection,
  { by = [], metrics, sort, limit = 100, offset = 0 }: ReportQuery,
  withTotals: boolean,
): Statement | null {
  const [first] = metrics;
  if (by.length === 0 || first === undefined) return null;
  const order = sort ?? { key: first, descending: true };
  const asked: RowsQuery = { metrics, by, sort: order, limit: Math.min(limit, MAX_ROWS), offset };
  return (
    storedRowsStatement(selection, asked) ??
    rankedPairsStatement(selection, asked) ??
    rowsStatement(selection, asked, withTotals)
  );
}

async function grouped(
  deps: HasAnalytics,
  statement: Statement | null,
  { by = [], metrics }: ReportQuery,
): Promise<Grouped> {
  if (statement === null) return { rows: [], rowCount: 0, sources: [], totals: [] };
  const { rows, rowCount, totals } = await readGroups(deps, statement);
  return { sources: [statement.source], rows: await rowsOf(rows, by, metrics), rowCount, totals };
}

/** Groups of the engine as a report has them. */
export async function rowsOf(
  answer: readonly Group[],
  by: readonly Dimension[],
  metrics: readonly Metric[],
): Promise<Report['rows']> {
  const sums = sumsOfGroups(by, metrics);
  return await inBreaths(answer, metrics.length, (group) => {
    const dims: Partial<Record<Dimension, string>> = {};
    for (const [index, dimension] of by.entries()) dims[dimension] = wordOf(dimension, group[index] ?? '');
    return { dims, metrics: metricValues(metrics, sums(group)) };
  });
}

/** Values of the dimensions, then `sumsOf` the metrics, as text. */
type Group = readonly string[];

export function sumsOfGroups(by: readonly Dimension[], metrics: readonly Metric[]): (group: Group) => Sums {
  const columns = sumsOf(metrics);
  return (group) => {
    const sums: Partial<Record<FactSum, bigint>> = {};
    for (const [index, column] of columns.entries()) sums[column] = BigInt(group[by.length + index] ?? 0);
    return sums;
  };
}

/** What a statement's rows are, how many there are without its limit, and the group of all of them where it asks for totals. */
type Groups = { readonly rows: readonly Group[]; readonly rowCount: number; readonly totals: Group };

/** Lists instead of objects: names would be most of what is sent. */
export async function readGroups(deps: HasAnalytics, statement: Statement): Promise<Groups> {
  const result = await deps.analytics.client.query({
    query: statement.text,
    query_params: statement.params,
    format: 'JSONCompact',
  });
  const {
    data,
    totals = [],
    rows_before_limit_at_least: rowCount = data.length,
  }: GroupsDocument = JSON.parse(inOrder(await result.text()));
  if (statement.countsLast === true) {
    return { rows: data, rowCount: Number(data[0]?.at(-1) ?? 0), totals };
  }
  return { rows: data.slice(0, statement.firstRows), rowCount, totals };
}

/** Where no rows are within the limit, the engine writes their end and the totals before the document: `], "totals": […]{ … "data": [ , …`. */
function inOrder(document: string): string {
  return document.replace(/^([^{]+)(\{.*?"data":\s*\[)/s, '$2$1');
}

type GroupsDocument = {
  readonly data: readonly Group[];
  readonly totals?: Group;
  readonly rows_before_limit_at_least?: number;
};

type Row = Readonly<Record<string, string>>;

export async function readRows(deps: HasAnalytics, statement: Statement): Promise<Record<string, string>[]> {
  const result = await deps.analytics.client.query({
    query: statement.text,
    query_params: statement.params,
    format: 'JSONEachRow',
  });
  return await result.json<Record<string, string>>();
}

export function sumsOfRow(row: Readonly<Record<string, string>>): Sums {
  const sums: Partial<Record<FactSum, bigint>> = {};
  for (const [name, value] of Object.entries(row)) {
    if (name.startsWith('s_')) sums[name.slice(2) as FactSum] = BigInt(value);
  }
  return sums;
}

async function added(all: readonly Sums[]): Promise<Sums> {
  const breathe = breather();
  const total: Partial<Record<FactSum, bigint>> = {};
  for (const sums of all) {
    const entries = Object.entries(sums);
    for (const [name, value] of entries) {
      const column = name as FactSum;
      total[column] = (total[column] ?? 0n) + value;
    }
    await breathe(entries.length);
  }
  return total;
}
